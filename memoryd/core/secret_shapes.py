"""Is this value a secret? Judgements on one value, by its shape and the words around it."""

import math
import re
from collections import Counter

from memoryd.core.regex import regex

# A value that stands for a secret instead of being one.
_PLACEHOLDER = regex(
    r"[$%]\{.*|\$\(.*|\$[A-Z_][A-Z0-9_]*\W?|\$[A-Za-z_]+\W?|%[A-Z_]+%|%s|%\(.*"
    r"|[<\[{].*|\W+|(\w)\1*"
    r"|(?i:your|my|the|some|insert|replace|enter)[_-].*"
    r"|.*(?i:placeholder|redacted|change[_-]?me|your[_-]).*|[A-Z]+(?:_[A-Z]+)+"
    r"|(?i:0x)?0+|(?i:to-?do|tbd|n/a)",
    re.DOTALL,
)
_SHORTENED = regex(r"xxxx|XXXX|\*\*\*|\.\.\.|…|•••")
# A reference in code: a call, an index, an attribute, a link, a path, a mail address.
_REFERENCE = regex(
    r"[A-Za-z_][\w.?]*[(\[].*|[A-Za-z_]+(?:\??\.[A-Za-z_]+)+;?|[a-z][a-z0-9+]*://.*"
    r"|(?:Read|Get|New|ConvertTo)-[A-Z]\w+|(?:~|\.{1,2})?/[\w./-]*|[\w.+-]+@[\w-]+\.[\w.-]+",
    re.DOTALL,
)
# What people and programs say of a password or token, or write where its value would stand.
_SAID_OF_SECRETS = frozenset(
    (
        "none null nil true false undefined string str text int bool boolean char varchar"
        " optional required empty blank unset unknown hidden masked secret secrets password"
        " passwd passwords pass passphrase token tokens key keys value user username login"
        " email name bearer basic digest negotiate oauth oauth2 sha256 sha512 base64 bcrypt"
        " argon2 md5 return raise continue break yield self this that not the and for with"
        " from into when where what who why how which same always never still also only just"
        " now then here there very too again already about being case-sensitive wrong right"
        " correct incorrect invalid valid missing safe unsafe secure insecure weak strong"
        " long short public private fine okay good bad new old default easy hard simple"
        " different important ready visible plain plaintext plain-text read-only write-only"
        " sent lost gone stolen known kept set shown given written available up-to-date"
        " mandatory falsch richtig nicht incorrecto faux errata sbagliata dead alive yours"
        " mine his hers theirs one two manager reset link policy field prompt rotation"
        " protected authentication authorization confirmation changes access days"
        " unique complex random enough great terrible awful bad perfect ideal close better worse"
        " stronger weaker stricter longer shorter temporary permanent soon tomorrow today"
        " 1password bitwarden lastpass keepass keepassxc dashlane keychain vault"
    ).split()
)
_ENDINGS_SAID_OF_SECRETS = ("ed", "ing", "able", "ible", "less", "ful")
# Words of a sentence to a person, of which none stands in a phrase that is a secret.
_SAID_AROUND = frozenset(
    (
        "see ask call use check contact rotate read look find write tell get try type enter come"
        " keep stays stay kept every each quite really rather so as me my you it is in at of on to"
        " by be we no if do up an or us our their her him she he they more less than most least"
        " minimum maximum characters character letters digits words word numbers something anything"
        " nothing someone three four five six seven eight nine ten bank page wiki manager vault"
        " remember forgot forget needs need must should would could can may might has had have"
        " was were are ist nicht der die das im bei siehe frag"
    ).split()
)
_DESCRIBES = regex(r"(?:er|est|ent|ant|ive|ous|al|ary|ory|ic|y|ble|ert|ndert|tzt)$")
_SYMBOL = regex(r"[!#$%&*+?^~@§]")
_WORD = regex(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_SENTENCE_ENDS = regex(
    r"[\"'`*_|)\].,;!?]*(?:\s*$|\s*[\n#|]|[.,;!?)]"
    r"|\s+(?:and|but|for|on|or|so|please|und|et|y|e)\b)"
)
_UNIT = regex(
    r"\s*(?i:char|digit|letter|zeichen|day|minute|hour|time|attempt|year|%|word)",
)
_PROSE = regex(r"(?i)\b(?:the|your|must|be|is|are|enter|at|to|of|for|in|not|can|with|please|a)\b")
_SHORTEST_PASSWORD = 3
_SHORTEST_PIN = 4
_SHORTEST_TOKEN = 8
_PROSE_WORDS = 3
_WORDS_OF_A_PHRASE = 4
_MIXED = regex(r"(?=\D*\d)(?=.*[A-Za-z])\S{6,}")
_DATE_OR_VERSION = regex(r"\d{4}-\d\d-\d\d|v?\d+\.\d+")
_MEASURE = regex(
    r"[\d.,:]+(?i:[kmgt]?(?:bit|b)(?:/?s|ps)?|[kmg]?hz|db[im]?|[cdkm]?m|[km]?g|[cdm]?l|min|sec|ms"
    r"|[hs]|ft|mi|lbs?|eur|usd)"
)
_OPAQUE = regex(r"(?:0x)?[0-9a-fA-F-]{16,}|[A-Za-z0-9+/]{10,}={1,2}")
# A name with a number in it (gpt-4, users_v2) has short mixed parts; a key has a long one.
_MIXED_PART = regex(r"(?<![^-_./:])(?=[^-_./:]{6})(?=[^-_./:]*\d)(?!\d+(?:[-_./:]|$))")

# Drawn by lot, yet public: hashes, ids, public keys, pictures and archives in base64.
_PUBLIC = regex(
    r"(?:0x)?[0-9a-fA-F-]+|[0-7][0-9A-HJKMNP-TV-Z]{25}|AAAA[BCE]3NzaC1.*|age1[a-z0-9]+"
    r"|(?:iVBORw0KGgo|/9j/|R0lGOD|UklGR|JVBERi0|PHN2Zy|UEsDB|H4sI|T2dnUw|SUQz).*"
    r"|(?:srv)?toolu_.*|(?:msg|req|call|chatcmpl|resp|run|thread|asst|file|batch|gen|rs|fc)[_-].*"
    r"|(?:evt|cus)_.*",
    re.DOTALL,
)
_KEYED_HEX = regex(
    r"(?:[a-z0-9]+[_-])*(?:key|tok|token|sec|secret|live|test|prod|api|pat|auth|pk|sk)[_-]"
    r"(?:v\d[_-])?[0-9a-f]{24,}"
)
_HEX = regex(r"(?:0x)?(?:[0-9a-f-]{16,}|[0-9A-F-]{16,})")
_PIECE = regex(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_UNBROKEN = regex(r"[A-Za-z0-9]{20,}")
_SHORTEST_RANDOM = 20
# Most characters a piece and least bits a character; figures from random tokens of 24 to 88
# characters against identifiers in code and chats.
_THREE_CLASSES = (3.3, 3.7)
_THREE_CLASSES_AND_SEPARATORS = (2.8, 3.7)
_LETTERS_OF_A_CASE_AND_DIGITS = (4.2, 3.6)
_LETTERS_OF_BOTH_CASES = (3.3, 4.1)


def stands_in(value: str) -> bool:
    """Return whether a value is a placeholder or a shortened copy of a secret."""
    return bool(_PLACEHOLDER.fullmatch(value) or _SHORTENED.search(value))


def is_said_of_secrets(value: str) -> bool:
    """Return whether a word describes secrets ("wrong", "string") and so is none."""
    return value.lower() in _SAID_OF_SECRETS


def is_word(value: str) -> bool:
    """Return whether a value is one plain word, hyphens and apostrophes inside allowed."""
    return _WORD.fullmatch(value) is not None and (value[1:].islower() or value.isupper())


def is_reference(value: str) -> bool:
    """Return whether a value names the place of a secret: code, a path, a link, an address."""
    return _REFERENCE.fullmatch(value) is not None and not is_random(value)


def is_quoted_password(value: str) -> bool:
    """Return whether what stands in quotes after "password:" is one, not a sentence to a person."""
    return len(value.split()) < _PROSE_WORDS or not _PROSE.search(value)


def is_password(value: str, follow: str) -> bool:
    """Return whether a value in a password's place is one; `follow` is the text after it.

    A plain word is one only where the sentence ends: "is sunshine." but not "is kept in a safe".
    """
    if len(value) < _SHORTEST_PASSWORD or is_said_of_secrets(value) or is_reference(value):
        return False
    if not is_word(value):
        short = value.isdigit() and len(value) < _SHORTEST_PIN
        return not (short or _UNIT.match(follow))
    if len(value.split("-")) >= _WORDS_OF_A_PHRASE:
        return True
    described = value.lower().endswith(_ENDINGS_SAID_OF_SECRETS)
    return not described and _SENTENCE_ENDS.match(follow) is not None


def is_described(value: str) -> bool:
    """Return whether a value has the ending of a word that says how something is."""
    low = value.lower()
    return low.endswith(_ENDINGS_SAID_OF_SECRETS) or _DESCRIBES.search(low) is not None


def is_telling(value: str, _follow: str) -> bool:
    """Return whether a value may be a password where its place leaves no doubt: any word."""
    return len(value) >= _SHORTEST_PASSWORD and not is_said_of_secrets(value)


def is_strong(value: str, follow: str) -> bool:
    """Return whether a password shows by itself, without a place that announces one."""
    shows = any(map(str.isdigit, value)) or _SYMBOL.search(value) is not None
    return shows and not _DATE_OR_VERSION.match(value) and is_password(value, follow)


def is_beside_a_name(value: str, follow: str) -> bool:
    """Return whether what stands after a name and a slash is its password."""
    if _MEASURE.fullmatch(value):
        return False
    long = is_mixed(value) or (len(value) >= _SHORTEST_TOKEN and _SYMBOL.search(value) is not None)
    return long and is_strong(value, follow)


def is_phrase(value: str, _follow: str) -> bool:
    """Return whether some words after "passphrase:" are one, not a sentence about it."""
    listed = re.split(r"[\s-]+", value.lower())
    return not any(
        word in _SAID_OF_SECRETS
        or word in _SAID_AROUND
        or (word.isalpha() and word.endswith(_ENDINGS_SAID_OF_SECRETS))
        for word in listed
    )


def is_mixed(value: str) -> bool:
    """Return whether a value has six characters or more, with letters and digits."""
    return _MIXED.fullmatch(value) is not None


def is_opaque(value: str) -> bool:
    """Return whether a value is long hexadecimal or padded base64."""
    return _OPAQUE.fullmatch(value) is not None


def is_token(value: str) -> bool:
    """Return whether a value after "token:" or "api key is" has the shape of one."""
    if len(value) < _SHORTEST_TOKEN or " " in value or value.isdigit():
        return False
    if _DATE_OR_VERSION.match(value):
        return False
    return is_random(value) or is_opaque(value) or _MIXED_PART.search(value) is not None


def is_random(token: str) -> bool:
    """Return whether a token's letters and digits look drawn by lot, and it is no public id."""
    if _PUBLIC.fullmatch(token):
        return False
    if _KEYED_HEX.fullmatch(token):
        return True
    longest = max(_UNBROKEN.findall(token), key=len, default="")
    return _changes_often(token) or _changes_often(longest)


def _changes_often(token: str) -> bool:
    """Return whether a token changes between lower case, upper case and digits too often for words.

    Words and numbers run on: getUserById has 2.8 characters a piece, a key of all three classes 2.
    """
    pieces = _PIECE.findall(token)
    if len(token) < _SHORTEST_RANDOM or not pieces or _HEX.fullmatch(token):
        return False
    whole, digits = token.isalnum(), any(map(str.isdigit, token))
    cases = any(map(str.islower, token)) + any(map(str.isupper, token))
    acronyms = sum(piece.isupper() for piece in pieces)
    if digits and cases > 1:
        longest, bits = _THREE_CLASSES if whole else _THREE_CLASSES_AND_SEPARATORS
    elif whole and digits:
        longest, bits = _LETTERS_OF_A_CASE_AND_DIGITS
    elif whole and 4 * acronyms > len(pieces):
        longest, bits = _LETTERS_OF_BOTH_CASES
    else:
        return False
    return sum(map(len, pieces)) <= longest * len(pieces) and _entropy(token) >= bits


def _entropy(token: str) -> float:
    """Return Shannon's bits per character."""
    size = len(token)
    return -sum(n / size * math.log2(n / size) for n in Counter(token).values())
