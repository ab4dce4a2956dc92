"""The one check before a call: whether the most it can cost still fits into the day and month."""

from memoryd.config_model.model import Budget
from memoryd.errors import BudgetError
from memoryd.llm.ledger import Spent
from memoryd.llm.prices import Rates
from memoryd.llm.question import Question, Usage


def most(question: Question) -> Usage:
    """Return the most tokens that a question can use."""
    return Usage(question.most_input, question.max_output_tokens)


def check(question: Question, rates: Rates | None, budget: Budget, spent: Spent) -> None:
    """Raise BudgetError, in one line, when a call could pass a cap.

    rates None: the price is unknown; such a call passes any cap of 0, and counts as tokens.
    """
    usage = most(question)
    tokens = usage.prompt + usage.output
    if budget.daily_tokens is not None and spent.tokens + tokens > budget.daily_tokens:
        raise BudgetError(
            f"budget: {spent.tokens:,} of today's {budget.daily_tokens:,} tokens are used and the "
            f"next call may take {tokens:,}; wait for tomorrow or raise [budget] daily_tokens"
        )
    caps = (
        ("today's", spent.day_usd, budget.daily_usd, "tomorrow", "daily_usd"),
        ("this month's", spent.month_usd, budget.monthly_usd, "next month", "monthly_usd"),
    )
    cost = rates.cost(usage) if rates else None
    for whose, used, cap, then, key in caps:
        if cost is None and cap > 0:
            continue
        if cost is None or used + cost > cap:
            may = "at an unknown price" if cost is None else f"for up to ${cost:.4f}"
            raise BudgetError(
                f"budget: ${used:.4f} of {whose} ${cap:.2f} are used and the next call is {may}; "
                f"wait for {then} or raise [budget] {key}"
            )
