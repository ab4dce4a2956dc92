"""Text into the word pieces that the MiniLM model was trained on (BERT, uncased).

The words come from the table of words that the `blingfire` package ships as data; nothing of the
package is run. It holds `[cls]` in lower case, and marks the start of a word with a space where
the model's own list marks what continues one with `##`.
"""

import itertools
import struct
import unicodedata

from memoryd.errors import EmbeddingError

CLS, SEP, UNKNOWN = 101, 102, 100
MOST = 256  # pieces of one text, the two marks among them: what the model was trained with
_COUNT_AT, _OFFSETS_AT = 96, 100
_LONGEST_WORD = 100  # letters; the model's own rule, and what keeps a wall of text linear
_LONGEST_PIECE = 24
_LONGEST_TEXT = 16 * MOST  # characters looked at: more cannot matter in MOST pieces of words
_KEPT = 20_000  # words whose pieces are remembered
_CJK = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
_DROPPED = frozenset(("Cc", "Cf", "Co", "Cs", "Mn"))  # controls, lone surrogates, accents
_ASCII_MARKS = frozenset("$+<=>^`|~")  # Unicode calls them symbols, the model punctuation


class _Spelling(dict[int, str]):
    """What becomes of one character: dropped, a space, set apart, or itself; found when met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        kind = unicodedata.category(char)
        if char in "\t\n\r" or kind == "Zs":
            text = " "
        elif kind in _DROPPED or char == "\ufffd":
            text = ""
        elif kind[0] == "P" or char in _ASCII_MARKS or any(a <= code <= z for a, z in _CJK):
            text = f" {char} "
        else:
            text = char
        self[code] = text
        return text


class Tokenizer:
    """Word pieces by the longest match, as the model's own tokenizer finds them."""

    def __init__(self, pieces: dict[str, int]) -> None:
        """Take the pieces: a word's start as it stands, what continues one behind `##`."""
        self._pieces = pieces
        self._spelling = _Spelling()
        self._known: dict[str, tuple[int, ...]] = {}

    @classmethod
    def of_table(cls, table: bytes) -> "Tokenizer":
        """Read blingfire's bert_base_tok.i2w. Raises EmbeddingError when it is none."""
        try:
            (count,) = struct.unpack_from("<I", table, _COUNT_AT)
            ends = struct.unpack_from(f"<{count + 1}I", table, _OFFSETS_AT)
            words = table[_OFFSETS_AT + 4 * (count + 1) :]
            found = [words[a:z].decode() for a, z in itertools.pairwise(ends)]
        except (struct.error, UnicodeDecodeError) as err:
            raise EmbeddingError("blingfire's word table cannot be read; install it anew") from err
        return cls({w[1:] if w[:1] == " " else "##" + w: n for n, w in enumerate(found)})

    def ids(self, text: str) -> list[int]:
        """Return the pieces of a text between the two marks, at most MOST in all."""
        plain = unicodedata.normalize("NFD", text[:_LONGEST_TEXT]).translate(self._spelling)
        ids = [CLS]
        for word in plain.lower().split():
            ids.extend(self._of_word(word))
            if len(ids) >= MOST:
                break
        return [*ids[: MOST - 1], SEP]

    def _of_word(self, word: str) -> tuple[int, ...]:
        known = self._known.get(word)
        if known is None:
            known = self._split(word) if len(word) <= _LONGEST_WORD else (UNKNOWN,)
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[word] = known
        return known

    def _split(self, word: str) -> tuple[int, ...]:
        ids: list[int] = []
        start, mark = 0, ""
        while start < len(word):
            for end in range(min(len(word), start + _LONGEST_PIECE), start, -1):
                piece = self._pieces.get(mark + word[start:end])
                if piece is not None:
                    break
            else:
                return (UNKNOWN,)
            ids.append(piece)
            start, mark = end, "##"
        return tuple(ids)
