"""Digests are hashlib's, whichever code makes them; a start that needs few does not load it."""

import hashlib
import subprocess
import sys

import pytest

from memoryd.core.digest import blake2b, sha256

SAMPLES = [b"", b"Sarah", bytes(range(256)) * 5, b"x" * 300_000]


@pytest.mark.parametrize("raw", SAMPLES, ids=len)
def test_a_digest_is_the_one_that_hashlib_gives(raw: bytes) -> None:
    assert sha256(raw) == hashlib.sha256(raw).hexdigest()
    assert blake2b(raw, 16) == hashlib.blake2b(raw, digest_size=16).digest()


@pytest.mark.parametrize("raw", SAMPLES, ids=len)
def test_hashlib_is_loaded_for_what_is_large_alone(raw: bytes) -> None:
    program = (
        "import sys; from memoryd.core.digest import blake2b, sha256;"
        "sys.modules.pop('hashlib', None);"  # what measures coverage may have loaded it
        "raw = sys.stdin.buffer.read();"
        "print(sha256(raw), blake2b(raw, 16).hex(), 'hashlib' in sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], input=raw, capture_output=True, check=True
    ).stdout.decode()

    assert said.split() == [
        hashlib.sha256(raw).hexdigest(),
        hashlib.blake2b(raw, digest_size=16).hexdigest(),
        str(len(raw) > 100_000),
    ]
