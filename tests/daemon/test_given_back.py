"""What the first question of a long memory takes is given back, but for what it leaves behind."""

import json
import subprocess
import sys
from pathlib import Path

# Python takes memory in arenas, and gives one back when nothing in it is used any more.
FILLS = """
import json, os, random, re, sys, tempfile
from pathlib import Path
from memoryd.daemon.trim import trim
from memoryd.jobs.search import Finder, Query
from memoryd.core.turn import Audience
from tests.searched import NOW, SCOPE, Searched

def arenas():
    with tempfile.TemporaryFile() as said:
        kept = os.dup(2)
        os.dup2(said.fileno(), 2)
        sys._debugmallocstats()
        os.dup2(kept, 2)
        said.seek(0)
        found = dict(re.findall(r"# arenas (.*?) += +([\\d,]+)", said.read().decode()))
    return [int(found[name].replace(",", "")) for name in ("allocated current", "highwater mark")]

home, words = Searched(Path(sys.argv[1])), random.Random(1)
home.say("@person Sarah: plays the cello")
home.beat()
with home.writer() as store:
    finder = Finder(store, SCOPE, None)
    ask = lambda: finder.search(Query("cello", NOW, Audience.PRIVATE))["results"]
    assert ask()
    for number in range(6000):
        text = " ".join(f"{words.getrandbits(40):x}" for _ in range(10))
        home.say(text, session=f"s{number // 100}", day=f"2026-01-{1 + number // 100 % 28:02}")
    while home.beat(store).ingested.lines:
        pass
    home.extractor.requests.clear()
    trim()
    before, _ = arenas()
    assert ask()
    trim()
    print(json.dumps([before, *arenas()]))
"""


def test_what_filling_the_index_took_is_given_back(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FILLS, str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)

    before, after, most = json.loads(done.stdout)
    assert most - before > 10  # it is a fill that takes something
    assert after - before <= (most - before) / 3
