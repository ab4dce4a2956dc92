"""What a group may ask, drawn from a seed: every tool, resource, verb, hook and wrong call."""

import json
from random import Random
from typing import Any, NamedTuple

from memoryd.mcp.tools import TOOLS
from tests.mcp.canaries import CANARIES, CANARY, DAY, FILES, LI
from tests.mcp.client import request

_NAMES = [
    f"people/{CANARY}-dana", f"{CANARY} Dana", "Dana", f"companies/{CANARY}-acme", "beacon", "Acme",
    f"health/{CANARY}-knee", f"archives/{CANARY}-old", f"{CANARY}-old", "projects/beacon", "ropes",
    "people/alex", "Alex", "people/noor", "Noor", "Nono", "atlas", "Folio", "Atlas of", "Tail",
    "Comet Hale", "delta", "forms", "labels", "comet", "projects/comet", "broken", "barge", "cords",
    f"people/{CANARY}-broken", "projects/broken", "archives/barge", "resources/Wet Ropes", "wet",
    "MEMORY.md", "USER.md", LI, "people/li-ming", "archives", "areas", "companies", "projects/",
]  # fmt: skip
_WORDS = [
    *_NAMES, CANARY, f"{CANARY}s", f"{CANARY}'s", f"{CANARY}owi", f"{CANARY.title()}ova", "zz qk",
    f"Ask{CANARY.title()}", f"@{CANARY}d", f"{CANARY}_dana", CANARY[:3], CANARY[1:], CANARY[::-1],
    CANARY.upper(), "zzkq", LI[0], LI[1], "beacon-002", "forms-005", "d-1", f"{CANARY}-left",
    "labels-003", "river", "pier", "dock", "rim", "lid", "maps", "ice", "march", "ships", "sings",
    "ill", "weaker", "rows", "hurts", "pays", "said", "noted", "rules", "today", "yesterday",
    "last week", "in May", DAY, "09:15", "plain", "conversation", "operator", "assistant",
    "OR", "AND", "NOT", "NEAR(", ")", '"', "'", "*", "fact:", "^", "-", "--", "\0", "%", "_", ";",
    "it's", "C++", "SELECT text FROM own_passage", "is", "the", "what", "who", "\u5317", "\u0e01",
]  # fmt: skip
_PATHS = [
    *FILES, f"lines/plain/{CANARY}", f"lines/plain/{CANARY}#{DAY}", ".memoryd/salt", ".memoryd",
    "memory", "projects/beacon/items.json#L2", "projects/beacon", "", "/", ".", "..", "~",
    f"memory/{DAY}.md#L1-L9", "/etc/passwd", "archives/projects/barge/items.json#L1-L3",
]  # fmt: skip
_STARTS = ["", "", "", "./", "/", "../", "projects/beacon/../../", "projects/beacon/./", "//"]
_ENDS = ["", "", "", "#L1", "#L1-L99", "\0", "/items.json", "/", "#", " "]
_URIS = ["memory://entities/", "memory://notes/", "memory://files/", "memory://", ""]
_LOW = ["group", "GROUP", "PRIVATE", "", "everyone", None, 7, ["private"], True, {"is": "private"}]
_ODD: list[Any] = [None, 7, -1, 1.5, 10**30, True, [], [CANARY], {}, {"a": CANARY}, "", "x" * 9000]
_METHODS = ["resources/templates/list", "tools/list", "initialize", "server/discover", "ping",
            "prompts/list", "prompts/get", "completion/complete", "resources/subscribe", CANARY,
            "logging/setLevel", "tools/call/", ""]  # fmt: skip
_MOST = {"budget": 60_000, "maxResults": 60, "from": 9, "lines": 99}
_SHOWS = ["summary", "facts", "history"]


