"""What secrets look like: provider formats, the names that announce a secret, and shape tests.

Patterns are written to be linear: a scan is bounded, or what it passes over is consumed.
"""

import re
from collections.abc import Callable

from memoryd.core.regex import regex
from memoryd.core.value import frozen

# Formats that speak for themselves, by prefix. Written from the providers' format descriptions.
_PROVIDERS = {
    "jwt": r"eyJ[\w-]{8,}\.eyJ[\w-]{6,}(?:\.[\w-]*)*",
    "aws_access_key": r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])",
    "github_token": r"gh[opusr]_[A-Za-z0-9_]{20,}|github_pat_\w{22,}",
    "gitlab_token": r"gl(?:pat|dt|rt|ptt|cbt|soat|ft|imt|agent|oas|ffct)-[\w.-]{18,}",
    "anthropic_key": r"sk-ant-[\w-]{16,}",
    "openai_key": r"sk-(?:proj|svcacct|admin|None)-[\w-]{16,}",
    "openrouter_key": r"sk-or-(?:v\d-)?[\w-]{16,}",
    "stripe_key": r"[srp]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}",
    "sk_key": r"sk-(?:[a-z]{2,8}-)?(?:[A-Za-z0-9]{20,}|[0-9a-f]{8}-[0-9a-f-]{27})[\w-]*",
    "google_key": r"AIza[\w-]{30,}|ya29\.[\w.-]{16,}|GOCSPX-[\w-]{16,}|1//0[\w-]{30,}",
    "slack_token": r"xox[a-z](?:\.xox[a-z])?-[\w-]{8,}|xapp-\d-[\w-]{10,}|xwfp-[\w-]{10,}",
    "webhook": r"hooks\.slack\.com/(?:services|workflows|triggers)/[\w/+-]{20,}"
    r"|(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/[\w-]{20,}"
    r"|hooks\.zapier\.com/hooks/catch/[\w/]{8,}"
    r"|[\w-]{1,63}\.webhook\.office\.com/webhookb2/[^\s\"'<>]{20,}",
    "telegram_token": r"(?:bot)?\d{8,10}:[\w-]{35}(?![\w-])",
    "npm_token": r"npm_[A-Za-z0-9]{30,}",
    "pypi_token": r"pypi-[\w-]{50,}",
    "huggingface_token": r"(?:hf|api_org)_[A-Za-z]{30,}|hf_[A-Za-z0-9]{30,}",
    "sendgrid_key": r"SG\.[\w-]{16,32}\.[\w-]{16,64}",
    "age_key": r"AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Za-z]{20,}",
    "groq_key": r"gsk_[A-Za-z0-9]{20,}",
    "xai_key": r"xai-[A-Za-z0-9]{20,}",
    "perplexity_key": r"pplx-[A-Za-z0-9]{20,}",
    "replicate_token": r"r8_[A-Za-z0-9]{20,}",
    "figma_token": r"fig[du]r?_[\w-]{20,}",
    "linear_key": r"lin_(?:api|oauth)_[A-Za-z0-9]{20,}",
    "notion_token": r"(?:ntn|secret)_[A-Za-z0-9]{32,}",
    "discord_token": r"[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,}|mfa\.[\w-]{60,}",
    "databricks_token": r"dapi[0-9a-f]{32}(?:-\d)?",
    "digitalocean_token": r"do[opr]_v1_[0-9a-f]{32,}",
    "shopify_token": r"shp(?:at|ca|pa|ss|tka|ua)_[0-9a-fA-F]{24,}",
    "vault_token": r"hv[sbr]\.[\w-]{20,}",
    "supabase_key": r"sbp_[0-9a-f]{32,}|sb_secret_[\w-]{20,}",
    "twilio_key": r"(?:SK|AC)[0-9a-f]{32}(?![0-9a-zA-Z])",
    "mailgun_key": r"key-[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?",
    "mailchimp_key": r"[0-9a-f]{32}-us\d{1,2}(?!\w)",
    "square_token": r"sq0[a-z]{3}-[\w-]{20,}|EAAA[\w-]{56,}",
    "facebook_token": r"EAA[A-Z][A-Za-z0-9]{40,}",
    "cloudflare_key": r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}|cf(?:ut|k)_[\w-]{30,}",
    "grafana_token": r"gl(?:sa|c)_[A-Za-z0-9_+/=]{28,}",
    "doppler_token": r"dp\.[a-z]{2,4}\.[\w.-]{30,}",
    "terraform_token": r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{50,}",
    "atlassian_token": r"ATATT3[\w-]{30,}=?[0-9A-F]{0,8}|ATBB[A-Za-z0-9]{24,}",
    "newrelic_key": r"NR(?:AK|JS|II|RA)-[A-Za-z0-9]{20,}",
    "sentry_token": r"sntry[su]_[\w+/=-]{30,}",
    "docker_token": r"dckr_(?:pat|oat)_[\w-]{20,}",
    "heroku_key": r"HRKU-[\w-]{30,}",
    "planetscale_token": r"pscale_(?:tkn|pw|oauth)_[\w.=-]{28,}",
    "postman_key": r"PMAK-[0-9a-f]{24}-[0-9a-f]{30,}",
    "airtable_token": r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    "fly_token": r"fo1_[\w-]{30,}|fm\d[a-z]?_[\w+/=]{60,}",
    "tailscale_key": r"tskey-(?:[a-z]{3,10}-)?[\w-]{16,}",
    "onepassword_token": r"ops_eyJ[\w+/=-]{60,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){4,5}[A-Z0-9]{5}",
    "rubygems_key": r"rubygems_[0-9a-f]{40,}",
    "langsmith_key": r"lsv2_[a-z]{2}_[0-9a-f_]{32,}",
    "tavily_key": r"tvly-[\w-]{16,}",
    "nvidia_key": r"nvapi-[\w-]{40,}",
    "fireworks_key": r"fw_[A-Za-z0-9]{22,}",
    "buildkite_token": r"bk(?:ua|at)_[0-9a-f]{30,}",
    "resend_key": r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}",
    "recovery_code": r"(?<!-)\d{6}(?:-\d{6}){7}(?![\w-])",
    "wallet_key": r"[xyztuv]prv[A-Za-z0-9]{100,}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])",
}
PROVIDER = regex(
    # no format is shorter than twelve: most words are passed over without trying one
    r"(?<![A-Za-z0-9])(?=[\w.:/+-]{12})(?:"
    + "|".join(f"(?P<{kind}>{form})" for kind, form in _PROVIDERS.items())
    + ")",
    re.ASCII,
)

