"""Digests without hashlib, whose OpenSSL takes 4 ms of the start of a command that searches.

Python's own code for them gives the same digests; random in the standard library does likewise.
"""

import sys
from importlib import import_module
from typing import Any

_SHA256 = ("_sha2", "_sha256")  # from 3.12 on, before
_LARGE = 1 << 18  # bytes from which OpenSSL's speed is worth its start


def sha256(raw: bytes) -> str:
    """Return the SHA-256 of some bytes, as 64 hexadecimal digits."""
    digest: str = _of(_SHA256, "sha256", raw).sha256(raw).hexdigest()
    return digest


def blake2b(raw: bytes, size: int) -> bytes:
    """Return the BLAKE2b digest of some bytes, `size` bytes long."""
    digest: bytes = _of(("_blake2",), "blake2b", raw).blake2b(raw, digest_size=size).digest()
    return digest


def _of(modules: tuple[str, ...], name: str, raw: bytes) -> Any:  # noqa: ANN401 - a module
    """Return the module to make a digest with: hashlib where it is there, or nothing else is."""
    if "hashlib" not in sys.modules and len(raw) < _LARGE:
        for module in modules:
            try:
                found = import_module(module)
            except ImportError:
                continue
            if hasattr(found, name):
                return found
    return import_module("hashlib")
