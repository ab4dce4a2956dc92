"""What a failed call means: who can act, whether to try again, what it may have cost."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from http import HTTPStatus
from typing import Any

_TERMINAL = {
    HTTPStatus.UNAUTHORIZED: "check the key",
    HTTPStatus.PAYMENT_REQUIRED: "there is no credit left; add some or name another model",
    HTTPStatus.FORBIDDEN: "the key may not use this model",
    HTTPStatus.NOT_FOUND: "check [llm] model and base_url",
}
_BAD = {HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY}
# Besides 500 and the like: what one prompt may meet that another does not (403: a firewall's).
_ONE_PROMPT = {*_BAD, HTTPStatus.FORBIDDEN}
_ALL_PROMPTS = {HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE,
                HTTPStatus.GATEWAY_TIMEOUT, 529}  # fmt: skip  # down or overloaded
_TRANSIENT = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS}
# Codes, not sentences: "see .../billing" stands in the messages of mere rate limits too.
_NO_CREDIT = re.compile(
    r"insufficient_(?:quota|balance|credits?|funds)|billing_(?:error|hard_limit\w*|not_active)"
    r"|credit balance"
)
_TOO_LONG = re.compile(
    r"context.?(?:length|size|window)|(?:prompt|request|input) (?:is )?too (?:long|large)"
    r"|too many (?:input )?tokens|request_too_large",
    re.IGNORECASE,
)
# By code alone: what words of the operator's a provider will not read.
_FILTERED = re.compile(
    r"content_?filter|content_policy_violation|invalid_prompt|moderation_blocked"
    r"|responsible_?ai_?policy_?violation",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,59}")


class Kind(StrEnum):
    """Who can do something about a failure; the name is the ledger's outcome."""

    TRANSIENT = "transient"  # time may mend it
    TERMINAL = "terminal"  # a person must act
    TOO_LONG = "too_long"  # ask with less
    REFUSED = "refused"  # ask without some of the words
    UNSUPPORTED = "unsupported"  # ask without the field


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed call.

    reason: words of ours alone, never the server's, which may repeat the prompt; again: whether
    another try at once may help; after: seconds that the server asked to be left alone; field:
    what the server does not support; billed: the server may have worked before it failed;
    this_question: what was asked may be the reason, so that another question may go well.
    """

    kind: Kind
    reason: str
    again: bool = False
    after: float | None = None
    field: str | None = None
    billed: bool = False
    this_question: bool = False

    @property
    def may_be_its_own(self) -> bool:
        """Whether what was asked may be the reason; so too where a server breaks off its work."""
        return self.this_question or self.billed


@dataclass(frozen=True, slots=True)
class Reply:
    """A server's answer to one request, whole; header names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def of_status(reply: Reply, optional: Mapping[str, tuple[str, ...]], now: datetime) -> Failure:
    """Return what an answer other than 200 means; optional: fields and the words that name them."""
    error = error_of(loads(reply.body))
    kind, advice = _judged(reply.status, error)
    words = " ".join(str(part) for part in error.values())
    code = next((error[k] for k in ("code", "type") if _is_code(error.get(k))), None)
    reason = f"answered {reply.status}{f' ({code})' if code else ''}{advice}"
    field = _named_field(error, words, optional) if kind is Kind.TERMINAL else None
    if field and reply.status in _BAD:
        return Failure(Kind.UNSUPPORTED, reason, field=field)
    stated = reply.headers.get("x-should-retry")
    again = stated == "true" if stated else kind is Kind.TRANSIENT
    alone = reply.status in _ONE_PROMPT or (
        reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR and reply.status not in _ALL_PROMPTS
    )
    return Failure(kind, reason, again, after=_after(reply.headers, now), this_question=alone)


def loads(raw: bytes) -> Any:  # noqa: ANN401 - whatever a server sends
    """Return a body's JSON, None when it is none: bad UTF-8, HTML, nested too deep."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def error_of(body: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a server sends
    """Return the error that a body names, as every dialect spells it; empty for none."""
    error = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, dict):
        return error
    return {"message": error} if isinstance(error, str) else {}


def _judged(status: int, error: Mapping[str, Any]) -> tuple[Kind, str]:
    """Return the kind of a status and what a person can do."""
    words = " ".join(str(part) for part in error.values())
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or (
        status == HTTPStatus.BAD_REQUEST and _TOO_LONG.search(words)
    ):
        return Kind.TOO_LONG, ""
    codes = " ".join(str(error.get(name)) for name in ("code", "type"))
    if status in {HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN} and _FILTERED.search(codes):
        return Kind.REFUSED, ""
    if _NO_CREDIT.search(words) and status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return Kind.TERMINAL, f": {_TERMINAL[HTTPStatus.PAYMENT_REQUIRED]}"
    if status in _TRANSIENT or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Kind.TRANSIENT, ""
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return Kind.TERMINAL, ", a redirect, which is not followed: check base_url"
    advice = _TERMINAL.get(HTTPStatus(status)) if status in set(HTTPStatus) else None
    return Kind.TERMINAL, f": {advice or 'check [llm] model and base_url'}"


def _is_code(value: object) -> bool:
    return isinstance(value, str) and _CODE.fullmatch(value) is not None


def _named_field(
    error: Mapping[str, Any], words: str, optional: Mapping[str, tuple[str, ...]]
) -> str | None:
    """Return the optional field that an error is about: the one it names first."""
    param = str(error.get("param") or "").split(".")[0]
    if param in optional:
        return param
    places: dict[str, int] = {}
    for field, names in optional.items():
        found = re.search(rf"(?<!\w)(?:{'|'.join((field, *names))})(?!\w)", words, re.IGNORECASE)
        if found:
            places[field] = found.start()
    return min(places, key=places.__getitem__, default=None)


def _after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds that the server asks for, in any of the ways that are in use."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    stated = headers.get("retry-after")
    seconds = _number(stated)
    if seconds is not None or stated is None:
        return seconds
    try:
        moment = parsedate_to_datetime(stated)
        told = parsedate_to_datetime(headers["date"]) if "date" in headers else now
        return max(0.0, (moment - told).total_seconds())
    except (ValueError, TypeError, OverflowError):  # no date, or one without a zone
        return None


def _number(text: str | None) -> float | None:
    if not re.fullmatch(r"\d{1,15}(?:\.\d{1,9})?", text or ""):
        return None
    return float(text or 0)