# A private key from its BEGIN line: up to its END, or as far as a cut copy goes.
_GAP = r"(?:[\s>|\"',]|\\[nr])+"
PRIVATE_KEY = regex(
    r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE|SECRET) KEY[A-Z ]{0,20}-{4,5}|Private-Lines: \d{1,4}"
)
PRIVATE_KEY_END = regex(r"-{4,5} ?END [A-Z0-9 ]{0,60}-{4,5}")
PRIVATE_KEY_BODY = regex(
    rf"(?:{_GAP}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]*"
    rf"|[A-Za-z0-9+/=]{{20,}}))*"
    rf"(?:{_GAP}(?:[A-Za-z0-9+/]{{0,19}}[0-9+/=][A-Za-z0-9+/=]*))?"
)

# Words of which one stands in every text that ASSIGNMENT could match.
ASSIGNMENT_HINTS = tuple(
    (
        "pass kennw contrase parola senha wachtwoord senord hasł haslo пароль 密 パスワード"
        " 비밀번호 pwd pw psk mdp clave key secret token cred signature schlüssel clé chiave pat"
        " auth sess csrf xsrf sid sig code jwt"
    ).split()
)
# Words that announce a password, in the languages people type them in.
_SPOKEN = (
    r"(?i:pass[ -]?(?:word|wort|code|phrase)s?|(?<!/)passwd|kennw(?:ort|örter)|mots? de passe"
    r"|contrase[ñn]as?|parola d['\u2019]ordine|senha|wachtwoord|l[öo]senord|has[łl]o(?=\s*[:=])"
    r"|пароль|密[码碼]|パスワード|비밀번호)"
    r"|(?<![A-Za-z])(?i:pwd|pw|psk|mdp|(?:pass|clave)(?=[\w-]{0,30}[\s*_\\\"'`\]]{0,4}[=:]))"
    r"(?![A-Za-z])|(?<=[a-z])(?:Pass|Pwd)(?![a-z])"
)
_KEYED = (
    r"(?i:(?:api|access|account|secret|private|signing|encryption|master|licen[sc]e|auth|service"
    r"|client|deploy|storage|consumer|session|subscription|integration|webhook|product|root|host"
    r"|pre-?shared|wi-?fi|wpa\d?|network|shared[ _-]?access|write|admin|app|wallet"
    r"|recovery)[ _-]?keys?(?![a-z])|(?<!\[)secrets?|tokens?|credentials?"
    r"|(?<![a-z])creds?(?![a-z])|shared[ _-]?access[ _-]?signature"
    r"|api[ _-]?schlüssel|clé[s]? (?:d['\u2019])?api|clave (?:de )?api|chiave api)"
)
_WEAK = (
    r"(?<=[A-Za-z0-9][_-])(?i:key|pat|auth)(?![A-Za-z])|(?<=[a-z])Key(?![a-z])"
    r"|(?<![A-Za-z])(?i:phpsessid|jsessionid|connect\.sid|csrf|xsrf|sess(?:ion)?(?:_?id)?|sid|sig"
    r"|(?:x-amz-)?signature|code|key|jwt|auth|x-goog-signature)(?![A-Za-z])"
)
_ABOUT = (
    r"(?:\s+(?:for|of|to|on|at|für|fürs|vom|zum|von|pour|du|de|del|della|para|per)\s+"
    r"\S{1,40}(?:\s+\S{1,40}){0,3}?|\s*\([^)\n]{0,40}\))?"
)
_SEPARATOR = (
    r"(?P<said>\s+(?:(?P<later>(?:will|should|must|would) be|is going to be|wird|sera|será|sarà)"
    r"|used to be|becomes|(?:has|had) been|is|was|are|ist|lautet|war|est|es|era|è|to|now|auf)"
    r"(?:\s+(?:now|jetzt|(?:changed|reset|set|updated)\s+to))?"
    r"(?:\s*:)?\s+|['\u2019]s\s+)"
    r"|(?P<mark>[\s*_\\\"'`\]]{0,4}(?:=>|:=|->|\u2192|=(?!=)|:(?!:)|\uff1a"
    r"|(?<=\s)[|\u2013\u2014-](?=\s)|是|は|为)[ \t*_]{0,4}"
    r"(?P<newline>\n[ \t]{0,8})?)"
)
CELL = regex(r"\|([^|\n]*)(?=\|)")  # of a table's row
COLUMN = regex(r"[*_`]*(?i:pass(?:word|wort|phrase|code)|kennwort|pw|pwd)[*_`]*")
LONGEST_VALUE = 256  # of the search; a longer bare value is followed to its end
_VALUE = (
    r"(?:(?i:it['\u2019]s|it is|it was)\s{1,3})?"
    r"(?:\\?(?P<quote>[\"'`\u201c\u00ab])"
    r"(?P<quoted>[^\"'`\n\u201d\u00bb]{1,256})|(?P<bare>[^\s\"'`<>]{1,256}))"
)
ASSIGNMENT = regex(
    rf"(?:(?P<password>{_SPOKEN})|(?P<token>{_KEYED})|(?P<weak>(?:{_WEAK})(?![\w-])))"
    rf"(?P<suffix>[\w-]{{0,30}})(?:{_ABOUT}(?:{_SEPARATOR})|(?P<beside>[ \t]{{1,3}})){_VALUE}"
)
# Names that say something about a secret, not the secret itself.
ABOUT_SECRETS = regex(
    r"(?i)(?:^|[_-])(?:len|min|max|count|field|polic|reset|ur[il]|type|name|expir|ttl|hint|ids?$"
    r"|file|path|limit|usage|rotat|age$|strength|manager|budget|prompt|label|placeholder|required"
    r"|valid|at$|per[_-])"
)


