"""The one call that spends: hold and budget are checked, the model is asked, the ledger written."""

import json
import random
import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from http import HTTPStatus
from typing import TYPE_CHECKING, NoReturn, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import structlog

from memoryd import clock
from memoryd.config_model import LlmConfig
from memoryd.core.money import Caps, Price, Spent, Usage, check, likely_tokens, most_tokens
from memoryd.core.value import replace
from memoryd.errors import (
    BudgetError,
    HeldError,
    TerminalLlmError,
    TooLongError,
    TransientLlmError,
    UnreadableAnswerError,
)
from memoryd.llm.address import is_loopback
from memoryd.llm.dialect import Dialect, ShapeError
from memoryd.llm.failure import Failure, Kind, Reply, error_of, loads, of_status
from memoryd.llm.keys import missing
from memoryd.llm.ledger import Ledger, Row, Target
from memoryd.llm.question import Answer, Question, Stop

if TYPE_CHECKING:
    from memoryd.llm.http import Door

log = structlog.get_logger()
T = TypeVar("T")

_TRIES = 3
_PATIENCE = 2  # no try begins after this many time-outs have passed
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 8.0  # seconds between tries
_LONGEST_ASKED_WAIT = 60.0  # a server that asks for more is left alone until a later run
_FIRST_HOLD, _LONGEST_HOLD = 30.0, 1800.0  # seconds without a call after a failed question
_TERMINAL_HOLD = 3600.0
_ALONE = 3  # failures, each after another question was answered: it lies in this one
_LEAST_ANSWER = 500  # tokens: a few facts
_ANSWER_SHARE = 4  # and no less than this part of what is asked about
_DAY = timedelta(days=1)
_REMEMBERED = timedelta(days=7)  # what a server does not support


@dataclass(frozen=True, slots=True)
class Occasion:
    """The run that asks: its id, its clock (aware) and the operator's zone.

    force: a person asked for the run and sees its errors, so an earlier failure does not hold it.
    """

    run: str
    now: datetime
    zone: ZoneInfo
    force: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """How tries wait for one another; jitter gives numbers from 0 to 1."""

    sleep: Callable[[float], None] = time.sleep
    jitter: Callable[[], float] = random.random
    ticks: Callable[[], float] = time.monotonic


