"""A memory in a dictionary, lines and proposals in a word: what tests of reconcile are made of."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.core.catalog import Catalog
from memoryd.core.change import AddFact, Bullets, Supersede, Touch
from memoryd.core.entity import Ref, parse_ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.plan import Plan
from memoryd.core.proposal import Mention, Proposal
from memoryd.core.reconcile import View, reconcile
from memoryd.core.trust import Voice
from memoryd.core.turn import Line, Role, Turn

ZONE = ZoneInfo("Europe/Berlin")
OPERATOR = Ref("people", "alex")


def line(
    seq: int, text: str, role: str = "operator", *, day: str = "2026-02-15", **more: Any
) -> Line:
    """One line of session s at nine and as many minutes as its number says."""
    time = datetime.fromisoformat(f"{day}T08:00:00+00:00").astimezone(UTC) + timedelta(minutes=seq)
    session = more.pop("session", "s")
    return Line(seq, Turn("plain", session, f"l{seq}", time, Role(role), text, **more))


def peer(seq: int, text: str, speaker: str = "Dana", **more: Any) -> Line:
    """What the other party of a direct chat says."""
    return line(seq, text, "member", speaker=speaker, channel="telegram:direct", **more)


def propose(fact: str, *lines: str, about: str = "person Alex", **more: Any) -> Proposal:
    """One proposal; about: kind and name."""
    kind, _, name = about.partition(" ")
    related = tuple(Mention(*r.split(" ", 1)) for r in more.pop("related", ()))
    category = more.pop("category", "status")
    return Proposal(lines or ("m1",), Mention(kind, name), fact, category, related=related, **more)


@dataclass
class Memory:
    """The facts of some entities; plans are applied to it as the store would."""

    facts: dict[str, list[Fact]] = field(default_factory=dict)
    theirs: set[str] = field(default_factory=set)  # sources that are not the operator's
    deleted: set[str] = field(default_factory=set)
    said: dict[str, datetime] = field(default_factory=dict)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def hold(self, ref: str, *texts: str, day: str = "2026-01-05", **more: Any) -> "Memory":
        """Put facts into an entity as stated on a day."""
        held = self.facts.setdefault(ref, [])
        slug = ref.split("/")[1]
        for text in texts:
            fact_id = f"{slug}-{len(held) + 1:03d}"
            held.append(Fact(fact_id, text, day, **{"source": "remember", **more}))
        return self

    def view(self) -> View:
        refs = {parse_ref(ref): self.names.get(ref, ()) for ref in self.facts}
        return View(
            catalog=Catalog(OPERATOR, "Alex", {OPERATOR: ("Alex",), **refs}),
            zone=ZONE,
            ledger=lambda ref: Ledger(ref, tuple(self.facts.get(str(ref), ()))),
            used=lambda ref: frozenset(f.id for f in self.facts.get(str(ref), ())),
            tombstoned=lambda _ref, fact: fact.fact in self.deleted,
            voice=lambda _, f: Voice.PEER if (f.source or "") in self.theirs else Voice.OPERATOR,
            said_at=lambda fact: self.said.get(fact.id),
        )

    def take(self, proposals: list[Proposal], lines: list[Line]) -> Plan:
        """Reconcile and apply."""
        plan = reconcile(proposals, lines, self.view())
        for op in plan.operations:
            if isinstance(op, AddFact):
                self.facts.setdefault(str(op.ref), []).append(op.fact)
                names = self.names.setdefault(str(op.ref), ())
                self.names[str(op.ref)] = names or (op.name,)
            elif isinstance(op, Supersede):
                ledger = Ledger(op.ref, tuple(self.facts[str(op.ref)]))
                self.facts[str(op.ref)] = list(ledger.supersede(op.old, by=op.by).facts)
            elif isinstance(op, Touch):
                self._touch(op)
        return plan

    def _touch(self, op: Touch) -> None:
        ledger = Ledger(op.ref, tuple(self.facts[str(op.ref)]))
        fact = ledger.get(op.id)
        assert fact is not None
        self.facts[str(op.ref)] = list(ledger.put(fact.touched(day=op.last_accessed)).facts)

    def active(self, ref: str = "people/alex") -> list[str]:
        return [fact.fact for fact in self.facts.get(ref, ()) if fact.active]

    def everything(self) -> list[Fact]:
        return [fact for held in self.facts.values() for fact in held]


def notes(plan: Plan) -> list[str]:
    """The lines a plan writes into daily notes."""
    return [text for op in plan.operations if isinstance(op, Bullets) for text in op.lines]


def fates(plan: Plan) -> list[str]:
    """What became of each proposal: the outcome, with its gate."""
    return [d.outcome.value + (f":{d.gate.value}" if d.gate else "") for d in plan.decisions]
