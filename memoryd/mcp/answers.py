"""What the memory answers to a client: each tool and resource, within the ceiling of its audience.

This is what takes time to import; the server opens it after its first answer.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from memoryd import clock
from memoryd.core import fence
from memoryd.core.entity import Ref, parse_ref
from memoryd.core.scope import visible
from memoryd.core.turn import Audience
from memoryd.errors import MemorydError, SlugError, UnseenError
from memoryd.jobs import briefing, prompted
from memoryd.jobs.entity import entity
from memoryd.jobs.get import for_group, get
from memoryd.jobs.hearing import hidden_for
from memoryd.jobs.reading import Reading, open_reading
from memoryd.jobs.recall import Recalled, Shown, opened, recall
from memoryd.mcp import tools
from memoryd.mcp.protocol import INVALID_PARAMS, RESOURCE_NOT_FOUND, Json, RpcError
from memoryd.paths import given_file

_PAGE = 200  # resources
_RESULTS = 10
_HIDDEN = "memory cannot answer that now; the operator can run `memoryd status`"
_ENTITIES, _NOTES, _FILES = "memory://entities/", "memory://notes/", "memory://files/"
_MARKDOWN = "text/markdown"
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")  # some clients write names of other scripts so


# search(memory, query, *, audience, now, limit, history) -> results (hits, best first), stale,
# degraded: memoryd.jobs.search. remember(params) -> the answer of jobs.direct.
Search = Callable[..., Json]
Remember = Callable[[Json], Json]


class MemoryAnswers:
    """Answers from a memory that is opened anew for each call: files are the truth.

    ceiling: the most that any answer tells; a call may lower it, never raise it.
    """

    def __init__(
        self,
        open_memory: Callable[[], Reading],
        ceiling: Audience,
        *,
        search: Search,
        remember: Remember,
    ) -> None:
        """Take what reads, searches and writes."""
        self._open, self._ceiling = open_memory, ceiling
        self._search, self._remember = search, remember

    def call(self, name: str, arguments: Json, client: str) -> Json:
        """Return the result of a tool whose arguments were checked; an error is a result too."""
        audience = lowered(self._ceiling, arguments)
        try:
            value = self._value(name, arguments, audience, client)
        except MemorydError as err:
            # The words of any other error may name what a group must not hear of.
            open_words = audience is Audience.PRIVATE or isinstance(err, UnseenError)
            told = str(err) if open_words else _HIDDEN
            return {"content": [_text(told)], "isError": True}
        if name == tools.CONTEXT.name:
            shown = "\n".join(part for part in (value["text"], value["degraded"]) if part)
        else:
            shown = json.dumps(value, ensure_ascii=False)
        return {"content": [_text(shown)], "structuredContent": value, "isError": False}

    def _value(self, name: str, arguments: Json, audience: Audience, client: str) -> Json:
        if name == tools.REMEMBER.name:
            asked = {key: arguments.get(key) for key in ("text", "about", "category")}
            return self._remember({**asked, "client": client, "audience": audience.value})
        memory = self._open()
        if name == tools.SEARCH.name:
            return self._found(memory, arguments, audience)
        if name == tools.GET.name:
            start, count = arguments.get("from", 1), arguments.get("lines")
            return get(memory, arguments["path"], start=start, count=count, audience=audience)
        if name == tools.ENTITY.name:
            shown = Shown(arguments.get("show", Shown.SUMMARY.value))
            return entity(memory, arguments["entity"], shown=shown, audience=audience)
        budget = arguments.get("budget", prompted.BUDGET)
        asked_for = prompted.Asked(audience, clock.now(), budget)
        return {**briefing.briefing(memory, asked_for)}

    def _found(self, memory: Reading, arguments: Json, audience: Audience) -> Json:
        found = self._search(
            memory,
            arguments["query"],
            audience=audience,
            now=clock.now(),
            limit=arguments.get("maxResults", _RESULTS),
            history=arguments.get("history", False),
        )
        hits = found["results"]
        if audience is Audience.GROUP:
            hidden = hidden_for(memory, audience)
            hits = [told for hit in hits if (told := for_group(memory, hit, hidden)) is not None]
        kept = [{key: hit[key] for key in hit if key in tools.HIT_FIELDS} for hit in hits]
        return {"results": kept, **{key: found[key] for key in tools.SEARCH_STATE}}

    # -- resources -----------------------------------------------------------------------------

    def resources(self, cursor: object) -> Json:
        """Return a page of resources, and the cursor of the next where there is one."""
        at = 0
        if cursor is not None:
            if not (isinstance(cursor, str) and cursor.isdecimal() and len(cursor) < 10):  # noqa: PLR2004 - no number is that long
                raise RpcError(INVALID_PARAMS, "there is no such cursor")
            at = int(cursor)
        listed = list(self._listed(self._open()))
        page: Json = {"resources": listed[at : at + _PAGE]}
        if at + _PAGE < len(listed):
            page["nextCursor"] = str(at + _PAGE)
        return page

    def _listed(self, memory: Reading) -> Iterator[Json]:
        store, kinds = memory.store, memory.settings.group_visible
        if self._ceiling is Audience.PRIVATE:
            yield _resource(f"{_FILES}MEMORY.md", "MEMORY.md", "how the operator works")
        for ref in store.refs():
            if visible(ref, self._ceiling, kinds):
                yield _resource(f"{_ENTITIES}{ref}", str(ref), "what is known about it")
        if self._ceiling is Audience.PRIVATE:
            for day in reversed(store.note_days()):
                yield _resource(f"{_NOTES}{day}", f"note of {day}", "what happened that day")

    def templates(self) -> Json:
        """Return the forms of the resources' addresses."""
        found = [_template(f"{_ENTITIES}{{folder}}/{{name}}", "what is known about an entity")]
        if self._ceiling is Audience.PRIVATE:
            found.append(_template(f"{_NOTES}{{day}}", "the note of a day: 2026-02-15"))
        return {"resourceTemplates": found}

    def read(self, uri: object) -> Json:
        """Return the text of a resource. Raises RpcError for one that may not be told, or is not.

        The words are the same for both.
        """
        text = self._read(uri) if isinstance(uri, str) else None
        if text is None:
            raise RpcError(RESOURCE_NOT_FOUND, "there is no such resource")
        return {"contents": [{"uri": uri, "mimeType": _MARKDOWN, "text": text}]}

    def _read(self, uri: str) -> str | None:
        memory = self._open()
        uri = _PERCENT.sub(_decoded, uri)
        if uri.startswith(_ENTITIES):
            return _told_of(memory, uri.removeprefix(_ENTITIES), self._ceiling)
        for prefix, form in ((_NOTES, "memory/{}.md"), (_FILES, "{}")):
            if uri.startswith(prefix):
                path = form.format(uri.removeprefix(prefix))
                found = get(memory, path, audience=self._ceiling)
                return found["text"] if found["status"] == "ok" else None
        return None


