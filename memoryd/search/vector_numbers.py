"""The numbers of vectors: as one bit each to compare many, as eight bits each to score a few."""

import numpy as np
from numpy.typing import NDArray

from memoryd.search.vector_files import Shape

Floats = NDArray[np.float32]
_WHOLE = 127.0
_NEAR_WHOLE = 0.001  # what rounding to floats takes from a length
_ODD = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_PLANES = 3  # as many as differ in no more signs than eight bits can count


def unit(vectors: Floats) -> Floats:
    """Return rows of length one; a row that has no direction stays without."""
    clean = np.nan_to_num(vectors, nan=0.0, posinf=0.0, neginf=0.0)
    lengths = np.linalg.norm(clean, axis=1, keepdims=True)
    units: Floats = np.divide(clean, lengths, out=np.zeros_like(clean), where=lengths > 0)
    return units


def signs(units: Floats | NDArray[np.int8], shape: Shape) -> NDArray[np.uint64]:
    """Return which numbers are above zero, 64 to a word."""
    bits = np.packbits(units > 0, axis=1)
    room = np.zeros((len(units), shape.words * 8), np.uint8)
    room[:, : bits.shape[1]] = bits
    return room.view(np.uint64)


def records(units: Floats, shape: Shape) -> NDArray[np.uint8]:
    """Return rows as the file holds them: a scale, then whole numbers from -127 to 127."""
    largest = np.abs(units).max(axis=1, keepdims=True)
    scale = np.where(largest > 0, largest / np.float32(_WHOLE), np.float32(1))
    rows = np.zeros((len(units), shape.stride), np.uint8)
    rows[:, :4] = np.ascontiguousarray(scale.astype("<f4")).view(np.uint8)
    rows[:, 4 : 4 + shape.size] = np.rint(units / scale).astype(np.int8).view(np.uint8)
    return rows


def checks(keys: NDArray[np.uint64], planes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a number for each row that another key, or other signs, would hardly have.

    keys: two numbers a row; planes: the signs of these rows.
    """
    total = keys[:, 0].copy()
    for part in (keys[:, 1], *planes):
        total ^= part
        total *= _ODD
        total ^= total >> _SHIFT
    return total


def sound(rows: NDArray[np.uint8], planes: NDArray[np.uint64], shape: Shape) -> NDArray[np.bool_]:
    """Return which records are of length one and have the signs of the planes."""
    scale = np.ascontiguousarray(rows[:, :4]).view("<f4")[:, 0]
    whole = rows[:, 4 : 4 + shape.size].view(np.int8)
    above, below = (signs(part, shape) for part in (whole, (whole < 0).view(np.int8)))
    bits = planes.T
    fits = ~((above & ~bits) | (below & bits)).any(axis=1)
    numbers = whole.astype(np.float32)
    with np.errstate(invalid="ignore"):  # a damaged scale may be no number
        fits &= (scale > 0) & (scale < (1 + _NEAR_WHOLE) / _WHOLE)
    scale = np.where(fits, scale, np.float32(1))
    lengths = np.sqrt(np.einsum("ij,ij->i", numbers, numbers)) * scale
    rounding = scale * np.float32(0.5 * shape.size**0.5) + _NEAR_WHOLE
    whole_ones: NDArray[np.bool_] = fits & (np.abs(lengths - 1) <= rounding)
    return whole_ones


def scores(rows: NDArray[np.uint8], query: Floats) -> Floats:
    """Return the cosine of each record with a vector of length one."""
    scale = np.ascontiguousarray(rows[:, :4]).view("<f4")[:, 0]
    whole = rows[:, 4 : 4 + len(query)].view(np.int8).astype(np.float32)
    cosines: Floats = (whole @ query) * scale
    return cosines


def distances(
    planes: NDArray[np.uint64], query: NDArray[np.uint64], at: NDArray[np.int64] | slice
) -> NDArray[np.uint16]:
    """Return in how many signs the rows of a block differ from a query's."""
    total: NDArray[np.uint16] = np.zeros(len(planes[0][at]), np.uint16)
    for first in range(0, len(planes), _PLANES):
        some = slice(first, first + _PLANES)
        # Each plane by itself: chosen places of all at once take twice as long.
        looked_at = np.stack([plane[at] for plane in planes[some]])
        apart = np.bitwise_count(looked_at ^ query[some, None])
        total += apart.sum(axis=0, dtype=np.uint8)
    return total
