"""Weeks of a life in seconds: lines are said; heartbeats, nights and Sundays go by a clock."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.store import MemoryStore
from memoryd.wiring import App
from tests.acceptance.kit import LINE
from tests.fakes_server import Handler, Step, anthropic, openai

ZONE = ZoneInfo("Europe/Berlin")
DAY = timedelta(days=1)
NIGHT, SUNDAY = time(23), time(4)
SUNDAYS = 6  # date.weekday()


@dataclass
class Life:
    """One home, its conversations, and the jobs as the daemon runs them."""

    home: Path
    llm: str = ""
    layers: tuple[str, ...] = ("tacit", "notes", "graph", "search")
    operator: str = "Alex"
    answers: list[dict[str, Any]] = field(default_factory=list)
    calls: int = 0
    _pending: list[tuple[datetime, str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        self.chats.mkdir(exist_ok=True)
        self.configure()

    @property
    def root(self) -> Path:
        return self.home / "life"

    @property
    def chats(self) -> Path:
        return self.home / "chats"

    @property
    def config(self) -> Path:
        return self.home / "config.toml"

    @property
    def env(self) -> dict[str, str]:
        return {"HOME": str(self.home), "OPENAI_API_KEY": "not-real", "ANTHROPIC_API_KEY": "no"}

    def configure(self, **changes: Any) -> None:
        """Write the configuration, with other layers or another model from now on."""
        for name, value in changes.items():
            setattr(self, name, value)
        kinds = ("tacit", "notes", "graph", "search")
        layers = "\n".join(f"{name} = {str(name in self.layers).lower()}" for name in kinds)
        self.config.write_text(f"""\
[operator]
name = "{self.operator}"
timezone = "{ZONE.key}"
[memory]
root = "{self.root}"
[layers]
{layers}
[sources.claude_code]
enabled = false
[sources.pi]
enabled = false
[sources.plain]
paths = ["{self.chats}/*.jsonl"]
{self.llm}
""")

    def say(self, when: str | datetime, text: str, *, session: str = "talk", **more: Any) -> None:
        """Say something as the operator, at a local time such as 2026-01-05 09:00."""
        moment = datetime.fromisoformat(when) if isinstance(when, str) else when
        moment = moment if moment.tzinfo else moment.replace(tzinfo=ZONE)
        row = {"time": moment.isoformat(), "role": "operator", "text": text, **more}
        self._pending.append((moment, session, json.dumps(row, ensure_ascii=False)))

    def tell_the_story(self) -> None:
        """Let the bundled story be said in its time."""
        for path in files("memoryd.jobs").joinpath("demo").iterdir():
            for row in path.read_text("utf-8").splitlines() if path.name[-6:] == ".jsonl" else ():
                moment = datetime.fromisoformat(json.loads(row)["time"])
                self._pending.append((moment, path.name[:-6], row))

    def hear(self, now: datetime) -> None:
        """Put what was said by now into the transcripts."""
        due = sorted(row for row in self._pending if row[0] <= now)
        self._pending = [row for row in self._pending if row[0] > now]
        for _, session, row in due:
            with (self.chats / f"{session}.jsonl").open("a", encoding="utf-8") as handle:
                handle.write(row + "\n")

    def app(self, now: datetime) -> App:
        return App.of(self.env, config_file=self.config, now=now.isoformat())

    def store(self, now: datetime | None = None) -> MemoryStore:
        """The memory, opened for reading."""
        return self.app(now or datetime(2026, 1, 1, tzinfo=ZONE)).reader()

    def perform(self, verb: str, now: str | datetime, **params: Any) -> dict[str, Any]:
        """Do a job by the clock in a process of its own, as far as the files can tell."""
        moment = datetime.fromisoformat(now) if isinstance(now, str) else now
        moment = moment if moment.tzinfo else moment.replace(tzinfo=ZONE)
        self.hear(moment)
        app = self.app(moment)
        with app.writer() as store:
            answer = app.perform(verb, params, store, lambda _: None)
        self.calls += answer.get("calls", 0) + answer.get("heartbeat", {}).get("calls", 0)
        self.answers.append({"verb": verb, "now": moment, **answer})
        return answer

    def live(
        self, first: str, last: str, *, beats: tuple[int, ...] = (9, 20),
        meanwhile: Callable[[datetime], None] = lambda _: None,
    ) -> None:  # fmt: skip
        """Let the days go by, first and last included."""
        day = date.fromisoformat(first)
        while day <= date.fromisoformat(last):
            if day.weekday() == SUNDAYS:
                self._do("synthesis", day, SUNDAY, meanwhile)
            for hour in beats:
                self._do("heartbeat", day, time(hour), meanwhile)
            self._do("nightly", day, NIGHT, meanwhile)
            day += DAY

    def weeks(self, *sundays: str) -> None:
        """Let whole weeks go by with a heartbeat on the evening before each of these Sundays."""
        for sunday in map(date.fromisoformat, sundays):
            self._do("heartbeat", sunday - DAY, time(20), lambda _: None)
            self._do("synthesis", sunday, SUNDAY, lambda _: None)

    def _do(self, verb: str, day: date, at: time, after: Callable[[datetime], None]) -> None:
        now = datetime.combine(day, at, tzinfo=ZONE)
        self.perform(verb, now)
        after(now)

    def shown(self) -> dict[str, bytes]:
        """Every file that a person sees."""
        names = ((path.relative_to(self.root).as_posix(), path) for path in self._paths())
        return {name: path.read_bytes() for name, path in names if name[:9] != ".memoryd/"}

    def everything(self) -> dict[str, bytes]:
        """Every file of the memory, the machinery's own too."""
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in self._paths()}

    def _paths(self) -> list[Path]:
        return [path for path in sorted(self.root.rglob("*")) if path.is_file()]

    def text(self, name: str) -> str:
        path = self.root / name
        return path.read_text("utf-8") if path.exists() else ""

    def facts(self, folder: str) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = json.loads(self.text(f"{folder}/items.json") or "[]")
        return found

    def reviews(self) -> list[dict[str, Any]]:
        paths = sorted((self.root / ".memoryd/review").glob("*.jsonl"))
        return [json.loads(row) for path in paths for row in path.read_text().splitlines()]

    def versions_of(self, name: str) -> list[bytes]:
        """Every version of a file that the audit names, as kept in history."""
        store = self.store()
        own = store.audit_name(name)
        found: list[bytes] = []
        for row in store.audit_rows():
            for path, before, after in row.get("files", ()):
                if path == own:
                    kept = (store.version(sha) for sha in (before, after) if sha)
                    found += [raw for raw in kept if raw is not None]
        return found