@frozen
class Context:
    """A place that makes its content a secret, the group `v` of `form`.

    hints: lower-case words of which one must stand in the text; spares most texts the search.
    judge: whether such a value, with the text after it, is a secret; None: as its kind has it.
    """

    kind: str
    hints: tuple[str, ...]
    form: re.Pattern[str]
    judge: Callable[[str, str], bool] | None = None


_IS = (
    r"(?:\s+(?:is(?: now)?|will be|was|ist|lautet|est|es|è)(?:\s*:)?|\s*[:=#\uff1a])?[\s\"'`*]{0,3}"
)
_CODE_NAME = (
    r"(?:one[- ]?time|verification|security|log[- ]?in|sign[- ]?in|auth(?:entication|enticator)?"
    r"|authori[sz]ation|confirmation|access|2fa|mfa|two[- ]factor|sms|pass|reset|unlock|activation"
    r"|door|gate|alarm|entry|safe|lock|garage|building|keypad"
    r"|backup|recovery)[- ]?(?:code|password|passcode|pin)s?"
    r"|(?:bestätigungs|sicherheits|einmal|anmelde|zugangs|tür|freischalt)-?(?:code|passwort)"
    r"|code (?:de|à) (?:vérification|sécurité|confirmation|connexion|usage unique)"
    r"|código de (?:verificación|seguridad|acceso|un solo uso)|codice (?:di|otp)[\w ]{0,12}"
    r"|t?otp(?: code)?|(?-i:TAN)|(?:mobile|push|sms|photo|chip|app|qr|m)-?tan|验证码"
    r"|(?:your|ihr|dein|votre|tu|su|tuo) (?:[\w-]{1,20} ){0,3}code|enter (?:the )?code"
)
_CODE = r"(?:[A-Z]{1,2}-)?\d{3}[ -]\d{3}|(?:[A-Z]{1,2}-)?\d{4,8}|(?=[A-Z]*\d)[A-Z0-9]{6,8}"
_NUMBERED = r"(?:\d{1,2}[.):]?[ \t]{0,3})?"
_WORD = r"(?!(?:the|and|for|was|are|not|but|our|his|her|she|has|had)\b)[^\W\d_A-ZÀ-Þ]{3,9}(?![\w'])"
_LIST = r"(?:[\s,;]{1,4}(?:(?:[-*\u2022]|\d{1,2}[.)])[ \t]{1,3})?)"
_RECOVERY = r"(?<![\w-])(?=[A-Za-z-]{0,12}\d)[A-Za-z0-9]{4,16}(?:-[A-Za-z0-9]{3,16}){0,5}"
CONTEXTS = tuple(
    Context(kind, tuple(hints.split("|")), regex(form))
    for kind, hints, form in (
        (
            "authorization",
            "authorization",
            (
                r"(?i:authorization)[\"'\\]{0,2}\s{0,3}[:=]\s{0,3}[\"'\\]{0,2}"
                r"(?:(?i:basic|bearer|token|apikey|negotiate|digest|key|aws4-hmac-sha256)\s{1,3})?"
                r"(?P<v>[^\s\"'<>\\]{6,})"
            ),
        ),
        (
            "bearer_token",
            "bearer|basic",
            r"(?<![A-Za-z])(?i:bearer|basic)[ \t]{1,3}(?P<v>[\w+/=.~-]{8,})",
        ),
        (
            "cookie",
            "cookie",
            r"(?<![A-Za-z])(?i:cookie)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<v>[\w.-]{1,64}=[^\n\"']{4,})",
        ),
        (
            "url_password",
            "://",
            r"://[^\s:/?#@\"'<>]{0,128}:(?P<v>[^\s/\"'<>]{1,256})@(?=[\w\[])",
        ),
        ("url_password", "://", r"://(?P<v>(?=[A-Za-z_-]{0,40}\d)[\w-]{20,128})@(?=\w)"),
        (
            "password",
            "pass|secret|token|key",
            (
                r"(?<![\w-])--?(?i:[a-z-]{0,20}(?:password|passwd|passphrase|pass|secret|token|api-?key))"
                r"[ \t]{1,3}[\"']?(?P<v>[^\s\"'`<>-][^\s\"'`<>]{2,})"
            ),
        ),
        ("password", "sshpass", r"(?i:sshpass)\s{1,3}-p\s{0,3}[\"']?(?P<v>[^\s\"']{3,})"),
        (
            "password",
            "-u|user",
            r"\s(?:-u|--(?:proxy-)?user)[ =]{0,1}[\"']?[\w.@+-]{1,64}:(?P<v>[^\s\"']{3,})",
        ),
        (
            "password",
            "login",
            r"(?i:login)\s{1,4}\S{1,128}\s{1,8}(?i:password)\s{1,4}(?P<v>\S{1,256})",
        ),
        (
            "password",
            "identified|password",
            r"(?i:identified\s{1,3}by|with password)\s{1,3}['\"](?P<v>[^'\"\n]{1,128})",
        ),
        (
            "password",
            "</",
            r"<(?i:[\w:.-]{0,40}(?:password|secret|token|apikey))>\s{0,3}(?P<v>[^<>\n]{3,512})</",
        ),
        (
            "password",
            "is my|is the|is our|as my|as the|as password",
            (
                r"(?<![^\s\"'`(])(?P<v>[^\s\"'`]{4,64})[\"'`]? (?:is|as) (?:(?:my|the|our) )?"
                r"(?i:[\w-]{0,20} ?(?:password|passphrase|passwort))"
            ),
        ),
        (
            "app_password",
            "password",
            (
                r"(?i:app(?:lication)?[- ]passwords?)[\s:=\"'`is]{1,8}"
                r"(?P<v>[a-z]{4}(?:[ -]?[a-z]{4}){3})(?![a-z])"
            ),
        ),
        (
            "passphrase",
            "pass",
            (
                r"(?i:pass(?:phrase|word))[\"']?(?:\s{0,3}[:=]|\s{1,3}is)\s{1,3}[\"'`]?"
                rf"(?P<v>{_WORD}(?:[ -]{_WORD}){{3,11}})(?=[.,!]?\s*$|[\"'`.]|\n)"
            ),
        ),
        (
            "seed_phrase",
            "seed|mnemonic|phrase|words|wörter",
            (
                r"(?i:(?:seed|mnemonic|recovery|wallet|backup|secret)[ -](?:recovery )?"
                r"(?:phrases?|words?)|(?:12|15|18|21|24)[ -]words?|mnemonic"
                r"|(?<![a-z])seed|wiederherstellungs(?:phrase|wörter))"
                r"[^\n]{0,60}?(?:[:=]|\s(?:is|are)\s)[\s\"'`*]{0,4}"
                rf"(?P<v>{_NUMBERED}{_WORD}(?:[\s,;-]{{1,4}}{_NUMBERED}{_WORD}){{11,23}})"
            ),
        ),
        (
            "recovery_code",
            "code|código|key|schlüssel",
            (
                r"(?i:(?:recovery|backup|scratch|rescue|emergency|wiederherstellungs|notfall)[- ]?"
                r"(?:codes?|keys?|schlüssel)|codes? de (?:secours|récupération)"
                r"|códigos? de recuperación)"
                rf"[^\n:=]{{0,40}}?[:=]?{_LIST}?[\"'`]?(?P<v>{_RECOVERY}(?:{_LIST}{_RECOVERY})*)"
            ),
        ),
        (
            "pin",
            "pin|geheimzahl|puk|cv",
            (
                r"(?<![A-Za-z])(?i:pin(?:[- ]?(?:code|nummer|number))?|geheimzahl|code pin|puk"
                r"|cv[vc]2?)"
                r"(?![A-Za-z])(?:\s(?:for|of|to|für|de|der)(?:\s\w{1,20}){1,4}?)?"
                rf"{_IS}(?P<v>\d{{3}}(?:\d| ?\d{{3}}|\d{{2,5}})?)(?![\d.,:/-]*\d)"
            ),
        ),
        (
            "one_time_code",
            "code|código|codice|pin|otp|tan|passw|passcode|验证码",
            rf"(?<![A-Za-z])(?i:{_CODE_NAME})(?![a-z]){_IS}(?P<v>{_CODE})(?![\w-])",
        ),
        (
            "one_time_code",
            "is your|is the|is my|use |enter |type |ist dein|ist ihr|ist der|ist die|ist mein",
            (
                r"(?<![\w.-])(?P<v>(?:[A-Z]-)?\d{4,8})\s"
                r"(?i:is (?:your|the|my) [\w ]{0,40}(?:code|otp|pin|password)"
                r"|ist (?:deine?|ihre?|der|die|meine?) [\w-]{0,30}"
                r"(?:(?:bestätigungs|sicherheits|einmal|anmelde|zugangs|verifizierungs|login|sms)"
                r"-?(?:code|passwort)|tan|einmalpasswort)(?!\w)"
                r"|(?:to|as|for) (?:log|sign|verif|confirm|authenticat|unlock|complete))"
            ),
        ),
        (
            "ssn",
            "-",
            r"(?<![\w-])(?P<v>(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4})(?![\w-])",
        ),
        (
            "ssn",
            "ssn|social",
            (
                r"(?i:\bssn|social security(?: number| no\.?)?)[\s:#=]{1,3}(?:is )?"
                r"(?P<v>\d{3} ?\d\d ?\d{4})(?!\d)"
            ),
        ),
    )
)