@dataclass(slots=True)
class Adapter:
    """One model behind one dialect, for one run.

    price: None where it is unknown; key: finds the key when it is first needed; calls: how many
    were sent so far; own: regular expressions of secrets (core.secret_own).
    """

    dialect: Dialect
    config: LlmConfig
    caps: Caps
    price: Price | None
    key: Callable[[], str | None]
    ledger: Ledger
    occasion: Occasion
    pause: Pause = field(default_factory=Pause)
    door: "Door | None" = None
    calls: int = 0
    own: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What shows where its work is shown: anthropic:claude-haiku-5-5."""
        return f"{self.dialect.name}:{self.target.model}"

    @property
    def url(self) -> str:
        """The address that is asked."""
        base = (self.config.base_url or self.dialect.home).rstrip("/").removesuffix("/v1")
        return base + self.dialect.path

    @property
    def target(self) -> Target:
        """Whom the calls go to; the host with its port."""
        return Target(self.dialect.name, urlsplit(self.url).netloc, self.config.model or "")

    def ask(self, question: Question, read: Callable[[Answer], T]) -> T:
        """Ask until there is an answer or no hope; return what `read` makes of the answer.

        Each call that is sent leaves one row in the ledger. Raises BudgetError before a call that
        could pass a cap, HeldError before one that an earlier failure holds back,
        TransientLlmError, TerminalLlmError, TooLongError for a question that the model finds too
        long, and UnreadableAnswerError when `read` does or the model refuses.
        """
        self._check_hold()
        headers = self._headers()
        probing = self._last_hold() > 0
        began, tries = self.pause.ticks(), 0
        while True:
            question = self.afford(question)
            self.ledger.ready()
            started = self.pause.ticks()
            came = self._call(question, headers)
            spent_ms = round((self.pause.ticks() - started) * 1000)
            if isinstance(came, Answer):
                return self._read(question, came, read, spent_ms)
            came = self._judged(came, question)
            if came.kind is not Kind.UNSUPPORTED:
                tries += 1
            wait = self._wait(came, tries, self.pause.ticks() - began, probing=probing)
            hold = None if wait is not None else self._hold(came)
            self._note(question, came, spent_ms, hold)
            self._tell_failed(came, hold, again=tries > 1)
            if wait is None:
                self._give_up(came, tries, hold)
            self.pause.sleep(wait)

    def _judged(self, came: Failure, question: Question) -> Failure:
        """Return a failure as a refusal where others are answered: waiting would not help."""
        doubtful = came.kind in {Kind.TRANSIENT, Kind.TERMINAL} and came.may_be_its_own
        target, run = self.target, self.occasion.run
        if not doubtful or self.ledger.failed_alone(target, question.purpose, run) < _ALONE:
            return came
        reason = f"{came.reason.partition(':')[0]} to this alone, not to what else is asked"
        return replace(came, kind=Kind.REFUSED, reason=reason, again=False)

    def usable(self) -> None:
        """Raise what would keep any call from being sent; nothing is asked.

        TerminalLlmError for the key, BudgetError for a price that no cap could hold.
        """
        self._headers()
        self._check_price()

    def held_until(self) -> datetime | None:
        """Return until when an earlier failure holds back the runs that nobody asked for."""
        rows = self.ledger.of(self.target)
        if not rows or rows[-1].hold is None:
            return None
        until = rows[-1].moment + timedelta(seconds=rows[-1].hold)
        # A hold longer than any that is given: the clock was set back meanwhile.
        return until if self.occasion.now < until <= self.occasion.now + _DAY else None

    def _check_hold(self) -> None:
        until = self.held_until()
        if until and not self.occasion.force:
            status = self.ledger.of(self.target)[-1].status
            raise HeldError(
                f"{self.target.host} failed ({status}); not asked again before {self._shown(until)}"
            )

    def _shown(self, moment: datetime) -> str:
        """Return a moment for people: the day only where it is not today."""
        local, today = (m.astimezone(self.occasion.zone) for m in (moment, self.occasion.now))
        return f"{local:%H:%M}" if local.date() == today.date() else f"{local:%Y-%m-%d %H:%M}"

    def _headers(self) -> dict[str, str]:
        key = self.key()
        parts = urlsplit(self.url)
        near = is_loopback(parts.hostname or "")
        if key is None and not near:
            raise missing(self.config)
        if key and parts.scheme == "http" and not near:
            raise TerminalLlmError(
                f"a key is not sent over plain http to {parts.netloc}; use https in base_url"
            )
        plain = {"Content-Type": "application/json", "Accept": "application/json",
                 "Accept-Encoding": "identity", "User-Agent": "memoryd"}  # fmt: skip
        return plain | self.dialect.headers(key)

    def _check_price(self) -> None:
        near = is_loopback(urlsplit(self.url).hostname or "")
        if self.price is None and self.caps.daily_tokens is None and not near:
            raise BudgetError(
                f"budget: the price of {self.target.model} is unknown, so no cap would hold; "
                f'set [prices."{self.target.model}"] or [budget] daily_tokens'
            )

    def afford(self, question: Question, *, unspent: bool = False) -> Question:
        """Return the question with as long an answer as the caps leave room for.

        unspent: as though nothing of them were used yet. Raises BudgetError where they leave no
        room for an answer that could be of use.
        """
        self._check_price()
        now, zone = self.occasion.now, self.occasion.zone
        spent = Spent() if unspent else self.ledger.spent(now, zone)
        prompt, longest = question.most_input, question.max_output_tokens

        def refused(output: int) -> str | None:
            return check(Usage(prompt, output), self.price, self.caps, spent)

        if refused(longest) is None:
            return question
        # A shorter one is likely to come cut, and would be paid for twice.
        least = min(longest, max(_LEAST_ANSWER, most_tokens(question.user) // _ANSWER_SHARE))
        if reason := refused(least):
            raise BudgetError(f"budget: {reason}")
        outputs = range(least, longest + 1)
        too_dear = bisect_left(outputs, 1, key=lambda output: int(refused(output) is not None))
        return replace(question, max_output_tokens=outputs[too_dear - 1])

    def _call(self, question: Question, headers: dict[str, str]) -> Answer | Failure:
        body = self.dialect.body(question, self.target.model, at_home=self._at_home())
        for name in self.ledger.unsupported(self.target, self.occasion.now, _REMEMBERED):
            body.pop(name, None)
        if self.door is None:
            from memoryd.llm.http import Door  # noqa: PLC0415 - 6 MB, saved where nothing is asked

            self.door = Door(self.config.timeout_seconds)
        self.calls += 1
        reply = self.door.post(self.url, headers, json.dumps(body).encode())
        if isinstance(reply, Failure):
            return reply
        if reply.status != HTTPStatus.OK:
            droppable = {name: self.dialect.optional[name] for name in self.dialect.optional
                         if name in body}  # fmt: skip
            return of_status(reply, droppable, clock.now())
        return self._answer(reply)

    def _at_home(self) -> bool:
        return urlsplit(self.url).netloc == urlsplit(self.dialect.home).netloc

    def _answer(self, reply: Reply) -> Answer | Failure:
        body = loads(reply.body)
        try:
            if isinstance(body, dict):
                return self.dialect.read(body)
        except ShapeError:
            pass  # told apart below
        error = error_of(body)
        if error:  # some gateways wrap an error into a 200
            code = error.get("code")
            status = code if type(code) is int and code >= HTTPStatus.BAD_REQUEST else 502
            return of_status(Reply(status, reply.headers, reply.body), {}, clock.now())
        kind = reply.headers.get("content-type", "").partition(";")[0]
        what = "a web page: check base_url" if kind == "text/html" else "no answer of its kind"
        return Failure(Kind.TRANSIENT, f"answered 200 with {what}", again=True,
                       billed=kind != "text/html")  # fmt: skip

    def _read(self, question: Question, answer: Answer, read: Callable[[Answer], T], ms: int) -> T:
        outcome = {Stop.WHOLE: "ok", Stop.CUT: "cut", Stop.REFUSED: "refused"}[answer.stop]
        refused = UnreadableAnswerError(f"{self.name} refused to answer")
        try:
            if answer.stop is not Stop.REFUSED:
                return read(answer)
        except UnreadableAnswerError:
            outcome = "unreadable"
            raise
        finally:
            usage = answer.usage or Usage(question.most_input, len(answer.text) // 2)
            row = self._row(question, usage, outcome, ms)
            self.ledger.append(replace(row, estimated=answer.usage is None))
            if answer.stop is Stop.CUT:
                self._tell_cut(question, usage)
        raise refused

    def _tell_cut(self, question: Question, usage: Usage) -> None:
        log.warning(
            "llm_answer_cut",
            host=self.target.host,
            purpose=question.purpose,
            tokens=usage.output,
            limit=question.max_output_tokens,
            advice="its lines are asked about in parts; raise [llm] max_output_tokens",
        )

    def _note(self, question: Question, came: Failure, ms: int, hold: float | None) -> None:
        usage = self._likely(question) if came.billed else Usage(0, 0)
        row = self._row(question, usage, came.kind.value, ms)
        said = replace(row, status=came.reason, field=came.field, hold=hold)
        self.ledger.append(replace(said, estimated=came.billed))

    def _tell_failed(self, came: Failure, hold: float | None, *, again: bool) -> None:
        """Log a failure; a question that is tried again and again is one warning."""
        tell = log.info if again else log.warning
        tell(
            "llm_call_failed",
            host=self.target.host,
            kind=came.kind.value,
            status=came.reason,
            hold_seconds=hold,
        )

    def _likely(self, question: Question) -> Usage:
        """Return what a call that broke off may have used: what was sent, and a usual answer."""
        sent = likely_tokens(question.system + question.user + str(question.schema))
        usual = self.ledger.usual_answer(self.target, question.purpose)
        answer = _LEAST_ANSWER if usual is None else usual
        return Usage(sent, min(answer, question.max_output_tokens))

    def _row(self, question: Question, usage: Usage, outcome: str, ms: int) -> Row:
        cost = self.price.cost(usage) if self.price else None
        return Row(
            time=self.occasion.now.isoformat(),
            run=self.occasion.run,
            purpose=question.purpose,
            provider=self.target.provider,
            host=self.target.host,
            model=self.target.model,
            input_tokens=usage.prompt,
            output_tokens=usage.output,
            cached_tokens=usage.cache_read,
            cost_usd=cost if usage.total else Decimal(0),  # nothing used is nothing paid
            outcome=outcome,
            ms=ms,
        )

    def _wait(self, came: Failure, tries: int, passed: float, *, probing: bool) -> float | None:
        """Return the seconds before the next try, None to give up.

        probing: the last question failed too, so that one call shows whether the server is back;
        each more could be billed.
        """
        if came.kind is Kind.UNSUPPORTED:
            return 0.0
        patience = _PATIENCE * self.config.timeout_seconds
        if not came.again or tries >= _TRIES or passed >= patience:
            return None
        if came.after is not None:
            return came.after if came.after <= _LONGEST_ASKED_WAIT else None
        if probing:
            return None
        longest = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0**tries)
        return _FIRST_WAIT + (longest - _FIRST_WAIT) * self.pause.jitter()

    def _hold(self, came: Failure) -> float | None:
        """Return the seconds to leave the target alone: twice the last hold, or what it asked."""
        match came.kind:
            case Kind.TRANSIENT:
                doubled = min(2 * self._last_hold(), _LONGEST_HOLD) or _FIRST_HOLD
                return float(min(max(doubled, came.after or 0.0), _DAY.total_seconds()))
            case Kind.TERMINAL:
                return _TERMINAL_HOLD
            case Kind.TOO_LONG | Kind.REFUSED | Kind.UNSUPPORTED:
                return None

    def _last_hold(self) -> float:
        for row in reversed(self.ledger.of(self.target)):
            if row.outcome not in set(Kind):
                break
            if row.hold:
                return row.hold
        return 0.0

    def _give_up(self, came: Failure, tries: int, hold: float | None) -> NoReturn:
        said, alone = f"{self.target.host} {came.reason}", came.may_be_its_own
        match came.kind:
            case Kind.TOO_LONG:
                raise TooLongError(f"{said}: the question is too long for the model")
            case Kind.REFUSED:
                raise UnreadableAnswerError(f"{said}: it refuses to read what was said")
            case Kind.TRANSIENT:
                again = self.occasion.now + timedelta(seconds=hold or 0.0)
                # A person may try again at once.
                then = "" if self.occasion.force else f", next try after {self._shown(again)}"
                times = f", {tries} times" if tries > 1 else ""
                said = f"{said}{times}; what waits is kept{then}"
                raise TransientLlmError(said, this_question=alone)
        raise TerminalLlmError(said, this_question=alone)
