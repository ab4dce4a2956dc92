"""Admission: a proposal -> a claim with the lines it rests on and how far to trust them, or a gate.

The words of a fact are its inputs, whatever the model cites: where a text of lower trust says more
of it than the cited words of the operator do, the fact is that text's.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from zoneinfo import ZoneInfo

from memoryd.core.blocks import one_line
from memoryd.core.catalog import SELF, Catalog
from memoryd.core.contrast import filled_in, states_denied
from memoryd.core.denied import denies_otherwise, settled
from memoryd.core.entity import match_key
from memoryd.core.grounding import (
    Evidence,
    Words,
    cited_lines,
    is_operator,
    is_sound,
    names_in,
    strays,
    ungrounded,
    words_of,
)
from memoryd.core.mood import loses_mood, only_hoped
from memoryd.core.numbers import stated_numbers
from memoryd.core.opposed import is_opposed
from memoryd.core.own_names import Names, called_in, names_of
from memoryd.core.parting import parts_without_word
from memoryd.core.plan import Gate
from memoryd.core.proposal import Mention, Proposal
from memoryd.core.quoting import Spoken, spoken
from memoryd.core.redact import redact
from memoryd.core.regex import regex
from memoryd.core.text import composed, content_stems, words
from memoryd.core.tongues import tongues
from memoryd.core.trust import OURSELVES, Voice, lowest, voice_of
from memoryd.core.turn import Line, Role
from memoryd.core.turned import turned
from memoryd.core.twisted import is_closely_twisted, is_twisted
from memoryd.core.unlimited import drops_limit
from memoryd.core.value import replace

CLOSE, CLOSEST = 0.5, 0.75  # of a text's content, so much must stand in its lines
MAX_FACT = 600  # characters; a longer text is no atomic fact
_MAX_NAME = 300
_WHO_DO = ("person", "company")  # where a fact names nobody, the one it is stored with does it
_NOBODY = frozenset({"operator"})
_FEWEST = 2  # words; one alone says nothing of what it names
# Of a fact's words that the cited words and a sentence of others hold, so many must be cited.
_OWN_SHARE = 0.6
_PEER_SHARE = 0.7  # of a fact's words in one sentence of the other party make it theirs
_PHRASE_SHARE = 0.5  # of a fact's words, so many must stand outside short quotations
_SENTENCE = regex(r"(?<=[.!?;。！？])\s*|\n+")  # noqa: RUF001 - Chinese and Japanese stops


@dataclass(frozen=True, slots=True)
class Claim:
    """A proposal that passed the gates: the words, what they rest on, and how far to trust them."""

    proposal: Proposal
    text: str
    lines: tuple[Line, ...]
    voice: Voice


@dataclass(frozen=True, slots=True)
class _Heard:
    """A line as trust sees it. other: sentences in it that are not its speaker's own words."""

    line: Line
    voice: Voice
    spoken: Spoken

    @property
    def others(self) -> tuple[str, ...]:
        """The texts in it that may become no more than an attributed line."""
        return (self.line.turn.text,) if self.voice is Voice.OTHER else self.spoken.others


