"""Secrets as they are told in passing: a change, a denial, a login, a phrase, a shell's flags.

Some forms lean on a mark that an earlier round of masking left: of "from A to B" the one that is
plain to see tells that the other is a secret too.
"""

from functools import cache

from memoryd.core.regex import regex
from memoryd.core.secret_formats import Context
from memoryd.core.secret_shapes import (
    is_beside_a_name,
    is_password,
    is_phrase,
    is_strong,
    is_telling,
)

_Q = r"[\"'`\u201c\u201d]?"
_V = r"(?P<v>[^\s\"'`<>\u201c\u201d]{3,64})"
_MASK = rf"{_Q}\[secret:[a-z_]+\]{_Q}"
_WHAT = (
    r"(?i:pass[ -]?(?:word|code|phrase|wort)s?|kennwort|mot de passe|contrase[ñn]a"
    r"|(?<![a-z])pin(?: code)?)"
)
_HINTS = ("pass", "kennw", "contrase", "pin")
_CHANGE = r"(?<![a-z])(?i:chang|switch|reset|updat|rotat|replac)[a-z]*:?\s"
# "changed my password from", "the password for the router was changed from", "Passwort von"
_FROM = (
    rf"(?:{_CHANGE}[^\n]{{0,40}}?{_WHAT}\s(?:for\s(?:\S{{1,30}}\s){{1,3}}?)?"
    rf"|{_WHAT}\s[^\n]{{0,30}}?{_CHANGE}(?:back\s)?|(?i:passwort|kennwort)\s)"
    rf"(?:(?i:from|von|de)\s)?{_Q}"
)
_TO = rf"{_Q}\s(?:(?i:to|auf|zu|in|a)|->|=>|\u2192)\s{_Q}"
_NOT = (
    r"\s(?i:isn['\u2019]?t|(?:is|was) (?:not|no longer|never)|wasn['\u2019]?t|(?:ist|war) nicht)\s"
)
_IT_IS = r"(?i:it['\u2019]?s|it is|it was|es ist)"
_BUT = (
    r"(?:\s(?i:any ?more|before))?[,;.!]?\s"
    rf"(?:(?i:but|sondern|and|now)\s(?:{_IT_IS}\s)?|{_IT_IS}\s)(?i:now\s)?{_Q}"
)

_ENDS_PHRASE = r"for|and|but|on|at|in|the|to"
_TOKEN = rf"(?!(?i:{_ENDS_PHRASE})\b)[^\s\"'`<>.,;:!?()\[\]{{}}$/\\|=*-]{{2,24}}"
_AFTER = rf"(?=[\"'`.,;!?)]|\s*$|\s*\n| (?i:{_ENDS_PHRASE})\b)"


def _phrase(least: int) -> str:
    return rf"[\"'`]?(?P<v>{_TOKEN}(?:[ -]{_TOKEN}){{{least - 1},11}}){_AFTER}"


_NAME = r"[\w.@+-]{1,64}"
_FOR = r"(?:\s(?i:for|to|at|of|für)\s[^\n:=]{1,40})?\s{0,2}(?:[:=]\s{0,3}|\s)"
_LOGIN = (
    r"(?i:log[ -]?ins?(?: with)?|sign-?in|credentials?|creds|zugangsdaten|anmeldedaten"
    r"|user(?:name)?)"
)

# A label and its value, each alone on its line, as a password manager copies them.
_ALONE = r"(?:^|(?<=\n))[ \t]{0,8}"
_BELOW = r"[ \t]{0,8}\r?\n[ \t]{0,8}"
_WHO = r"(?i:user(?: ?name)?|log-?in|e-?mail|account|benutzer(?:name)?|nutzername|konto)"
_LABEL = r"(?i:pass(?:word|wort|phrase|code)?|kennwort|pw|pwd)"
_LINE = r"(?P<v>[^\s<>]{3,64})(?=[ \t]{0,8}(?:\r?\n|$))"
_WIRELESS = r"(?<![a-z])(?i:wi-?fi|wlan|ssid)"

_ARGUMENTS = r"[^\n|;&]{0,120}?\s"
_GLUED = r"(?<![\w-])(?:mysql\w*|mariadb[\w-]*|7z[ar]?|rar|unrar)\s"
_SPACED = (
    r"(?<![\w-])(?:(?:docker|podman|nerdctl|skopeo|buildah|oc|az|helm registry) login"
    r"|mongo[a-z]*)\s"
)
_FLAG = (
    rf"(?:{_GLUED}(?:{_ARGUMENTS})?-p(?!ort|rotocol|rint)|{_SPACED}(?:{_ARGUMENTS})?-p[ =]?"
    rf"|(?<![\w-])redis-cli\s(?:{_ARGUMENTS})?-a |(?<![\w-])(?:un)?zip\s(?:{_ARGUMENTS})?-P ?"
    rf"|(?<![\w-])ldap[a-z]+\s(?:{_ARGUMENTS})?-w )"
)
_TOOLS = ("mysql", "mariadb", "7z", "rar ", "login", "mongo", "redis-cli", "zip", "ldap")
_SIX = r"\d{6}"

