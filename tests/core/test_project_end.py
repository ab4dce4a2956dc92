"""A project is over by its own end only: not by that of a part, a deal, an event or another's."""

import pytest

from memoryd.core.project_end import ends_project

BEACON = ("beacon", "Beacon")
SITE = ("acme-website", "Acme website")
OWN = [
    ("Beacon is finished", BEACON), ("Cancelled", BEACON), ("Was cancelled", BEACON),
    ("The project was cancelled", BEACON), ("It was cancelled", BEACON),
    ("Project Beacon was shut down in May", BEACON), ("The Beacon project is over", BEACON),
    ("The whole project was abandoned", BEACON), ("Our project is done", BEACON),
    ("Project cancelled", BEACON), ("Beacon: cancelled", BEACON), ("Status: cancelled", BEACON),
    ("Project status: finished", BEACON), ("Was declared finished in May", BEACON),
    ("Has finally been delivered", BEACON), ("Beacon has officially been closed", BEACON),
    ("Everything is delivered", BEACON), ("All work is done", BEACON),
    ("Work on Beacon is finished", BEACON), ("Is live since Monday", BEACON),
    ("Launched on February 20", BEACON), ("The project has ended", BEACON),
    ("Was cancelled in the spring", BEACON), ("Was cancelled in March 2026", BEACON),
    ("The project was closed in Q3", BEACON),
    ("Beacon came to an end", BEACON), ("Came to an end in May", BEACON),
    ("On May 3, the project was closed", BEACON), ("Unfortunately, it was cancelled", BEACON),
    ("Was cancelled because Acme did not pay", BEACON), ("Was cancelled after the launch", BEACON),
    ("Was handed over and closed", BEACON), ("Moved to Kiel and was finished in May", BEACON),
    ("Beacon was moved to Kiel and finished in May", BEACON),
    ("Beacon, our redesign, was cancelled", BEACON), ("Beacon (the redesign) was closed", BEACON),
    ("Dana left, so the project was cancelled", BEACON),
    ("The old server was shut down and the project was cancelled", BEACON),
    ("Acme announced that the project was cancelled", BEACON),
    ("Dana decided that Beacon was done", BEACON), ("Tom finished the project in May", BEACON),
    ("Acme cancelled the project", BEACON), ("We abandoned the project in 2026", BEACON),
    ("Atlas and Beacon were cancelled", BEACON), ("Beacon and Atlas were cancelled", BEACON),
    ("The server was sold. The project is closed.", BEACON),
    ("The Acme website is live", SITE), ("The website is live", SITE), ("Website finished", SITE),
    ("Ärzteportal is finished", ("ärzteportal",)), ("The launch was cancelled", ("beacon launch",)),
    ("Beacon 2.0 is finished", ("Beacon 2.0",)), ("The party is over", ("summer party",)),
]  # fmt: skip
OF_OTHERS = [
    # a part, a thing of it
    ("The old server was shut down", BEACON), ("Old API was retired", BEACON),
    ("The old office was closed", BEACON), ("The trial is over", BEACON),
    ("Beacon's server was shut down", BEACON), ("The server of Beacon was shut down", BEACON),
    ("The staging system of the project was shut down", BEACON), ("Docs are done", BEACON),
    ("The Beacon website is finished", BEACON), ("The migration is finished", BEACON),
    ("Migration finished", BEACON), ("The server was moved and shut down", BEACON),
    ("Server moved to Kiel and shut down in May", BEACON), ("Plan: finished", BEACON),
    ("Beacon moved, the server broke and was shut down", BEACON), ("Hiring is done", BEACON),
    ("Uses a theme which was discontinued", BEACON), ("Work in Kiel is done", BEACON),
    ("Tom finished the project plan", BEACON), ("Finished the project's docs", BEACON),
    ("Handed over the project to Dana", BEACON), ("The server crashed. It was shut down.", BEACON),
    ("The site is live", BEACON), ("Everything about hosting is done", BEACON),
    ("The project was cancelled in Germany", BEACON), ("Beacon was retired for Windows", BEACON),
    # a deal, an event, a time
    ("The contract with Acme was cancelled", BEACON), ("Meeting was cancelled", BEACON),
    ("Launch party was cancelled", BEACON), ("Beacon launch party is over", BEACON),
    ("The Beacon launch was cancelled", BEACON), ("The launch is over", BEACON),
    ("The tender of Initech was cancelled", BEACON), ("Summer is over", BEACON),
    ("The meeting was moved and it was cancelled", BEACON), ("Contract came to an end", BEACON),
    ("The contract for Atlas and Beacon was cancelled", BEACON), ("Funding has ended", BEACON),
    ("Beacon is closed on Sundays", BEACON), ("Is closed until Monday", BEACON),
    ("Summer is over", ("summer party",)), ("Was shut down temporarily", BEACON),
    # a person, another project, another firm
    ("Dana is done", BEACON), ("Tom was let go and retired", BEACON), ("Tom retired", BEACON),
    ("Tom is retired", BEACON), ("Dana is done with the mockups", BEACON),
    ("Competitor was cancelled", BEACON), ("Atlas was cancelled", BEACON),
    ("The Atlas project was cancelled", BEACON), ("The Atlas project has ended", BEACON),
    ("Project Atlas is over", BEACON), ("Beacon Lite was cancelled", BEACON),
    ("Another project was cancelled", BEACON), ("Beacon 2 is finished", BEACON),
    ("Acme was shut down", SITE), ("Acme cancelled the project Atlas", BEACON),
    ("Tom's project was cancelled", BEACON), ("The last project was cancelled", BEACON),
    # rumour, denial, question, condition, quotation
    ("Rumour that it was cancelled is wrong", BEACON), ("Rumoured to be cancelled", BEACON),
    ("That the project was cancelled is not true", BEACON), ("Was allegedly cancelled", BEACON),
    ("It was cancelled, which is wrong", BEACON), ("Was cancelled? No", BEACON),
    ("Is it cancelled?", BEACON), ("Denied that the project was cancelled", BEACON),
    ("Tom said that it was cancelled", BEACON), ("Tom said the project was cancelled", BEACON),
    ("According to Tom, it was cancelled", BEACON), ("Heard that Beacon was cancelled", BEACON),
    ('Tom: "Beacon was cancelled"', BEACON), ("If it was cancelled, Dana leaves", BEACON),
    ("Nobody cancelled the project", BEACON), ("Nobody has abandoned the project", BEACON),
    ("Is said to be cancelled", BEACON), ("Reported as cancelled", BEACON),
    ("Beacon was cancelled, just kidding", BEACON), ("Might have been cancelled", BEACON),
    ("Acme threatens that the project is cancelled", BEACON),
    # over once, and at work again
    ("Was cancelled in 2025 and restarted in 2026", BEACON), ("Was not cancelled", BEACON),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names"), OWN)
def test_the_end_of_the_project_itself_ends_it(text: str, names: tuple[str, ...]) -> None:
    assert ends_project(text, names)


@pytest.mark.parametrize(("text", "names"), OF_OTHERS)
def test_the_end_of_anything_else_does_not(text: str, names: tuple[str, ...]) -> None:
    assert not ends_project(text, names)
