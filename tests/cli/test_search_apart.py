"""Why words alone were searched is said as it is, whichever way a question took."""

from types import SimpleNamespace

import pytest

from memoryd.jobs.search import why_not


@pytest.mark.parametrize(
    ("apart", "says"), [(False, "no daemon runs"), (True, "the daemon was not asked")]
)
def test_a_question_that_never_went_to_the_daemon_denies_none(*, apart: bool, says: str) -> None:
    settings = SimpleNamespace(semantic=True)

    assert says in why_not(settings, apart=apart)  # type: ignore[arg-type]
