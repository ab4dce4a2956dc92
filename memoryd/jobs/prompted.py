"""prompted: for whom, when and how much is told beside a session or a prompt."""

from datetime import datetime

from memoryd.core.turn import Audience
from memoryd.core.value import frozen

BUDGET = 2_000  # tokens


@frozen
class Asked:
    """For whom, at which moment, and how many tokens (core.fence.CHARS_A_TOKEN characters each)."""

    audience: Audience
    now: datetime
    budget: int = BUDGET