class Call(NamedTuple):
    """One question. door: mcp, argv, hook or context; what: as that door takes it.

    private: the most that the server behind the door may tell; the call then lowers it.
    """

    door: str
    what: Any
    private: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it says no canary, which an answer might repeat."""
        said = json.dumps(self.what, ensure_ascii=False).lower()
        return not any(canary in said for canary in CANARIES)


class Asker:
    """Draws calls; one seed asks the same again."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - no secret: it is to come out the same

    def calls(self, count: int) -> list[Call]:
        doors = [*[self._tool] * 4, self._resource, self._other, self._hook, self._context,
                 self._argv]  # fmt: skip
        return [self._random.choice(doors)() for _ in range(count)]

    def statements(self, count: int) -> list[Call]:
        """Draw what a group asks to be kept, and jobs that it asks for.

        Only of the operator anything is said: a fact that names somebody hidden changes what a
        group is told of the rest.
        """
        return [self._random.choice([self._tells, self._typed])() for _ in range(count)]

    def words(self) -> str:
        """Draw a question: words, parts and wrong spellings of them, at times a whole page."""
        many = self._random.choice([1, 1, 1, 2, 3, 5, 9, 9, 400])
        between = self._random.choice([" ", " ", " ", "", "-", "_", ", ", "\n", "?"])
        return between.join(self._word() for _ in range(many))

    def _word(self) -> str:
        word = self._one(_WORDS)
        match self._random.randrange(10):
            case 0:
                return word[: self._random.randint(1, max(1, len(word)))]
            case 1:
                at = self._random.randint(0, len(word))
                return word[:at] + self._one(_WORDS) + word[at:]
            case 2:
                return self._one([word.upper(), word.title(), word.lower(), f"#{word}", word * 2])
            case 3:
                return word + self._one(["s", "'s", "owi", "a", "ov", "-like", "2", "\u0430"])
            case 4:
                at = self._random.randint(0, len(word))
                return word[:at] + word[at + 1 :]
        return word

    def _one(self, of: Any) -> Any:
        return self._random.choice(of)

    def _often(self, share: float) -> bool:
        return self._random.random() < share

    def _name(self) -> str:
        return self.words() if self._often(0.3) else self._one(_NAMES)

    def _path(self) -> str:
        path = self.words() if self._often(0.1) else self._one(_PATHS)
        return f"{self._one(_STARTS)}{path}{self._one(_ENDS)}"

    def _value(self, name: str) -> Any:
        if self._often(0.04):
            return self._one(_ODD)
        drawn = {"query": self.words, "entity": self._name, "path": self._path}
        if name in drawn:
            return drawn[name]()
        if name in _MOST:
            return self._random.randint(0, _MOST[name])
        return self._one({"show": _SHOWS, "history": [True, False]}[name])

    def _lowered(self, taken: dict[str, Any]) -> bool:
        """Let a server with a higher ceiling be asked, at times; returns whether."""
        if self._often(0.3):
            taken["audience"] = self._one(_LOW)
            return True
        if self._often(0.2):
            taken["audience"] = "private"
        return False

    def _tool(self) -> Call:
        tool = self._one([tool for tool in TOOLS.values() if not tool.writes])
        given = [name for name in tool.input["properties"] if name != "audience" and (
            name in tool.input["required"] or self._often(0.4))]  # fmt: skip
        taken = {name: self._value(name) for name in given}
        private = self._lowered(taken)
        if self._often(0.03):
            taken[self._name()] = CANARY
        return self._called(tool.name, taken, private=private)

    def _called(self, name: str, taken: Any, *, private: bool) -> Call:
        return Call("mcp", request(1, "tools/call", name=name, arguments=taken), private)

    def _resource(self) -> Call:
        if self._often(0.2):
            cursor = self._one([None, "0", "1", "3", "99", "-1", CANARY, 5, "00", "1e3", [], True])
            return Call("mcp", request(1, "resources/list", cursor=cursor))
        rest = self._one([self._name, self._path])()
        uri = f"{self._one(_URIS)}{self._one(['', '', '%2E%2E/'])}{rest}"
        if self._often(0.2):
            uri = uri.replace("-", "%2D").replace("M", "%4D")
        return Call("mcp", request(1, "resources/read", uri=self._one([uri, uri, uri, None, 7])))

    def _other(self) -> Call:
        if self._often(0.4):
            return self._called(self._name(), self._one(_ODD), private=False)
        if self._often(0.4):
            return self._called(self._one([*TOOLS]), self._one(_ODD), private=False)
        return Call("mcp", request(1, self._one(_METHODS), name=self._one(_ODD), uri=CANARY))

    def _hook(self) -> Call:
        event = self._one(["session-start", "user-prompt", "user-prompt", "user-prompt", "odd"])
        given = {"prompt": self.words(), "session_id": CANARY, "cwd": self._path()}
        raw = json.dumps(self._one([given, given, given, given, {}, [CANARY], self._one(_ODD)]))
        ceiling = self._one([[], ["--audience", "group"], ["--audience", "odd"], ["--audience="]])
        return Call("hook", ([event, *ceiling], raw))

    def _context(self) -> Call:
        prompt = self._one([None, self._name(), f"what about {self._name()}?", self.words()])
        now = self._one([DAY, "2026-02-16", None])
        return Call("context", {"audience": self._one(_LOW), "prompt": prompt, "now": now,
                                "budget": self._one([None, 1, 60, 200, 5000])})  # fmt: skip

    def _argv(self) -> Call:
        # A word that begins with a hyphen is an option, and - with no zero byte - all others pass.
        word = self.words().replace("\0", "").lstrip("-") or "x"
        name = self._name().replace("\0", "").lstrip("-") or "x"
        argv = self._one([
            ["search", word], ["search", word, "--history"], ["search", word, "--limit", "3"],
            ["search", word, "--limit", self._one(["0", "51", "-1", "x", "50"])], ["recall", name],
            ["recall", name, "--facts"], ["recall", name, "--history"], ["log", name],
            ["log", name, self._one(["beacon-001", "beacon-002", f"{CANARY}-left", "d-1"])],
            ["status"], ["check"], ["context"], ["context", "--now", DAY, "--budget", "90"],
            ["synthesize", "--dry-run"], [name], ["recall"], ["search", word, "--odd", name],
        ])  # fmt: skip
        return Call("argv", [*argv, "--audience", "group", *self._one([[], ["--json"]])])

    def _tells(self) -> Call:
        taken = {"text": self._one(["Has a mast", "Alex prefers tea", "Pays 300 euros", "", "a"])}
        if self._often(0.7):
            taken["about"] = self._one([self._name(), f"projects/{self._word()}"])
        else:
            text = self._one(["Uses {}", "{}", "Pay {}", "Likes {} and {}", "Is owned by {}"])
            taken["text"] = text.format(self._word(), self._word())
        if self._often(0.3):
            taken["category"] = self._one(["status", "preference", CANARY])
        return self._called("memory_remember", taken, private=self._lowered(taken))

    def _typed(self) -> Call:
        text = f"Has {self._word()}".replace("\0", "")
        about = self._name().replace("\0", "")
        verbs = [["remember", text], ["remember", text, "--about", about], ["synthesize"],
                 ["remember", "Sings", "--about", about], ["heartbeat"], ["nightly"]]  # fmt: skip
        return Call("argv", [*self._one(verbs), "--audience", "group"])