FACT = re.compile(r"^\[([\w-]+)\] (\d{4}-\d\d-\d\d) (hot|warm|cold): (.*)$", re.MULTILINE)
ENDED = re.compile(r"^\[([\w-]+)\] (\d{4}-\d\d-\d\d), replaced by [\w-]+: (.*)$", re.MULTILINE)
Write = Callable[[str], dict[str, Any] | str]


def a_model(url: str, dialect: str = "openai", more: str = "") -> str:
    """The configuration of a model that writes on Sundays; the rules do the rest."""
    return (
        f'[llm]\nprovider = "offline"\n[llm.synthesis]\nprovider = "{dialect}"\n'
        f'model = "scribe-1"\nbase_url = "{url}"\n{more}\n'
        "[budget]\ndaily_usd = 1000.0\nmonthly_usd = 1000.0\n"
    )


def about_entity(prompt: str) -> bool:
    """Whether a prompt asks for a summary; else it is about MEMORY.md."""
    return "Facts that hold:" in prompt


WAYS = (
    (re.compile("early riser"), "How I Work", "Gets up early: an early riser"),
    (re.compile("I prefer (.+?)[.,]"), "Communication Preferences", r"Prefers \1"),
    (re.compile("(Never schedule .+?)[.,]"), "Hard Rules", r"\1"),
)


def well_written(prompt: str) -> dict[str, Any]:
    """Answer with the facts as shown, and what ended as ended; with what lines plainly wish."""
    if not about_entity(prompt):
        found = ((way.search(text), line, section, said)
                 for line, _, _, _, text in LINE.findall(prompt)
                 for way, section, said in WAYS)  # fmt: skip
        add = [{"section": section, "text": match.expand(said), "lines": [line]}
               for match, line, section, said in found if match]  # fmt: skip
        return {"add": add, "retire": []}
    said = [f"Former fact: {text}, no longer relevant" for _, _, text in ENDED.findall(prompt)]
    said += [text for *_, text in FACT.findall(prompt)]
    return {"summary": ". ".join(said) + ".", "superseded": [], "completed": False}


def writing(write: Write, dialect: str = "openai", stop: str | None = None) -> Step:
    """A model that answers each prompt as `write` says."""

    def step(handler: Handler) -> None:
        answer = write(handler.server.sent[-1].body["messages"][-1]["content"])
        text = answer if isinstance(answer, str) else json.dumps(answer)
        if dialect == "anthropic":
            anthropic(text, stop or "end_turn")(handler)
        else:
            openai(text, stop or "stop")(handler)

    return step
