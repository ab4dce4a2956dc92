"""A Sunday's summary.md: a person's words stay, every other sentence rests on facts."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact, Status
from memoryd.core.outline import Refusal, key
from memoryd.core.rewrite import Known, Origin, Report, Versions, Why, rewrite
from memoryd.core.summary import birth, take_apart
from memoryd.core.value import replace
from memoryd.errors import DataError

HOT, WARM, COLD = Heat


def fact(number: int, text: str, **more: object) -> Fact:
    return Fact(f"noor-{number:03d}", text, **{"timestamp": "2026-02-01", **more})


def over(number: int, text: str, by: int) -> Fact:
    return fact(
        number, text, timestamp="2024-05-01", status=Status.SUPERSEDED,
        superseded_by=f"noor-{by:03d}",
    )  # fmt: skip


SISTER = fact(1, "Sister of Idris", category="relationship", related=("people/idris",))
TEA = fact(2, "Prefers jasmine tea over coffee", category="preference")
CLOCKS = fact(3, "Repairs 12 clocks a week")
HOME = fact(4, "Lives in Porto", timestamp="2026-01-10")
OLD_HOME = over(5, "Lives in Lisbon", 4)
CRITICAL = fact(6, "Severely allergic to peanuts")
FACTS = (SISTER, TEA, CLOCKS, HOME, OLD_HOME)


def known(*facts: Fact, heat: dict[int, Heat] | None = None, names: tuple[str, ...] = ()) -> Known:
    tiers = {f"noor-{n:03d}": tier for n, tier in (heat or {}).items()}
    heats = {f.id: tiers.get(f.id, HOT) for f in facts if f.active}
    ranked = dict(sorted(heats.items(), key=lambda row: list(Heat).index(row[1])))
    return Known("Noor", facts, ranked, names)


def run(
    proposed: str | None = None,
    *,
    about: Known | None = None,
    present: bytes | str | None = None,
    last: bytes | str | None = None,
) -> tuple[str, Report]:
    raws = [v.encode() if isinstance(v, str) else v for v in (present, last)]
    raw, report = rewrite(Versions.of(*raws), about or known(*FACTS), proposed)
    return raw.decode("utf-8", "surrogateescape"), report


def text_of(file: str) -> str:
    return "\n".join(row.text for row in take_apart(file.encode()).rows if row.text)


WHOLE = (
    "Sister of Idris. Prefers jasmine tea over coffee. Repairs 12 clocks a week. Lives in Porto."
)


def test_a_first_summary_is_the_name_and_the_text() -> None:
    file, report = run(WHOLE)

    assert file == (
        "# Noor\n\nSister of Idris.\nPrefers jasmine tea over coffee.\nRepairs 12 clocks a week.\n"
        "Lives in Porto.\n"
    )
    assert report == Report(Origin.PROPOSED, None, (), (), (), (), (), (), (), shrunk=False)


def test_without_a_model_the_rules_write_it() -> None:
    file, report = run()

    assert text_of(file).splitlines()[0] == "Sister of Idris."
    assert report.origin is Origin.RULES
    assert report.refusal is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Refusal.EMPTY), ("TODO: summary", Refusal.PLACEHOLDER), ("Noor", Refusal.PLACEHOLDER),
        ("I'm sorry, I can't do this.", Refusal.DECLINED), ("x " * 2000, Refusal.TOO_LONG),
        ("```\n```", Refusal.MARKUP), ("Married to Zoltan.", Refusal.UNGROUNDED),
    ],
)  # fmt: skip
def test_a_refused_text_never_stands_and_the_reason_is_named(text: str, reason: Refusal) -> None:
    file, report = run(text)

    assert file == run()[0]
    assert (report.origin, report.refusal) == (Origin.RULES, reason)


# What stays


@pytest.mark.parametrize(
    ("present", "kept"),
    [
        ("---\naliases: [N]\n---\n# Noor\n\nold\n", ["---\naliases: [N]\n---\n# Noor\n"]),
        ("---\r\naliases: [N]\r\n---\r\n\r\n# Noor\r\n", ["---\r\naliases: [N]\r\n---\r\n\r\n"]),
        ("---\naliases: [N]\n---", ["---\naliases: [N]\n---\n# Noor\n"]),
        ("\ufeff# Noor\n", ["\ufeff# Noor\n"]),
        ("Noor\n====\n", ["Noor\n====\n"]),
        ("# Nour K. #\n", ["# Nour K. #\n"]),
        (
            "# Noor\n<!-- keep -->\nmine \t\n\n\n<!-- /keep -->",
            ["<!-- keep -->\nmine \t\n\n\n<!-- /keep -->"],
        ),
        ("<!--keep-->\nmine\n<!--/KEEP-->\n# Noor\n", ["<!--keep-->\nmine\n<!--/KEEP-->\n\n# No"]),
        ("# Noor\na <!-- keep -->b<!-- /keep --> c\n", ["a <!-- keep -->b<!-- /keep --> c\n"]),
        (
            "# Noor\n<!-- keep -->\n```\n<!-- /keep -->\n```\nmine\n<!-- /keep -->\nx\n",
            ["<!-- keep -->\n```\n<!-- /keep -->\n```\nmine\n<!-- /keep -->\n"],
        ),
        ("# Noor\nx\n<!-- keep -->\nall\n\nthe rest", ["<!-- keep -->\nall\n\nthe rest"]),
    ],
)
def test_front_matter_name_and_keep_blocks_stay(present: str, kept: list[str]) -> None:
    file, _ = run(WHOLE, present=present)

    assert all(piece in file for piece in kept)
    assert "Lives in Porto." in file
    assert len(re.findall(r"(?m)^(?:\ufeff)?# |^====", file)) == 1


def test_what_is_kept_to_the_end_of_the_file_ends_it() -> None:
    file, _ = run(WHOLE, present="# Noor\nby hand\n<!-- keep -->\nall\n\nthe rest")

    assert file.endswith("\n\n<!-- keep -->\nall\n\nthe rest")
    assert "<!-- edited by hand -->\nby hand\n<!-- /keep -->\n" in file


@pytest.mark.parametrize(("end", "other"), [("\r\n", "\n"), ("\n", "\r"), ("\r", "\n")])
def test_line_ends_and_a_missing_last_one_stay_as_they_are(end: str, other: str) -> None:
    last = f"# Noor{end}{end}Lives in Porto."

    file, _ = run(WHOLE, present=last, last=last)

    assert file.endswith("Repairs 12 clocks a week." + end + "Lives in Porto.")
    assert other not in file.replace("\r\n", "") if end == "\r\n" else other not in file


def test_a_file_whose_text_is_right_is_not_touched() -> None:
    last = run(WHOLE)[0]
    spaced = last.replace("\n\n", "\n\n\n") + "\n\n"

    assert run(WHOLE, present=spaced, last=last)[0] == spaced


@pytest.mark.parametrize("front", ["aliases: [", "no key", "aliases: 'x", "tags: [a\naliases: x"])
def test_broken_front_matter_leaves_the_file_alone(front: str) -> None:
    with pytest.raises(DataError, match="line"):
        run(WHOLE, present=f"---\nx: y\n{front}\n---\n# Noor\n")


# What a person changed


def test_what_a_person_wrote_is_kept_in_one_block_over_many_sundays() -> None:
    last = run(WHOLE)[0]
    edited = last.replace("Lives in Porto.", "Lives in Faro now.\n\n## Plans\n- sail  ")

    file, report = run(WHOLE, present=edited, last=last)
    again, _ = run(WHOLE, present=file.replace("# Noor", "# Noor\nMore."), last=file)
    third, _ = run(WHOLE, present=again, last=again)

    block = "<!-- keep -->\n<!-- edited by hand -->\nLives in Faro now.\n\n## Plans\n- sail  \n"
    assert file.endswith(f"{block}<!-- /keep -->\n")
    assert report.by_hand == ("Lives in Faro now.", "## Plans", "- sail  ")
    assert again.endswith(f"{block}\nMore.\n<!-- /keep -->\n")
    assert third == again


def test_all_of_a_file_that_we_never_wrote_is_a_person_s() -> None:
    file, report = run(WHOLE, present=b"# Noor\nCaf\xe9 owner.\n  indented\n\nLoves Porto.\n")

    assert "Caf\udce9 owner.\n  indented\n\nLoves Porto.\n<!-- /keep -->" in file
    assert report.deleted == ()


def test_the_file_as_it_was_born_holds_nothing_of_a_person() -> None:
    born = birth("Noor").decode()

    assert run(WHOLE, present=born, last=None)[0] == run(WHOLE)[0]


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [("\n", "\r\n"), (r"\.\n", ".  \n"), (r"\.\n", ". "), (r"(?m)^(?=\w)", "- ")],
)
def test_other_line_ends_spaces_and_joined_lines_are_no_statement(
    pattern: str, instead: str
) -> None:
    last = run(WHOLE)[0]

    assert run(WHOLE, present=re.sub(pattern, instead, last), last=last)[1].by_hand == ()


def test_a_lone_closing_mark_does_not_end_a_block_too_early() -> None:
    file, _ = run(WHOLE, present="# Noor\none\n<!-- /keep -->\ntwo\n")

    assert "one\ntwo\n<!-- /keep -->\n" in file


def test_a_line_that_a_person_deleted_does_not_come_back() -> None:
    last = run(WHOLE)[0]
    edited = last.replace("Repairs 12 clocks a week.\n", "")

    file, report = run(WHOLE, present=edited, last=last)
    after = replace(Versions.of(file.encode(), file.encode()), deleted=frozenset(report.deleted))
    later, second = rewrite(after, known(*FACTS), WHOLE)

    assert "clocks" not in file
    assert (report.deleted, report.withheld) == ((key("Repairs 12 clocks a week."),), ("noor-003",))
    assert ("Repairs 12 clocks a week.", Why.DELETED) in report.left_out
    assert later.decode() == file
    assert second.deleted == ()
    assert rewrite(after, known(*FACTS), None)[0].decode().count("clocks") == 0


def test_a_fact_whose_sentence_was_deleted_is_not_told_in_its_own_words() -> None:
    last = run(WHOLE.replace("Repairs 12 clocks a week", "Each week 12 clocks are repaired"))[0]
    edited = last.replace("Each week 12 clocks are repaired.\n", "")

    file, report = run(present=edited, last=last)

    assert "clocks" not in file
    assert key("Repairs 12 clocks a week.") in report.deleted


def test_a_file_that_is_gone_is_no_wish() -> None:
    last = run(WHOLE)[0]

    assert run(WHOLE, present=None, last=last)[0] == last


# Grounding


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Married to Zoltan.", Why.NAME),
        ("Idris and Zelda are her siblings.", Why.NAME),
        ("Repairs 15 clocks a week.", Why.NUMBER),
        ("Has lived in Porto since 2019.", Why.NUMBER),
        ("In Porto since 3 March 2026.", Why.NUMBER),
        ("She is dishonest, lazy and cruel.", Why.UNKNOWN),
        ("Lives in Lisbon.", Why.SUPERSEDED),
        ("Lives in Lisbon and is the sister of Idris.", Why.SUPERSEDED),
        ("Prefers coffee over jasmine tea.", Why.SUPERSEDED),
        ("Noor is Idris's sister.", None),
        ("Formerly lived in Lisbon.", None),
        ("Lived in Lisbon from 2024 until 2026.", None),
        ("Lived in Lisbon until 10 January 2026 (2024–2026).", None),
        ("Moved to Porto in January 2026, previously Lisbon.", None),
        ("Repairs twelve clocks a week for Velo Works.", None),
        ("No longer relevant after the change of jobs.", Why.UNKNOWN),
        ("Alias Nunu.", None),
    ],
)
def test_each_sentence_must_rest_on_facts(sentence: str, why: Why | None) -> None:
    about = known(*FACTS, names=("Nunu", "Velo Works"))

    file, report = run(f"{WHOLE} {sentence}", about=about)

    assert report.left_out == (((sentence, why),) if why else ())
    assert (sentence in file) is (why is None)
    assert text_of(file).startswith("Sister of Idris.")


BOSS = fact(11, "Manager of Idris at Velo Works", category="relationship")
TRIP = fact(12, "Visited Zagreb in May 2025")
PRIZE = fact(13, "Won the clock prize of Faro", category="milestone")
OLD_JOB = over(14, "Baker at Milo Foods", 11)
PERSON = (SISTER, HOME, OLD_HOME, CRITICAL, BOSS, OLD_JOB, TRIP, PRIZE)


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Noor was dismissed for theft.", Why.UNKNOWN),
        ("Former manager of Idris.", Why.CONTRADICTED),
        ("Formerly lived in Porto.", Why.CONTRADICTED),
        ("She no longer lives in Porto.", Why.CONTRADICTED),
        ("She previously gambled and no longer lives in Porto.", Why.UNKNOWN),
        ("Until recently she was in jail.", Why.UNKNOWN),
        ("No longer, as of 2026, manager of Idris.", Why.CONTRADICTED),
        ("She hates Idris.", Why.UNKNOWN),
        ("Noor likes peanuts.", Why.UNKNOWN),
        ("Severely allergic to Porto.", Why.UNKNOWN),
        ("Not severely allergic to peanuts.", Why.SUPERSEDED),
        ("Manager of Idris at Velo Works and a thief.", Why.UNKNOWN),
        ("Lives in Porto, where she cheats.", Why.UNKNOWN),
        ("Manager of Idris, lives in Porto and is severely allergic to peanuts.", None),
        ("Formerly baker at Milo Foods.", None),
        ("She was a baker until 2026.", None),
        ("Previously lived in Lisbon.", None),
        ("Had visited Zagreb in May 2025.", None),
        ("She once won the clock prize of Faro.", None),
    ],
)
def test_what_was_and_what_is_must_be_said_by_a_fact_that_tells_it(
    sentence: str, why: Why | None
) -> None:
    whole = "Manager of Idris at Velo Works."
    file, report = run(f"{whole} {sentence}", about=known(*PERSON))

    assert report.left_out == (((sentence, why),) if why else ())
    assert (sentence in file) is (why is None)


ENDINGS = [
    ("Stopped smoking in January", "Noor smokes.", "Noor is smoking.",
     "Noor has been smoking since January.", "+Noor no longer smokes.",
     "+In January Noor stopped smoking."),
    ("Quit drinking", "Noor drinks.", "Noor is drinking.", "+She quit drinking."),
    ("Gave up running", "Noor runs.", "+Noor gave up running in the end."),
    ("Stopped taking aspirin", "Noor takes aspirin.", "+Noor no longer takes aspirin."),
    ("Quit the job at Globex", "Noor has a job at Globex.", "+Noor quit her job at Globex."),
    ("Lost the Globex account", "Noor has the Globex account.",
     "+Noor lost the account of Globex."),
    ("Sold the car", "Noor has a car.", "+Noor sold her car."),
    ("Declined the offer from Globex", "Noor has an offer from Globex."),
    ("Broke up with Idris", "Noor is with Idris.", "+Noor broke up with Idris."),
    ("Cancelled the trip to Rome", "Noor is on a trip to Rome.",
     "+Noor has called off the trip to Rome."),
    ("The trip to Rome was cancelled", "Noor is on a trip to Rome.",
     "+Noor's trip to Rome was cancelled."),
    ("Avoids dairy", "Noor has dairy.", "+Noor avoids dairy."),
    ("Refuses to fly", "Noor flies."),
    ("Failed the driving test", "Noor drives.", "+Noor failed her driving test."),
    ("Left the choir", "Noor is in the choir.", "+Noor left the choir."),
    ("Driving licence expired", "Noor has a driving licence.",
     "+Noor's driving licence expired."),
    ("Quit smoking and runs every morning", "+Noor runs every morning."),
    ("Moved to Rome after she lost the job", "+Noor moved to Rome."),
    ("Left Globex for Velo Works", "+Noor is at Velo Works."),
    ("Noor sold the car and works in Rome with Idris", "+Noor works in Rome.", "+Noor is in Rome.",
     "+Noor works with Idris."),
    ("Idris sold the car and moved to Rome", "Idris has a car.", "+Idris moved to Rome."),
    ("Ended up in Rome", "+Noor is in Rome."),
    ("Broke the left knee", "+Noor has broken her knee."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sentence"), [(row[0], one) for row in ENDINGS for one in row[1:]]
)
def test_what_a_fact_tells_as_ended_is_not_told_as_what_is(text: str, sentence: str) -> None:
    names = ("Globex", "Rome", "Idris", "Velo Works")
    about = known(fact(1, text), fact(2, "Lives in Porto"), names=names)

    _, report = run(f"Lives in Porto. {sentence.lstrip('+')}", about=about)

    assert [line for line, _ in report.left_out] == ([] if sentence.startswith("+") else [sentence])


def test_a_text_that_stood_before_is_judged_again() -> None:
    slander = "Noor was dismissed for theft."
    last = f"# Noor\n\nManager of Idris at Velo Works.\n{slander}\n"

    for proposed in ("I'm sorry, I can't do this.", "Married to Zoltan.", None):
        assert slander not in run(proposed, about=known(*PERSON), present=last, last=last)[0]


def test_what_a_person_keeps_may_be_named_and_is_not_repeated() -> None:
    present = "# Noor\n<!-- keep -->\nGodmother of Zelda, born 2011.\n<!-- /keep -->\n"

    file, report = run(
        f"{WHOLE} Zelda was born in 2011. Godmother of Zelda, born 2011.", present=present
    )

    assert "Zelda was born in 2011.\n" in file
    assert report.left_out == (("Godmother of Zelda, born 2011.", Why.KEPT),)


def test_a_proposed_text_opens_no_structure() -> None:
    text = f"# Zelda\n\n<!-- keep -->\n{WHOLE}\n<!-- /keep -->\n```\n[x]: http://y\n![](z) tea\n```"

    file, _ = run(text)

    assert take_apart(file.encode()).keeps == ()
    assert "<!--" not in file
    assert "```" not in file
    assert "# Zelda" not in file
    assert "![" not in file


# Coverage


def test_a_critical_fact_that_the_model_omits_is_added() -> None:
    plain = [fact(n, f"Owns clock number {n} from Porto") for n in range(10, 49)]
    text = " ".join(f"Owns clock number {n} from Porto." for n in range(10, 49))

    file, report = run(text, about=known(*plain, CRITICAL))

    assert file.endswith("Owns clock number 48 from Porto.\nSeverely allergic to peanuts.\n")
    assert report.added == ("noor-006",)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("She is severely allergic to peanuts.", True),
        ("Noor is, severely, allergic to peanuts", True),
        ("Severely allergic to penicillin.", False),
        ("Not severely allergic to peanuts.", False),
        ("Formerly severely allergic to peanuts.", False),
        ("Allergic.", False),
    ],
)
def test_a_hot_fact_is_told_only_by_a_sentence_that_says_it(sentence: str, *, told: bool) -> None:
    medicine = fact(7, "Takes penicillin")

    file, report = run(f"Takes penicillin. {sentence}", about=known(CRITICAL, medicine))

    assert ("noor-006" in report.added) is not told
    assert ("\nSeverely allergic to peanuts.\n" in file) is not told


def test_numbers_and_names_of_a_hot_fact_must_all_be_told() -> None:
    one = fact(8, "Met Zelda and Idris at the big clock fair in hall 12")

    report = run("Met Zelda at the big clock fair in hall 12.", about=known(one))[1]
    other = run("Met Zelda and Idris at the big clock fair in a hall.", about=known(one))[1]

    assert (report.added, other.added) == (("noor-008",), ("noor-008",))


def test_what_a_person_keeps_counts_as_told() -> None:
    present = "# Noor\n<!-- keep -->\nShe is severely allergic to peanuts!\n<!-- /keep -->\n"

    assert run(WHOLE, about=known(*FACTS, CRITICAL), present=present)[1].added == ()


def test_warm_facts_are_added_while_there_is_room_and_cold_ones_left_out() -> None:
    warm = [fact(n, f"Owns clock number {n}, which is {'very ' * 30}old") for n in range(10, 40)]
    about = known(SISTER, TEA, *warm, heat={2: COLD, **dict.fromkeys(range(10, 40), WARM)})

    file, report = run("Sister of Idris. Prefers jasmine tea over coffee.", about=about)

    assert 1_700 < len(text_of(file)) <= 2_000
    assert "tea" not in file
    assert report.left_out == (("Prefers jasmine tea over coffee.", Why.COLD),)


def test_all_hot_facts_are_told_however_many_there_are() -> None:
    hot = [fact(n, f"Owns clock number {n} from the old harbour of Porto") for n in range(10, 110)]

    file, _ = run("Owns clocks from Porto.", about=known(*hot))

    assert all(f"{f.fact}.\n" in file for f in hot)


def test_an_entity_gone_cold_keeps_a_line_or_two() -> None:
    cold = known(*FACTS, heat=dict.fromkeys(range(1, 5), COLD))
    last = run(WHOLE)[0]

    file, report = run(WHOLE, about=cold, present=last, last=last)

    assert text_of(file).splitlines() == ["Sister of Idris.", "Prefers jasmine tea over coffee."]
    assert report.gone == ("noor-003", "noor-004")
    assert report.shrunk is False


# Shrinking

LONG = (
    "Noor prefers jasmine tea over coffee, and it is jasmine tea over coffee that Noor prefers. "
    "Noor, sister of Idris, repairs 12 clocks a week, and repairs clocks, and more clocks."
)


def test_a_text_that_shrinks_without_a_reason_does_not_stand() -> None:
    about = known(SISTER, fact(3, "Repairs clocks"), heat={1: WARM})
    about = Known("Noor", (*about.facts, HOME, TEA), {**about.heats}, ("Porto", "12"))
    last = run(LONG, about=about)[0]

    file, report = run("Repairs clocks. Sister of Idris.", about=about, present=last, last=last)

    assert (report.origin, report.shrunk) == (Origin.BEFORE, True)
    assert file == last


def test_a_text_may_shrink_with_the_facts_that_went() -> None:
    last = run(WHOLE)[0]
    about = known(*FACTS, heat={2: COLD, 3: COLD, 1: COLD})

    file, report = run("Lives in Porto.", about=about, present=last, last=last)

    assert text_of(file) == "Sister of Idris.\nLives in Porto."
    assert (report.shrunk, report.gone) == (False, ("noor-002", "noor-003"))


def test_an_entity_of_which_nothing_is_known_any_more_keeps_its_name_and_kept_text() -> None:
    last = run(WHOLE)[0]
    present = last + "<!-- keep -->\nmine\n<!-- /keep -->\n"

    file, _ = run(None, about=known(), present=present, last=last)

    assert file == "# Noor\n\n<!-- keep -->\nmine\n<!-- /keep -->\n"


# Properties

PIECES = st.sampled_from(
    ["a line\n", "Lives in Porto.\n", "\n", "  \n", "# Noor\n", "## Plans\n", "x\r\n", "```\n",
     "<!-- keep -->\n", "<!-- /keep -->\n", "<!-- keep -->k<!-- /keep -->\n", "<!--\n", "-->\n",
     "- item\n", "===\n", "---\n", "caf\xe9\n", "<!-- edited by hand -->\n",
     "Repairs clocks. Old.\n",
     "~~~\n", "no end", "Sister of Idris.\n"]
)  # fmt: skip
FRONTS = st.sampled_from(["", "---\naliases: [N]\n---\n", "\ufeff", "\ufeff---\nx: y\n---\n\n"])
FILES = st.tuples(FRONTS, st.lists(PIECES, max_size=9)).map(lambda f: f[0] + "".join(f[1]))
PROPOSALS = st.sampled_from(
    [None, "", WHOLE, "TODO", "Sister of Idris.", "# X\n- Lives in Porto\n- 12 clocks", LONG,
     "Lives in Lisbon. Married to Zoltan."]
)  # fmt: skip


@settings(max_examples=400)
@given(FILES, st.one_of(st.none(), FILES), PROPOSALS, st.sampled_from(list(Heat)))
def test_nothing_of_a_person_is_lost_and_a_second_sunday_changes_nothing(
    present: str, last: str | None, proposed: str | None, heat: Heat
) -> None:
    about = known(*FACTS, heat={2: heat, 3: heat})
    versions = Versions.of(present.encode(), None if last is None else last.encode())
    try:
        raw, report = rewrite(versions, about, proposed)
    except DataError:
        return

    before, after = take_apart(versions.present), take_apart(raw)
    assert after.head.strip() == before.head.strip()
    kept = b"".join((*after.keeps, after.tail))
    for block in (*before.keeps, before.tail):
        inner = block.splitlines(keepends=True)[:-1]  # ours may have grown before its last line
        assert b"".join(inner) in kept
    ours = {key(row.text) for row in take_apart(versions.last or b"").rows}
    ours |= {key(known.fact) for known in FACTS}
    for row in before.rows:
        if key(row.text) not in ours and row.text.strip():
            sentences = re.split(r"(?<=\.) ", row.text)
            assert row.raw.strip() in kept or all(key(s) in ours for s in sentences)
    again = replace(Versions.of(raw, raw), deleted=frozenset(report.remembered))
    second, _ = rewrite(again, about, proposed)
    assert second == raw