@dataclass(slots=True)
class Hearing:
    """The lines of one call, weighed for every proposal that answers it.

    names: what the operator is called besides, and what memory knows that is no person.
    """

    lines: tuple[Line, ...]
    operator: str
    zone: ZoneInfo
    channels: tuple[str, ...] = ()
    names: Names | None = None
    _heard: dict[str, _Heard] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Judge each line once, its letters put together as a fact's are."""
        self.operator = composed(self.operator)
        self.names = self.names or names_of([self.operator])
        self.lines = tuple(_composed(line) for line in self.lines)
        for line in self.lines:
            text = line.turn.text
            mine = line.turn.role is Role.OPERATOR
            names = self.names if mine else self.names.said_by(line.turn.speaker or "")
            said = Spoken(text) if line.turn.assistant == OURSELVES else spoken(text, names)
            self._heard[line.id] = _Heard(line, voice_of(line.turn, self.channels), said)

    def evidence(self, cited: tuple[Line, ...]) -> Evidence:
        """Return the cited lines with all that was shown of their sessions."""
        sessions = {(line.turn.assistant, line.turn.session) for line in cited}
        around = tuple(n for n in self.lines if (n.turn.assistant, n.turn.session) in sessions)
        return Evidence(cited, around, self.operator, self.zone)

    def admit(self, proposal: Proposal, catalog: Catalog) -> Claim | Gate:
        """Return the claim a proposal makes, or the gate it fails."""
        cited = cited_lines(proposal, self.lines)
        if not cited:
            return Gate.NO_CITATION
        areas = frozenset(ref.folder for ref in catalog.names)
        if not is_sound(proposal.entity, cited, areas):
            return Gate.BAD_ENTITY
        name = one_line(composed(proposal.entity.name[: _MAX_NAME + 1]))
        if len(proposal.fact) > 2 * MAX_FACT or len(name) > _MAX_NAME:
            return Gate.BAD_TEXT
        text = one_line(redact(composed(proposal.fact)).text)
        if not text or len(text) > MAX_FACT:
            return Gate.BAD_TEXT
        related = tuple(m for m in proposal.related if is_sound(m, cited, areas))
        entity = Mention(proposal.entity.kind, name)
        clean = replace(proposal, fact=text, entity=entity, related=related)
        read = replace(clean, fact=settled(text, [line.turn.text for line in cited]))
        if gate := ungrounded(read, self.evidence(cited)):
            return gate
        lines, voice = self._voice(clean, cited, catalog)
        return Claim(clean, text, lines, voice)

    def admit_fact(self, proposal: Proposal, catalog: Catalog) -> Claim | Gate:
        """Return the claim of a text that may become a fact: also who does it, and how surely.

        What others said is not judged by that: it is told as theirs.
        """
        claim = self.admit(proposal, catalog)
        if isinstance(claim, Gate) or claim.voice is Voice.OTHER:
            return claim
        said = [line.turn.text for line in claim.lines]
        name = claim.proposal.entity.name
        english = [filled_in(line, name) for line in said if not tongues(line)]
        is_turned = (
            self._is_anothers(claim, catalog)
            or loses_mood(claim.text, english)
            or states_denied(claim.text, english, name)
            or is_closely_twisted(claim.text, "\n".join(english))
            or _says_otherwise(claim, english)
            or denies_otherwise(claim.text, said)
        )
        return Gate.TURNED if is_turned else claim

    def _is_anothers(self, claim: Claim, catalog: Catalog) -> bool:
        """Return whether a claim gives one's deed to another, by who says "I" in each line."""
        me = frozenset(words(self.operator))
        said = [
            (line.turn.text,
             me if line.turn.role is Role.OPERATOR else frozenset(words(line.turn.speaker or "")))
            for line in claim.lines
        ]  # fmt: skip
        text = settled(claim.text, [line for line, _ in said])
        return turned(text, said, self._doer(claim.proposal.entity, catalog), me or _NOBODY)

    def _doer(self, entity: Mention, catalog: Catalog) -> frozenset[str] | None:
        """Return who does what a text of an entity tells without naming anybody; None: open."""
        if entity.kind not in _WHO_DO:
            return None
        me, named = frozenset(words(self.operator)), frozenset(words(entity.name))
        in_full = me and all(any(word.startswith(own) for word in named) for own in me)
        mine = match_key(entity.name) in SELF or (
            entity.kind == "person" and (in_full or catalog.means_operator(entity))
        )
        return me if mine else named

    def admit_close(
        self, proposal: Proposal, catalog: Catalog, least: float = CLOSE
    ) -> Claim | Gate:
        """Return the claim of a text that becomes no fact: it must say what its lines say.

        It may leave out and reword, not turn around: untrusted then. One bare word is a bad text,
        unless no more was said.

        least: the share of its content words that must stand in them.
        """
        claim = self.admit(proposal, catalog)
        if isinstance(claim, Gate):
            return claim
        speakers = (line.turn.speaker or "" for line in claim.lines)
        names = " ".join((self.operator, *speakers))
        if gate := strays(claim.text, claim.lines, least=least, names=names):
            return gate
        whole = {words(line.turn.text) for line in claim.lines}
        if len(words(claim.text)) < _FEWEST and words(claim.text) not in whole:
            return Gate.BAD_TEXT
        said = [line.turn.text for line in claim.lines]
        english = [line for line in said if not tongues(line)]
        is_turned = (
            is_twisted(claim.text, "\n".join(english), names=names)
            or only_hoped(claim.text, english)
            or _says_otherwise(claim, english)
            or self._is_anothers(claim, catalog)
            or denies_otherwise(claim.text, said)
            or (len(english) == len(said) and parts_without_word(claim.text, said))
        )
        return Gate.UNTRUSTED if is_turned else claim

    def _voice(
        self, proposal: Proposal, cited: tuple[Line, ...], catalog: Catalog
    ) -> tuple[tuple[Line, ...], Voice]:
        """Return the lines a fact rests on and their voice: the highest that carries it."""
        heard = [self._heard[line.id] for line in cited]
        for level in (Voice.OPERATOR, Voice.PEER, Voice.REMEMBER):
            own = [h for h in heard if lowest((h.voice, level)) is level]
            if own and self._carries(proposal, heard, level, catalog):
                return tuple(h.line for h in own), level
        return self._sayers(proposal, cited), Voice.OTHER

    def _carries(
        self, proposal: Proposal, cited: list[_Heard], level: Voice, catalog: Catalog
    ) -> bool:
        """Return whether the cited words of this trust state a fact, and no others' words do."""
        own = [h for h in cited if lowest((h.voice, level)) is level]
        stems = content_stems(proposal.fact)
        mine = stems & content_stems("\n".join(h.spoken.own for h in own))
        phrases = content_stems("\n".join(p for h in own for p in h.spoken.phrases))
        if not mine or (stems & phrases and len(mine - phrases) < _PHRASE_SHARE * len(mine)):
            return False
        quoted = content_stems("\n".join(t for h in own for t in h.spoken.others))
        if stems & quoted - mine:
            return False
        if self._is_word_for_word(proposal.fact, own, level):
            return False
        if any(
            _says_more(piece, stems, mine, heard=heard, cited=heard in cited)
            for heard in self._heard.values()
            for text in _less_trusted(heard, level)
            for piece in _sentences(text)
        ):
            return False
        return not self._borrowed(proposal, own, level, catalog)

    def _is_word_for_word(self, fact: str, own: list[_Heard], level: Voice) -> bool:
        """Return whether a text of lower trust holds the fact as it stands and the cited do not.

        An assistant that repeats what it heard may find the better words for it.
        """
        if any(_holds(h.spoken.own, fact) for h in own):
            return False
        return any(
            _holds(text, fact)
            for heard in self._heard.values()
            if heard.line.turn.role is not Role.ASSISTANT
            for text in _less_trusted(heard, level)
        )

    def _borrowed(
        self, proposal: Proposal, own: list[_Heard], level: Voice, catalog: Catalog
    ) -> bool:
        """Return whether a name or number of a fact comes from a text of lower trust alone."""
        session = self.evidence(tuple(h.line for h in own)).session
        around = [self._heard[line.id] for line in session]
        ours = words_of(
            (
                *(h.spoken.own for h in around if lowest((h.voice, level)) is level),
                *(h.line.turn.speaker or "" for h in around),
                self.operator,
            )
        )
        less = [(h.line, words_of(tuple(_less_trusted(h, level)))) for h in around]
        known = catalog.knows(proposal.entity)
        return any(
            not ours.holds(name) and _from(name, less, spare_assistant=known and name in subject)
            for subject in [frozenset(proposal.entity.name.split())]
            for name in (*names_in(proposal.fact), *subject)
            if not is_operator(name, self.operator)
        ) or any(
            not readings & ours.numbers and any(readings & w.numbers for _, w in less)
            for readings in stated_numbers(proposal.fact)
        )

    def _sayers(self, proposal: Proposal, cited: tuple[Line, ...]) -> tuple[Line, ...]:
        """Return the line to name as the one that says it: of those cited, else of all shown."""
        stems = content_stems(proposal.fact)

        def says(line: Line) -> int:
            texts = self._heard[line.id].others
            return max((len(stems & piece) for t in texts for piece in _sentences(t)), default=0)

        for lines in (cited, self.lines):
            best = max(lines, key=says)
            if says(best):
                return (best,)
        return cited