_TABLE = (
    ("passphrase", ("phrase",), rf"(?i:pass[ -]?phrase)[\"']?\s{{0,3}}[:=]\s{{0,3}}{_phrase(2)}",
     is_phrase),
    ("passphrase", ("pass", "kennw"),
     (rf"(?i:pass[ -]?(?:phrase|word|code|wort)|kennwort)(?:\s{{0,3}}[:=]|\s(?i:is|ist))\s{{1,3}}"
      rf"{_phrase(3)}"), is_phrase),
    ("password", _TOOLS,
     (rf"{_FLAG}{_Q}(?P<v>(?<=[\"'])[^\"'\n]{{3,64}}(?=[\"'])"
      r"|(?<![\"'])[^\s\"'`<>|;&-][^\s\"'`<>|;&]{2,63})"), is_telling),
    ("password", _HINTS, rf"{_FROM}{_V}{_TO}", is_strong),
    ("password", _HINTS, rf"{_FROM}[^\s\"'`]{{3,64}}{_TO}{_V}", is_strong),
    ("password", ("[secret:",), rf"{_FROM}{_V}{_TO}{_MASK}", is_telling),
    ("password", ("[secret:",), rf"{_FROM}{_MASK}{_TO}{_V}", is_password),
    ("password", _HINTS, rf"{_WHAT}[^\n]{{0,24}}?{_NOT}(?:just |only )?{_Q}{_V}", is_strong),
    ("password", ("[secret:",), rf"{_WHAT}[^\n]{{0,24}}?{_NOT}{_MASK}{_BUT}{_V}", is_password),
    ("password", ("[secret:",), rf"{_WHAT}[^\n]{{0,24}}?{_MASK}{_BUT}{_V}", is_strong),
    ("password", ("[secret:",),
     (rf"{_WHAT}[^\n]{{0,24}}?{_MASK}[,;]?\s(?:and )?"
      rf"(?i:not|instead of|rather than|no longer|nicht|\(?(?:was|formerly|previously))\s"
      rf"{_Q}{_V}"), is_strong),
    ("password", ("[secret:",),
     (rf"{_WHAT}[^\n]{{0,24}}?{_MASK}[^\n]{{0,40}}?{_CHANGE}(?:(?i:it)\s)?(?i:to|auf)\s"
      rf"{_Q}{_V}"), is_strong),
    ("password", ("login", "log-in", "log in", "sign", "cred", "daten", "user"),
     rf"(?<![a-z]){_LOGIN}{_FOR}{_NAME}(?:\s{{1,3}}[/|]|,)\s{{1,3}}{_Q}{_V}", is_beside_a_name),
    ("password", ("cred", "daten"),
     rf"(?<![a-z])(?i:credentials?|creds|zugangsdaten){_FOR}{_NAME}[:/](?!/){_V}",
     is_beside_a_name),
    ("password", ("pass", "kennw", "pw"),
     rf"{_ALONE}(?!(?i:pass)\b){_LABEL}{_BELOW}{_LINE}", is_strong),
    ("password", ("pass", "kennw", "pw"),
     rf"{_ALONE}{_WHO}{_BELOW}\S{{1,64}}{_BELOW}{_LABEL}{_BELOW}{_LINE}", is_telling),
    ("password", ("wifi", "wi-fi", "wlan", "ssid"),
     (rf"{_WIRELESS}[ -]?{_LABEL}\s(?:\S{{1,32}}\s){{1,3}}?(?i:is|ist|lautet|=)\s{_Q}{_V}"),
     is_beside_a_name),
    ("password", ("wifi", "wi-fi", "wlan", "ssid"),
     rf"{_WIRELESS}(?:\s{{0,3}}[:=])?\s{{1,3}}{_NAME}\s{{1,3}}[/|]\s{{1,3}}{_Q}{_V}",
     is_beside_a_name),
    ("password", ("pass is", "pass ist"),
     rf"(?<![\w-])(?i:the|my|our|your|das|mein)\s(?i:pass)\s(?i:is|ist)\s{_Q}{_V}",
     is_beside_a_name),
    ("password", ("root:",),
     (r"(?<![\w/.@:-])(?i:root):(?P<v>[^\s:/\"'`<>]{3,64})(?![\w:/])"),
     is_beside_a_name),
    ("recovery_code", ("bitlocker", "recovery", "wiederherst", "numerical"),
     (r"(?i:bitlocker|recovery[ -]?(?:key|password)|wiederherstellungs-?schlüssel"
      rf"|numerical password)[^\d]{{0,60}}?(?P<v>{_SIX}(?:\s?[ -]\s?{_SIX}){{7}})(?![\w-])"),
     None),
)  # fmt: skip


@cache
def contexts() -> tuple[Context, ...]:
    """Return the forms."""
    return tuple(Context(kind, hints, regex(form), judge) for kind, hints, form, judge in _TABLE)