# With blanks and hyphens the groups are as one likes; other marks are the same all through.
_BETWEEN = r" ?[._/\u2010-\u2015\u2212-] ?"
CARD = regex(
    r"(?<![\w.+-])(?:\d(?:[ -]?\d){12,18}"
    rf"|\d{{4}}(?P<mark>{_BETWEEN})\d{{4}}(?:(?P=mark)\d{{4}})(?P=mark)\d{{4}}"
    rf"|\d{{4}}(?P<other>{_BETWEEN})\d{{6}}(?P=other)\d{{4,5}})"
    r"(?![\w]|[.-]\d|[/\u2010-\u2015\u2212]\d{4})",
    re.ASCII,
)
_CARD_BRAND = regex(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}"
    r"|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}"
    r"|(?:6011|64[4-9]\d|65\d\d|35\d\d|5[06-8]\d\d|63\d\d|67\d\d)\d{12}"
    r"|62\d{14,17}"
)
_CARD_GROUPS = regex(r"\d+|\d{4}(?:-\d{4}){2,3}(?:-\d{1,4})?|\d{4}-\d{6}-\d{4,5}")
IBAN = regex(r"(?<![A-Za-z0-9])[A-Z]{2}\d\d(?:[ \u00a0-]?[A-Z0-9]){11,30}", re.IGNORECASE)
_IBAN_LENGTHS = (
    "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29"
    "ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28"
    "LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25"
    "QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20"
)
_IBAN_LENGTH = {
    _IBAN_LENGTHS[at : at + 2]: int(_IBAN_LENGTHS[at + 2 : at + 4])
    for at in range(0, len(_IBAN_LENGTHS), 4)
}


def is_card(text: str) -> bool:
    """Return whether digits, with marks between, are a card number that passes Luhn."""
    number = re.sub("[^0-9]", "", text)
    groups = re.sub("[^0-9]+", "-", text)
    if not (_CARD_GROUPS.fullmatch(groups) and _CARD_BRAND.fullmatch(number)):
        return False
    doubled = [sum(divmod(2 * int(digit), 10)) for digit in number[-2::-2]]
    return (sum(doubled) + sum(map(int, number[-1::-2]))) % 10 == 0


def iban_length(text: str) -> int:
    """Return how many characters of `text` are an IBAN (right length, mod 97), 0 for none."""
    wanted = _IBAN_LENGTH.get(text[:2].upper(), 0)
    places = [at for at, char in enumerate(text) if char.isalnum()]
    if not 0 < wanted <= len(places):
        return 0
    number = "".join(text[at] for at in places[:wanted]).upper()
    digits = "".join(str(int(char, 36)) for char in number[4:] + number[:4])
    return places[wanted - 1] + 1 if int(digits) % 97 == 1 else 0