def open_answers(
    env: Mapping[str, str], config_file: str | None, *, private: bool
) -> MemoryAnswers:
    """Return what answers from the memory of an environment. config_file: of --config.

    Raises UsageError where that is none: another memory would answer in its place.
    """
    file = given_file(config_file) if config_file else None

    def remember(params: Json) -> Json:
        # Imported by the first write: most sessions only read, and it is a third of the memory.
        from memoryd.jobs.direct import remember_for_assistant  # noqa: PLC0415 - see above

        return remember_for_assistant(env, file, params)

    def search(memory: Reading, query: str, **how: Any) -> Json:  # noqa: ANN401 - of Query
        from memoryd.jobs.search import Query, asked  # noqa: PLC0415 - as above

        return asked(env, file, memory, Query(query, **how))

    return MemoryAnswers(
        lambda: open_reading(env, file),
        Audience.PRIVATE if private else Audience.GROUP,
        search=search,
        remember=remember,
    )


def lowered(ceiling: Audience, arguments: Mapping[str, Any]) -> Audience:
    """Return the audience of one call: private only where both the ceiling and the call say so."""
    asked = arguments.get("audience", Audience.PRIVATE.value)
    return ceiling if asked == Audience.PRIVATE.value else Audience.GROUP


def _told_of(memory: Reading, name: str, audience: Audience) -> str | None:
    """Return what `memoryd recall` shows of the entity with exactly this ref, as Markdown."""
    ref = _as_ref(name)
    kinds = memory.settings.group_visible
    found = recall(
        memory.store, str(ref), audience=audience, group_visible=kinds,
        hidden=hidden_for(memory, audience),
    ) if ref else None  # fmt: skip
    if not isinstance(found, Recalled) or found.ref != ref:
        return None
    short = found.narrowed(Shown.SUMMARY)
    opened(memory, short)
    facts = "\n".join(f"- {fact.day}: {fence.flagged(fact.fact)}" for fact in short.facts)
    return "\n\n".join(part for part in (f"# {short.name}", short.text, facts) if part)


def _as_ref(name: object) -> Ref | None:
    try:
        return parse_ref(name) if isinstance(name, str) else None
    except SlugError:
        return None


def _decoded(found: re.Match[str]) -> str:
    return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace")


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _resource(uri: str, name: str, description: str) -> Json:
    return {"uri": uri, "name": name, "description": description, "mimeType": _MARKDOWN}


def _template(uri: str, description: str) -> Json:
    name = uri.removeprefix("memory://").partition("/")[0]
    return {"uriTemplate": uri, "name": name, "description": description, "mimeType": _MARKDOWN}