def hearing_in(
    catalog: Catalog, lines: Iterable[Line], zone: ZoneInfo, channels: tuple[str, ...] = ()
) -> Hearing:
    """Return the lines of one call as a memory with these names hears them."""
    return Hearing(tuple(lines), catalog.operator_name, zone, channels, called_in(catalog))


def _says_otherwise(claim: Claim, said: list[str]) -> bool:
    """Return whether a claim drops the limit of what is denied, or names the opposite kind."""
    about = claim.proposal
    names = " ".join((about.entity.name, *(mention.name for mention in about.related)))
    return drops_limit(claim.text, said, names=names) or is_opposed(claim.text, "\n".join(said))


def _composed(line: Line) -> Line:
    turn = line.turn
    speaker = turn.speaker and composed(turn.speaker)
    return replace(line, turn=replace(turn, text=composed(turn.text), speaker=speaker))


def _says_more(
    piece: frozenset[str],
    stems: frozenset[str],
    mine: frozenset[str],
    *,
    heard: _Heard,
    cited: bool,
) -> bool:
    """Return whether a sentence of less trust says more of a fact than the cited words do."""
    theirs = stems & piece
    if heard.voice is Voice.PEER:  # two who talk share most of their words
        return len(theirs) > len(mine) and len(theirs) >= _PEER_SHARE * len(stems)
    outweighs = cited or len(theirs) > len(mine)
    return outweighs and len(mine) < _OWN_SHARE * len(mine | theirs)


def _holds(text: str, fact: str) -> bool:
    return f" {' '.join(words(fact))} " in f" {' '.join(words(text))} "


def _less_trusted(heard: _Heard, level: Voice) -> tuple[str, ...]:
    if heard.voice is not Voice.OTHER and lowest((heard.voice, level)) is not level:
        return (heard.line.turn.text,)
    return heard.others


def _from(name: str, less: Iterable[tuple[Line, Words]], *, spare_assistant: bool) -> bool:
    """Return whether a name stands in one of these texts.

    spare_assistant: an assistant may say who is meant ("Noor?"), of those memory knows already.
    """
    return any(
        spoken_words.holds(name)
        for line, spoken_words in less
        if not (spare_assistant and line.turn.role is Role.ASSISTANT)
    )


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[frozenset[str], ...]:
    return tuple(stems for part in _SENTENCE.split(text) if (stems := content_stems(part)))
