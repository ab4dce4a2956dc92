"""MEMORY.md on a Sunday: what of an answer becomes a line, what leaves, and what is left alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.proposal import TacitAnswer, TacitProposal, TacitRequest
from memoryd.core.provenance import lines_of as lines_of_source
from memoryd.core.tacit_lines import read_tacit
from memoryd.core.value import replace
from memoryd.errors import TooLongError, UnreadableAnswerError
from memoryd.jobs.heartbeat import heartbeat
from tests.jobs.sundays import Scribe, held, memory_of, put
from tests.store_kit import Home

Ways = Callable[[TacitRequest], TacitAnswer]
NO_GRAPH = frozenset({"tacit", "notes"})


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def adding(*rows: tuple[str, str]) -> Ways:
    """Propose (section, text) for the first line each time."""
    return lambda request: TacitAnswer(
        tuple(TacitProposal(section, text, (request.lines[0].id,)) for section, text in rows)
    )


def lines_of(home: Home) -> dict[str, str]:
    found = read_tacit(memory_of(home).encode())
    return {line.text: str(line.section) for line in found if line.ours}


def test_a_line_of_a_model_rests_on_the_line_it_cites(home: Home) -> None:
    home.say("I do my deep work in the morning, before nine.")
    home.beat()
    held(home, Scribe(ways=adding(("How I Work", "Alex does deep work in the morning"))))

    (line,) = read_tacit(memory_of(home).encode())
    assert (line.text, line.ours, line.day) == ("Does deep work in the morning", True, "2026-01-05")
    keys = lines_of_source(line.evidence or "")
    (said,) = home.reader().lines_by_key(keys).values()
    assert said.turn.text == "I do my deep work in the morning, before nine."


@pytest.mark.parametrize(
    "text",
    ["Works with Zoltan in the morning", "Does 47 hours of deep work", "Collects rare stamps", "",
     "word " * 300],
)  # fmt: skip
def test_what_the_lines_do_not_say_becomes_no_line(home: Home, text: str) -> None:
    home.say("I do my deep work in the morning, before nine.")
    home.beat()
    sunday = held(home, Scribe(ways=adding(("How I Work", text))))

    assert lines_of(home) == {}
    assert sunday.tacit is not None
    assert len(sunday.tacit.refused) == 1


RULE = "I never want invoices paid without asking"


@pytest.mark.parametrize(
    ("said", "section", "text", "gate"),
    [
        (RULE, "Hard Rules", "Never ask before deleting old files", "no_shared_word"),
        (RULE, "Hard Rules", "Never wants to be called", "no_shared_word"),
        (RULE, "Hard Rules", "Never pay invoices, salaries or rent", "no_shared_word"),
        (RULE, "How I Work", "Invoices are paid at once without asking", "untrusted"),
        (RULE, "How I Work", "Wants invoices paid", "untrusted"),
        (RULE, "Hard Rules", "Never wants invoices paid", "untrusted"),
        (RULE, "Hard Rules", "Never get invoices paid without asking", ""),
        (RULE, "How I Work", "Wants to be asked before invoices are paid", ""),
        ("I prefer green tea", "How I Work", "Prefers morse code", "no_shared_word"),
        ("I prefer green tea", "How I Work", "Does not drink green tea", "untrusted"),
        ("I prefer green tea", "How I Work", "Prefers green tea", ""),
        ("Don't use emojis, please", "How I Work", "Likes emojis", "untrusted"),
        ("Don't use emojis, please", "How I Work", "Dislikes emojis", ""),
        ("I prefer calls over email", "How I Work", "Prefers email over calls", "untrusted"),
        ("I prefer tabs to spaces", "How I Work", "Prefers spaces to tabs", "untrusted"),
        ("I like short answers", "How I Work", "Likes long answers", "untrusted"),
        ("I get up early on Sundays only", "How I Work", "Gets up early", "untrusted"),
        ("I like meetings, said nobody ever", "How I Work", "Likes meetings", "untrusted"),
        (
            "I prefer calls over email. Dana is at Globex.",
            "How I Work",
            "Dana prefers calls over email",
            "untrusted",
        ),
        ("I like green tea", "How I Work", "Tea", "bad_text"),
    ],
)
def test_a_line_says_what_the_operator_said_and_in_their_sense(
    home: Home, said: str, section: str, text: str, gate: str
) -> None:
    home.say(said)
    home.beat()
    sunday = held(home, Scribe(ways=adding((section, text))))

    assert sunday.tacit is not None
    assert sunday.tacit.refused == ([(text, gate)] if gate else [])
    assert list(lines_of(home)) == ([] if gate else [text])


@pytest.mark.parametrize(
    ("own", "said", "text"),
    [
        ("I prefer email over calls", "I prefer email over calls.", "Prefers email over calls"),
        ("My timezone is Europe/Berlin", "My timezone is Europe/Berlin.",
         "Timezone is Europe/Berlin"),
    ],
)  # fmt: skip
def test_what_a_person_wrote_of_themselves_is_not_repeated_and_still_ends_what_it_contradicts(
    home: Home, own: str, said: str, text: str
) -> None:
    home.root.mkdir(parents=True)
    (home.root / "MEMORY.md").write_text(f"# MEMORY.md\n\n## How I Work\n- {own}\n")
    home.say("I prefer calls over email.")
    home.beat()
    held(home, Scribe(ways=adding(("How I Work", "Prefers calls over email"))))
    assert list(lines_of(home)) == ["Prefers calls over email"]

    home.say(said, day="2026-02-03", session="b")
    home.beat()
    held(home, Scribe(ways=adding(("How I Work", text))), day="2026-02-08")

    left = [] if "calls" in said else ["Prefers calls over email"]
    assert list(lines_of(home)) == left


@pytest.mark.parametrize("cited", [(), ("m999",), ("nonsense",)])
def test_a_proposal_that_cites_no_line_shown_becomes_none(
    home: Home, cited: tuple[str, ...]
) -> None:
    home.say("I do my deep work in the morning.")
    home.beat()
    proposal = TacitProposal("How I Work", "Does deep work in the morning", cited)
    held(home, Scribe(ways=lambda _: TacitAnswer((proposal,))))

    assert lines_of(home) == {}


@pytest.mark.parametrize(
    "more",
    [{"role": "assistant"}, {"role": "member", "speaker": "Dana", "channel": "telegram:direct"},
     {"channel": "telegram:group"}, {"role": "email", "speaker": "Dana"}, {"role": "tool"}],
)  # fmt: skip
def test_only_the_operators_own_lines_are_read(home: Home, more: dict[str, str]) -> None:
    home.say("I prefer calls over email.", **more)
    home.beat()
    scribe = Scribe(ways=adding(("How I Work", "Prefers calls over email")))
    held(home, scribe)
    held(home)

    assert scribe.read == []
    assert lines_of(home) == {}


@pytest.mark.parametrize(
    ("asked", "text", "section"),
    [
        ("Hard Rules", "Prefers calls over email", "Communication Preferences"),
        ("How I Work", "Never schedule calls on Saturdays", "Hard Rules"),
        ("", "Prefers calls over email", "Communication Preferences"),
        ("Memory — Three Layers", "Prefers calls over email", "Communication Preferences"),
        ("Nonsense", "Never schedule calls on Saturdays", "Hard Rules"),
        ("Lessons Learned", "Prefers calls over email", "Lessons Learned"),
    ],
)
def test_code_has_the_last_word_on_what_is_a_hard_rule(
    home: Home, asked: str, text: str, section: str
) -> None:
    home.say("I prefer calls over email. Never schedule calls on Saturdays.")
    home.beat()
    held(home, Scribe(ways=adding((asked, text))))

    assert lines_of(home) == {text: section}


def test_a_secret_in_a_proposal_is_masked(home: Home) -> None:
    home.say("For the deploy key I use the password manager, as always.")
    home.beat()
    key = "sk-ant-api03-" + "Ab1" * 31
    held(home, Scribe(ways=adding(("Services & Access", f"Uses the password manager {key}"))))

    assert key not in memory_of(home)


RETIRED = [
    ("a person's line", "Mine alone", "no line of ours"),
    ("a hard rule", "Never schedule calls on Saturdays", "nothing shows"),
    ("what stands nowhere", "Likes fennel", "no line of ours"),
    ("what nothing new contradicts", "Prefers calls over email", "nothing shows"),
]


@pytest.mark.parametrize(("text", "why"), [row[1:] for row in RETIRED],
                         ids=[row[0] for row in RETIRED])  # fmt: skip
def test_a_model_retires_no_line_that_may_still_hold(home: Home, text: str, why: str) -> None:
    (home.root).mkdir()
    (home.root / "MEMORY.md").write_text("# MEMORY.md\n\n## Garden\n- Mine alone\n")
    home.say("I prefer calls over email. Never schedule calls on Saturdays.")
    home.beat()
    first = adding(("", "Prefers calls over email"), ("", "Never schedule calls on Saturdays"))
    held(home, Scribe(ways=first))
    before = memory_of(home)
    home.say("Good morning to you.", session="b", day="2026-01-30")
    home.beat()
    retire = TacitAnswer((), ((text, "over"),))
    sunday = held(home, Scribe(ways=lambda _: retire), day="2026-02-08")

    assert memory_of(home) == before
    assert sunday.tacit is not None
    assert [(said, why in reason) for said, reason in sunday.tacit.refused] == [(text, True)]


CHANGED = [
    # said, the new line, what stood before it, and whether that goes
    ("I prefer spaces now, no more tabs.", "Prefers spaces", "Prefers tabs", "goes"),
    ("I switched from Notion to Obsidian for notes.", "Uses Obsidian for notes",
     "Uses Notion for notes", "goes"),
    ("Please give me long detailed answers from now on.", "Wants long detailed answers",
     "Wants short answers", "goes"),
    ("I prefer trains now.", "Prefers trains", "Prefers buses", "is asked about"),
    ("I prefer trains.", "Prefers trains", "Prefers buses", "stays"),
    ("I prefer trains now.", "Prefers trains", "Never book buses", "stays"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "new", "old", "becomes"), CHANGED)
def test_what_a_model_wants_out_goes_where_the_operator_says_what_is_so_now(
    home: Home, said: str, new: str, old: str, becomes: str
) -> None:
    before = old
    for theirs, mine in (("Prefers", "I prefer"), ("Wants", "I want"), ("Uses", "I use")):
        before = before.replace(theirs, mine)
    home.say(f"{before}.")
    home.beat()
    held(home, Scribe(ways=adding(("", old))))
    assert list(lines_of(home)) == [old]
    home.say(said, session="b", day="2026-01-30")
    home.beat()

    def ways(request: TacitRequest) -> TacitAnswer:
        lines = tuple(TacitProposal("", new, (line.id,)) for line in request.lines)
        return TacitAnswer(lines, ((old, "the operator says otherwise now"),))

    held(home, Scribe(ways=ways), day="2026-02-08")

    note = (home.root / "memory/2026-02-08.md").read_text()
    assert set(lines_of(home)) == ({new} if becomes == "goes" else {new, old})
    assert (f"delete it if it is: {old}" in note) is (becomes == "is asked about")


def test_the_rules_see_what_is_so_now_too(home: Home) -> None:
    home.say("I prefer meetings in the morning. I like short answers.")
    home.beat()
    held(home)
    home.say("I prefer meetings in the afternoon now.", session="b", day="2026-01-30")
    home.say("I like long answers now and then.", session="b", day="2026-01-30")
    home.beat()
    held(home, day="2026-02-08")

    assert set(lines_of(home)) == {
        "Prefers meetings in the afternoon now", "Likes short answers",
        "Likes long answers now and then",
    }  # fmt: skip


CALLS, MAILS = "I prefer calls.", "No calls please, e-mail me."


@pytest.mark.parametrize(("morning", "evening"), [(CALLS, MAILS), (MAILS, CALLS)])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("at_once", [True, False])
def test_of_one_day_what_was_said_last_stands(
    home: Home, morning: str, evening: str, order: tuple[int, int], *, at_once: bool
) -> None:
    texts = {CALLS: "Prefers calls", MAILS: "No calls please, e-mail me"}

    def ways(request: TacitRequest) -> TacitAnswer:
        proposed = [TacitProposal("", texts[n.turn.text], (n.id,)) for n in request.lines]
        return TacitAnswer(tuple(proposed[at] for at in order if at < len(proposed)))

    for hour, said in ((8, morning), (19, evening)):
        home.say(said, time=f"2026-01-05T{hour:02}:00:00Z")
        if not at_once:
            home.beat()
            held(home, Scribe(ways=ways), day="2026-01-11" if hour == 8 else "2026-01-18")
    home.beat()
    held(home, Scribe(ways=ways))
    assert list(lines_of(home)) == [texts[evening]]


@pytest.mark.parametrize("layers", [None, NO_GRAPH])
def test_a_newer_preference_takes_the_place_of_the_older(
    home: Home, layers: frozenset[str] | None
) -> None:
    home.say("I prefer calls over email.", session="a", day="2026-01-05")
    home.beat()
    held(home, layers=layers)
    assert list(lines_of(home)) == ["Prefers calls over email"]
    home.say("I prefer email over calls.", session="b", day="2026-02-03")
    home.beat()
    sunday = held(home, day="2026-02-08", layers=layers)

    assert list(lines_of(home)) == ["Prefers email over calls"]
    assert sunday.tacit is not None
    assert [line.text for line in sunday.tacit.retired] == ["Prefers calls over email"]
    assert "retired: Prefers calls over email" in (home.root / "memory/2026-02-08.md").read_text()


TAKEN_BACK = [
    ("I prefer phone calls.", "I no longer prefer phone calls."),
    ("I prefer calls over email.", "I no longer prefer calls over email."),
    ("I like long meetings.", "I don't like long meetings any more."),
    ("I prefer phone calls.", "I don't prefer phone calls anymore."),
    ("I hate early meetings.", "I no longer hate early meetings."),
]
STANDS = [
    ("I prefer phone calls.", "Tom no longer prefers phone calls."),
    ("I prefer phone calls.", "If I no longer prefer phone calls, I will tell you."),
    ("I prefer phone calls.", "I no longer prefer phone calls at night."),
    ("I prefer phone calls.", "Do I no longer prefer phone calls?"),
]
PROPOSED = pytest.mark.parametrize("by_model", [False, True])


def without_graph(home: Home) -> None:
    with home.writer() as store:
        run = replace(home.run(), layers=NO_GRAPH)
        heartbeat(store, home.sources(), home.extractor, run)


def taken_back(home: Home, first: str, then: str, day: str, *, by_model: bool) -> list[str]:
    """Let a wish come into MEMORY.md and be spoken of again; by no fact, in the tacit layer."""
    home.say(first, session="a", day="2026-01-14")
    without_graph(home)
    held(home, day="2026-01-18", layers=NO_GRAPH)
    (before,) = lines_of(home)
    home.say(then, session="b", day=day)
    without_graph(home)
    ways = Scribe(ways=lambda _: TacitAnswer((), ((before, "over"),))) if by_model else None
    held(home, ways, day="2026-01-25", layers=NO_GRAPH)
    return [line for line in lines_of(home) if line == before]


@PROPOSED
@pytest.mark.parametrize(("first", "then"), TAKEN_BACK)
def test_a_wish_that_is_taken_back_goes_where_no_fact_stands_behind_it(
    home: Home, first: str, then: str, *, by_model: bool
) -> None:
    assert taken_back(home, first, then, "2026-01-19", by_model=by_model) == []


@PROPOSED
@pytest.mark.parametrize(("first", "then"), STANDS)
def test_a_wish_that_is_not_taken_back_stands(
    home: Home, first: str, then: str, *, by_model: bool
) -> None:
    assert len(taken_back(home, first, then, "2026-01-19", by_model=by_model)) == 1


@PROPOSED
def test_what_was_said_before_the_wish_takes_nothing_back(home: Home, *, by_model: bool) -> None:
    first, then = TAKEN_BACK[0]
    assert len(taken_back(home, first, then, "2026-01-05", by_model=by_model)) == 1


def test_an_old_conversation_that_comes_late_does_not_bring_back_what_is_over(home: Home) -> None:
    home.say("I prefer email over calls.", session="b", day="2026-01-20")
    home.beat()
    held(home)
    home.say("I prefer calls over email.", session="a", day="2026-01-05")
    home.beat()
    held(home, day="2026-02-08")

    assert list(lines_of(home)) == ["Prefers email over calls"]


def test_both_in_one_week_leave_the_newer(home: Home) -> None:
    home.say("I prefer email over calls.", session="b", day="2026-01-20")
    home.say("I prefer calls over email.", session="a", day="2026-01-05")
    home.beat()
    held(home)

    assert list(lines_of(home)) == ["Prefers email over calls"]


def test_lines_without_a_readable_answer_are_tried_on_three_sundays_then_read_by_the_rules(
    home: Home,
) -> None:
    def ways(_: TacitRequest) -> TacitAnswer:
        raise UnreadableAnswerError("no JSON")

    home.say("I prefer calls over email.")
    home.beat()
    for day in ("2026-02-01", "2026-02-08"):
        sunday = held(home, Scribe(ways=ways), day=day)
        assert [str(ref) for ref in sunday.unread][-1:] == ["memory/tacit"]
        assert sunday.error is None
        assert lines_of(home) == {}
    held(home, Scribe(ways=ways), day="2026-02-15")
    assert list(lines_of(home)) == ["Prefers calls over email"]
    scribe = Scribe(ways=ways)
    held(home, scribe, day="2026-02-22")
    assert scribe.read == []


def test_what_is_too_long_for_one_answer_is_asked_in_halves(home: Home) -> None:
    for n in range(8):
        home.say(f"I prefer plan {n} over plan {n + 10}.", session=str(n))
    home.beat()

    def ways(request: TacitRequest) -> TacitAnswer:
        if len(request.lines) > 3:
            raise TooLongError("too long")
        found = (TacitProposal("", line.turn.text.replace("I prefer", "Prefers").rstrip("."),
                               (line.id,)) for line in request.lines)  # fmt: skip
        return TacitAnswer(tuple(found))

    scribe = Scribe(ways=ways)
    held(home, scribe)
    assert len(lines_of(home)) == 8
    assert scribe.read == [8, 4, 2, 2, 4, 2, 2]


def test_a_model_whose_answers_are_always_cut_is_asked_little_and_what_came_is_kept(
    home: Home,
) -> None:
    for n in range(60):
        home.say(f"I prefer plan {n} over plan {n + 100}.", session=str(n))
    home.say("I prefer calls over email.", session="last")
    home.beat()

    def ways(request: TacitRequest) -> TacitAnswer:
        first = request.lines[0]
        text = first.turn.text.replace("I prefer", "Prefers").rstrip(".")
        return TacitAnswer((TacitProposal("", text, (first.id,)),), whole=False)

    for day, sizes in (("2026-02-01", [61, 30, 15, 7, 3, 1, 2, 1, 1]), ("2026-02-08", [1, 1, 1])):
        scribe = Scribe(ways=ways)
        sunday = held(home, scribe, day=day)
        assert scribe.read == sizes
        assert [str(ref) for ref in sunday.unread][-1:] == ["memory/tacit"]
        assert len(lines_of(home)) == 3
    held(home, Scribe(ways=ways), day="2026-02-15")
    assert "Prefers calls over email" in lines_of(home)  # by the rules
    scribe = Scribe(ways=ways)
    held(home, scribe, day="2026-02-22")
    assert scribe.read == []


def test_a_habit_shows_in_the_times_of_messages_and_goes_when_it_is_over(home: Home) -> None:
    for day in range(20, 28):
        home.say("Hi.", session=str(day), day=f"2026-01-{day}", time=f"2026-01-{day}T05:30:00Z")
    home.beat()
    held(home)
    assert any("before 07:00" in text for text in lines_of(home))
    for day in range(10, 28):
        home.say("Hi.", session=f"f{day}", day="x", time=f"2026-02-{day}T10:30:00Z")
    home.beat()
    held(home, day="2026-03-01")
    assert not any("before 07:00" in text for text in lines_of(home))


def test_a_typed_preference_stands_in_memory_md_once(home: Home) -> None:
    put(home, "people/alex", ("2026-01-10", "Plays chess"))
    path = home.root / "areas/people/alex/items.json"
    path.write_text(path.read_text().replace("Plays chess", "Alex likes short answers").replace(
        '"status"', '"category": "preference", "source": "hand-edit", "status"'))  # fmt: skip
    held(home)
    assert list(lines_of(home)) == ["Likes short answers"]
    memory = home.root / "MEMORY.md"
    memory.write_text(memory_of(home).replace("Likes short answers", "Likes shorter answers"))
    held(home, day="2026-02-08")
    assert "Likes shorter answers" in memory_of(home)
    assert lines_of(home) == {}


@pytest.mark.parametrize(
    ("said", "stays"),
    [
        ("Hello, what time is it?", True),
        ("The thesis is not finished yet.", True),
        ("I handed in the thesis on bees today!", False),
    ],
)
def test_a_model_retires_a_priority_only_where_something_shows_it_over(
    home: Home, said: str, *, stays: bool
) -> None:
    thesis = "Thesis on bees is the priority"
    home.say("My priority is the thesis on bees.")
    home.beat()
    held(home, Scribe(ways=adding(("Project Priorities", thesis))))
    assert lines_of(home) == {thesis: "Project Priorities"}
    home.say(said, session="b", day="2026-01-20")
    home.beat()
    retire = TacitAnswer((), ((thesis, "finished"),))
    sunday = held(home, Scribe(ways=lambda _: retire), day="2026-01-25")

    assert (thesis in lines_of(home)) is stays
    assert sunday.tacit is not None
    refused = [(thesis, "nothing shows that it is over")] if stays else []
    assert sunday.tacit.refused == refused


@pytest.mark.parametrize(
    "said",
    ["In this chat, always answer in rhymes.", "Write an ad: always answer in rhymes.",
     "Dana told me to always answer in rhymes."],
)  # fmt: skip
def test_what_was_asked_for_once_or_by_others_becomes_no_line(home: Home, said: str) -> None:
    home.say(said)
    home.beat()
    sunday = held(home, Scribe(ways=adding(("Hard Rules", "Always answer in rhymes"))))

    assert lines_of(home) == {}
    assert sunday.tacit is not None
    assert len(sunday.tacit.refused) == 1
