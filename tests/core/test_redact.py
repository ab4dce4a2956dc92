"""No secret passes the mask; what only looks like one stays as it is. All secrets here are made up."""

import json
import random
import string
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.redact import Redaction, redact

SHARED = Path(__file__).parents[2].parent / "shared"
ALNUM = string.ascii_letters + string.digits
SAFE = ALNUM + "_-"
HEX = "0123456789abcdef"
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

# prefix, then pieces of (alphabet, length) or literal text: assembled at run time, so that no
# scanner of this repository takes a made-up key for a real one
PROVIDER_FORMS: dict[str, tuple[str | tuple[str, int], ...]] = {
    "aws": ("AKIA", (BASE32, 16)),
    "aws-session": ("ASIA", (BASE32, 16)),
    "github": ("ghp_", (ALNUM, 36)),
    "github-oauth": ("gho_", (ALNUM, 36)),
    "github-user": ("ghu_", (ALNUM, 36)),
    "github-server": ("ghs_", (ALNUM, 36)),
    "github-refresh": ("ghr_", (ALNUM, 36)),
    "github-fine": ("github_pat_", (ALNUM, 22), "_", (ALNUM, 59)),
    "gitlab": ("glpat-", (SAFE, 20)),
    "gitlab-runner": ("glrt-", (SAFE, 20)),
    "anthropic": ("sk-ant-api03-", (SAFE, 93), "AA"),
    "openai": ("sk-proj-", (ALNUM, 74), "T3BlbkFJ", (ALNUM, 74)),
    "openai-service": ("sk-svcacct-", (SAFE, 60)),
    "openai-old": ("sk-", (ALNUM, 48)),
    "openrouter": ("sk-or-v1-", (HEX, 64)),
    "deepseek": ("sk-", (HEX, 32)),
    "google": ("AIza", (SAFE, 35)),
    "google-oauth": ("ya29.", (SAFE, 80)),
    "google-client": ("GOCSPX-", (SAFE, 28)),
    "slack-bot": ("xoxb-", (string.digits, 12), "-", (string.digits, 12), "-", (ALNUM, 24)),
    "slack-user": ("xoxp-", (string.digits, 12), "-", (string.digits, 12), "-", (HEX, 32)),
    "slack-app": ("xapp-1-A", (BASE32, 10), "-", (string.digits, 13), "-", (HEX, 64)),
    "slack-hook": (
        "https://hooks.slack.com/services/T",
        (BASE32, 8),
        "/B",
        (BASE32, 8),
        "/",
        (ALNUM, 24),
    ),
    "discord-hook": ("https://discord.com/api/webhooks/", (string.digits, 18), "/", (SAFE, 68)),
    "stripe-test": ("sk_test_", (ALNUM, 24)),
    "stripe-restricted": ("rk_live_", (ALNUM, 24)),
    "stripe-hook": ("whsec_", (ALNUM, 32)),
    "telegram": ((string.digits, 10), ":AA", (SAFE, 33)),
    "telegram-url": (
        "https://api.telegram.org/bot",
        (string.digits, 9),
        ":AA",
        (SAFE, 33),
        "/getMe",
    ),
    "npm": ("npm_", (ALNUM, 36)),
    "pypi": ("pypi-AgEIcHlwaS5vcmc", (SAFE, 70)),
    "hugging": ("hf_", (string.ascii_letters, 34)),
    "sendgrid": ("SG.", (SAFE, 22), ".", (SAFE, 43)),
    "jwt": ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI", (ALNUM, 30), ".", (SAFE, 43)),
    "age": ("AGE-SECRET-KEY-1", ("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)),
    "groq": ("gsk_", (ALNUM, 52)),
    "xai": ("xai-", (ALNUM, 80)),
    "perplexity": ("pplx-", (ALNUM, 48)),
    "replicate": ("r8_", (ALNUM, 37)),
    "figma": ("figd_", (SAFE, 40)),
    "linear": ("lin_api_", (ALNUM, 40)),
    "notion": ("ntn_", (ALNUM, 46)),
    "notion-old": ("secret_", (ALNUM, 43)),
    "discord-bot": ("M", (ALNUM, 25), ".", (SAFE, 6), ".", (SAFE, 38)),
    "databricks": ("dapi", (HEX, 32)),
    "digitalocean": ("dop_v1_", (HEX, 64)),
    "shopify": ("shpat_", (HEX, 32)),
    "vault": ("hvs.", (SAFE, 90)),
    "supabase": ("sbp_", (HEX, 40)),
    "twilio-key": ("SK", (HEX, 32)),
    "twilio-account": ("AC", (HEX, 32)),
    "mailgun": ("key-", (HEX, 32)),
    "mailchimp": ((HEX, 32), "-us12"),
    "grafana": ("glsa_", (ALNUM, 32), "_", (HEX, 8)),
    "docker": ("dckr_pat_", (SAFE, 27)),
    "tailscale": ("tskey-auth-", (ALNUM, 12), "-", (ALNUM, 32)),
    "unknown-prefix": ("zpq_live_", (ALNUM, 32)),
    "unknown-dash": ("acme-", (ALNUM, 40)),
    "unknown-hex": ("acme_key_", (HEX, 40)),
    "bare-random": ((ALNUM, 40),),
}


def made(form: tuple[str | tuple[str, int], ...], seed: int) -> str:
    draw = random.Random(seed)  # noqa: S311 - made-up data, repeatable
    return "".join(
        part if isinstance(part, str) else "".join(draw.choice(part[0]) for _ in range(part[1]))
        for part in form
    )


def secret_of(form: tuple[str | tuple[str, int], ...], text: str) -> str:
    """Return the longest drawn stretch: what must not be left over."""
    return text[-12:] if not text.endswith("/getMe") else text[-18:-6]


@pytest.mark.parametrize("name", PROVIDER_FORMS)
def test_a_providers_key_is_masked_wherever_it_stands(name: str) -> None:
    form = PROVIDER_FORMS[name]
    for seed in range(40):
        key = made(form, seed)
        for frame in ("{}", "use {} for the mirror", "(`{}`),", '{{"k": "{}"}}', "X={}\n", "{}."):
            text = frame.format(key)
            after = redact(text).text
            assert secret_of(form, key) not in after, (name, seed, text, after)
            assert "[secret:" in after


PASSWORDS = [
    ("the wifi password is hunter-x7Qw2", "hunter-x7Qw2"),
    ("my password is sunshine", "sunshine"),
    ("my password is Sunshine, don't tell", "Sunshine"),
    ("password is sunshine and the rest is easy", "sunshine"),
    ("The password for the router is Blue42!", "Blue42!"),
    ("password (staging): k9$plum", "k9$plum"),
    ("password: hunter2", "hunter2"),
    ("Password:hunter2", "hunter2"),
    ("**Password:** hunter2", "hunter2"),
    ("password = hunter2", "hunter2"),
    ("password: `hunter2`", "hunter2"),
    ("password:\nhunter2\n", "hunter2"),
    ("| password | hunter2 |", "hunter2"),
    ("password -> hunter2", "hunter2"),
    ("set the password to hunter2 please", "hunter2"),
    ("the password's hunter2", "hunter2"),
    ("pw: tulip99", "tulip99"),
    ("pwd=tulip99", "tulip99"),
    ("pass: tulip99", "tulip99"),
    ("my passphrase is plum-otter-cabin-seven", "plum-otter-cabin-seven"),
    ("passphrase: plum otter cabin seven", "otter cabin"),
    ("passphrase is plum otter cabin seven", "otter cabin"),
    ("passcode: 884213", "884213"),
    ("Passwort: Garten77", "Garten77"),
    ("das Passwort lautet Garten77", "Garten77"),
    ("Mein Kennwort ist Garten77.", "Garten77"),
    ("mot de passe : soleil77", "soleil77"),
    ("le mot de passe est soleil77", "soleil77"),
    ("la contraseña es luna77", "luna77"),
    ("contraseña: luna77", "luna77"),
    ("la password è luna77", "luna77"),
    ("parola d'ordine: luna77", "luna77"),
    ("senha: luna77", "luna77"),
    ("wachtwoord: luna77", "luna77"),
    ("пароль: luna77", "luna77"),
    ("密码是luna77", "luna77"),
    ("パスワード：luna77", "luna77"),
    ('{"password": "tulip 99"}', "tulip 99"),
    ('{"db": {"password":"sunshine"}}', "sunshine"),
    (r"{\"password\": \"tulip99\"}", "tulip99"),
    ("'password' => 'tulip99',", "tulip99"),
    ("password: tulip99  # the old one", "tulip99"),
    ("DB_PASSWORD=tulip", "tulip"),
    ("DB_PASS='tulip99'", "tulip99"),
    ("DB_PASSWORD_ADMIN=tulip99", "tulip99"),
    ("MYSQL_PWD=tulip99", "tulip99"),
    ('dbPassword = "tulip99";', "tulip99"),
    ("export FOO_SECRET=plainword", "plainword"),
    ("export FOO_SECRET='a7f3k9d2m4'", "a7f3k9d2m4"),
    ("client_secret: a7f3k9d2m4", "a7f3k9d2m4"),
    ("Server=db;User=sa;Password=Tulip;99x;Encrypt=true", "Tulip;99x"),
    ("Server=db;Password=tulip99;Encrypt=true", "tulip99"),
    ("mysqldump --password tulip99 beacon", "tulip99"),
    ("mysqldump --password=tulip99 beacon", "tulip99"),
    ("tool --api-key a7f3k9d2m4 run", "a7f3k9d2m4"),
    ("sshpass -p tulip99 ssh host", "tulip99"),
    ("curl -u dana:tulip99 https://x.example", "tulip99"),
    ("machine api.example.org login dana password tulip99", "tulip99"),
    ("machine x\n  login dana\n  password tulip99\n", "tulip99"),
    ("ALTER USER app IDENTIFIED BY 'tulip99'", "tulip99"),
    ("<password>tulip99</password>", "tulip99"),
    ("app password: abcd efgh ijkl mnop", "efgh ijkl"),
    ("twine password a7f3k9d2m4", "a7f3k9d2m4"),
    ("api key: a7f3k9d2m4", "a7f3k9d2m4"),
    ("the API key is a7f3k9d2m4", "a7f3k9d2m4"),
    ("my token is a7f3k9d2m4p1", "a7f3k9d2m4p1"),
    ("apiKey: '6f1c0a52-7e0b-4b4e-9a0a-0d5f3c1b2a9e'", "6f1c0a52-7e0b"),
    ("TWILIO_AUTH_TOKEN=0123456789abcdef0123456789abcdef", "0123456789abcdef"),
    ("X-Api-Key: a7f3k9d2m4", "a7f3k9d2m4"),
    (
        "AccountName=x;AccountKey=Zm9vYmFyMTIzNDU2Nzg5MA==;EndpointSuffix=y",
        "Zm9vYmFyMTIzNDU2Nzg5MA",
    ),
    ("SharedAccessKeyName=root;SharedAccessKey=Zm9vYmFyMTIzNDU2Nzg5MA=", "Zm9vYmFyMTIzNDU2Nzg5MA"),
    ("PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=", "yAnz5TF"),
    ("private key: 0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318", "4c0883a6"),
    ("https://x.example/a?access_token=a7f3k9d2m4&page=2", "a7f3k9d2m4"),
    ("Authorization: Basic ZGFuYTp0dWxpcA==", "ZGFuYTp0dWxpcA"),
    ("Authorization: Bearer opaquetokenvalue", "opaquetokenvalue"),
    ("-H 'Authorization: token a7f3k9d2m4'", "a7f3k9d2m4"),
    ('"Authorization": "Bearer a7f3k9d2m4"', "a7f3k9d2m4"),
    ("send Bearer a7f3k9d2m4p1 along", "a7f3k9d2m4p1"),
    ("Cookie: session=abcdefgh; theme=dark", "abcdefgh"),
    ("Set-Cookie: sid=abcdefgh; Path=/", "abcdefgh"),
    ("session=Zx81kQp07LmN3vB5tRw2", "Zx81kQp07LmN3vB5tRw2"),
    ("postgres://app:Tr0ub4dor-9@db.internal:5432/beacon", "Tr0ub4dor-9"),
    ("redis://:tulip99@cache:6379/0", "tulip99"),
    ("https://dana:p@ss99@x.example/y", "p@ss99"),
    ("mongodb+srv://u:tulip99@c0.example.net", "tulip99"),
    ("your one-time code is 482913", "482913"),
    ("OTP: 482 913", "482 913"),
    ("Your Acme verification code is: 482913", "482913"),
    ("G-482913 is your Google verification code", "482913"),
    ("482913 is your login code", "482913"),
    ("2FA code 482913", "482913"),
    ("Bestätigungscode: 482913", "482913"),
    ("code de vérification : 482913", "482913"),
    ("my PIN is 4829", "4829"),
    ("PIN: 482913", "482913"),
    ("the pin for the front door is 4829", "4829"),
    ("CVV 482", "482"),
    ("recovery codes: 4f2a-91bc, 77de-01af\n83cc-91ab", "83cc-91ab"),
    ("Backup codes:\n1. 48291 77331\n2. 99120 11873", "99120 11873"),
    ("backup code: 4f2a91bc", "4f2a91bc"),
    ("card 4000 0012 3456 7899 exp 09/29", "3456 7899"),
    ("card 4000001234567899", "4000001234567899"),
    ("card 4000-0012-3456-7899", "3456-7899"),
    ("amex 3782 822463 10005", "822463"),
    ("mastercard 5555555555554444.", "5555555555554444"),
    ("IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFF", "0532 0130"),
    ("GB29NWBK60161331926819", "NWBK60161331926819"),
    ("iban: nl91 abna 0417 1643 00, thanks", "0417 1643"),
    ("SSN 078-05-1120", "078-05-1120"),
    ("social security number: 078051120", "078051120"),
]


@pytest.mark.parametrize(("text", "secret"), PASSWORDS, ids=[text[:40] for text, _ in PASSWORDS])
def test_a_secret_is_masked_in_the_words_people_say_it_in(text: str, secret: str) -> None:
    assert secret in text
    after = redact(text)
    assert secret not in after.text
    assert after.kinds


KEPT = [
    "fixed in 0f3c9a7be1d24586f0aa91c2d3e4f5061728394a",
    "digest sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU",
    "session 6f1c0a52-7e0b-4b4e-9a0a-0d5f3c1b2a9e ended",
    "id 01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "export TOKEN=<your-token-here>",
    "export TOKEN=your-token-here",
    "OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "OPENAI_API_KEY=sk-...",
    "password: ********",
    "password: xxxx",
    "password: changeme",
    "password: ${DB_PASSWORD}",
    "password: $DB_PASSWORD",
    "password={{ vault_password }}",
    "password = %s",
    "password: null",
    "token: GITHUB_TOKEN",
    "auth uses ${GITHUB_TOKEN}",
    "set OPENAI_API_KEY from the vault, never in chat",
    'password = os.environ["DB_PASSWORD"]',
    "const token = process.env.API_TOKEN;",
    "password = getpass()",
    "self.password = config.password",
    "def login(user: str, password: str, token: str) -> None:",
    "password: string;",
    "if password == other.password:",
    "postgres://user:password@localhost/db",
    "postgres://app:${PASS}@db/beacon",
    "she gave me the reset link instructions, no password shared",
    "the password is wrong",
    "password is required.",
    "The password is stored in the vault.",
    "passwords: rotate them every 90 days",
    "Password: must be at least 8 characters",
    "the password is 8-16 characters long",
    "password_min_length = 12",
    "password file: /etc/beacon/pass",
    "passwords are hashed with bcrypt",
    "I forgot my password again",
    "the password manager is Bitwarden and works well",
    "the secret of the soup is more salt",
    "The secret: add butter at the end",
    "his secret is out",
    "max_tokens=4096",
    "tokens: 128000",
    "token_count: 12345678",
    "the token is expired",
    "tokens are counted per day",
    "key: value",
    "the key is under the mat",
    "cache_key = users_v2",
    "primary_key=True",
    "api key: none",
    "Decision: rotate API keys every 90 days",
    "Bearer authentication is used",
    "Basic understanding of Kubernetes",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    "cookie: chocolate chip",
    "error code: 404123",
    "status code 503, exit code 1",
    "zip code 94107",
    "country code is 49",
    "the area code is 2125",
    "pinned version 1234",
    "order 4471-2209-1183 ships Monday",
    "tracking 4000 1234 5678 9011",
    "invoice 2026112900417",
    "call +00 555 0199 after 5",
    "call +1 (202) 555-0143",
    "call 0049 30 901820 or +49 151 23456789",
    "epoch 1764439200000 and 1764439200000000",
    "release v2026.11.29-rc.1+build.4471",
    "claude-haiku-5-5-20261001 and gpt-5.4-mini-2026-03-17",
    "meeting 2026-11-29T18:00:00+01:00 room 4",
    "2026-11-29 09:15:22.123456",
    "icon data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "config in ~/.config/memoryd/token (mode 0600)",
    "see /home/dana/Projects/Beacon2/src/HttpServer2/Handlers/AbstractUserHandler.java",
    "src/components/AppHeader/AppHeaderNavigation2/index.test.tsx",
    "Donaudampfschifffahrtsgesellschaftskapitaen sent the invoice",
    "AbstractSingletonProxyFactoryBeanImpl2 and getUserByIdAndNameOrEmail",
    "XMLHttpRequestEventTargetPrototypeFactory",
    "test_that_a_row_without_a_newline_waits_for_3_seconds",
    "us-east-1-web-prod-server-03-replica-12",
    "IMG_20261129_180000_Beacon_Launch_HDR.jpg",
    "Screenshot-2026-11-29-at-18.00.12-Beacon.png",
    "docs at https://example.org/a/b?page=2&sort=asc#section-12",
    "https://docs.example.com/document/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvWxYz/edit",
    "https://example.org/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf",
    "git@github.com:acme/beacon.git",
    "http://localhost:8080/a@b",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx7mQpV2kLr8sZt4bYw9cHd3fGn5jKa1eXo6uTi0vRm dana@x",
    "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kudg0k4qsvmz8a9",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "toolu_01A09q90qw90lq917835lq9 and req_011CSHoEeqs5C35K2UUqR7Fy",
    "seed: 42",
    "the seed phrase is kept by the bank and we were told not to ask for it again",
    "recovery codes are printed and kept in the safe",
    "room 12-34-5678",
    "DE89370400440532013001",
    "Dana works at Acme since 2024; her desk is 4-112.",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA7bq9\n-----END PUBLIC KEY-----",
    "She passed: 12 of 13. Compass: north. Pass: 12, fail: 1.",
    "",
    "it's 100% C++ (a lone \" quote), [secret] and `code`",
]


@pytest.mark.parametrize("text", KEPT, ids=[text[:40] for text in KEPT])
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert redact(text) == Redaction(text, ())


@pytest.mark.parametrize("label", ["RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", ""])
@pytest.mark.parametrize("ending", ["whole", "cut", "one line", "json"])
def test_a_private_key_is_masked_whole_or_cut_short(label: str, ending: str) -> None:
    rows = [made(((ALNUM + "+/", 64),), seed) for seed in range(3)] + ["Kp3xQ/=="]
    key = f"-----BEGIN {label}PRIVATE KEY-----\n" + "\n".join(rows)
    key += "" if ending == "cut" else f"\n-----END {label}PRIVATE KEY-----"
    if ending == "one line":
        key = key.replace("\n", " ")
    if ending == "json":
        key = key.replace("\n", "\\n")
    after = redact(f"my key:\n{key}\n\nThanks, Dana").text
    assert not any(row in after for row in rows)
    assert after.endswith("Thanks, Dana")
    assert after.startswith("my key:")


def test_a_pgp_private_key_block_is_masked() -> None:
    rows = [made(((ALNUM + "+/", 64),), seed) for seed in range(3)]
    head = "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n"
    after = redact(head + "\n".join(rows) + "\n=abCd\n-----END PGP PRIVATE KEY BLOCK-----")
    assert after == Redaction("[secret:private_key]", ("private_key",))


@pytest.mark.parametrize("count", [12, 15, 18, 21, 24])
@pytest.mark.parametrize("shape", ["{}", "numbered", "lines", "commas"])
def test_a_seed_phrase_is_masked_in_every_length_and_layout(count: int, shape: str) -> None:
    words = (["brisk", "cedar", "ember", "fable", "grain", "hazel", "ivory", "kite"] * 3)[:count]
    phrase = {
        "{}": " ".join(words),
        "numbered": " ".join(f"{at}. {word}" for at, word in enumerate(words, 1)),
        "lines": "\n".join(words),
        "commas": ", ".join(words),
    }[shape]
    for frame in ("wallet seed phrase: {}", "my recovery phrase is {}", "Mnemonic:\n{}\n\nok"):
        after = redact(frame.format(phrase))
        assert not any(word in after.text for word in set(words))
        assert after.kinds == ("seed_phrase",)


def test_every_mask_names_its_kind_in_order() -> None:
    key = made(PROVIDER_FORMS["github"], 1)
    after = redact(f"password: tulip99, then {key} and PIN: 4829")
    assert (
        after.text
        == "password: [secret:password], then [secret:github_token] and PIN: [secret:pin]"
    )
    assert after.kinds == ("password", "github_token", "pin")


def test_a_value_longer_than_the_search_window_is_masked_to_its_end() -> None:
    value = made(((ALNUM, 2000),), 3)
    assert redact(f"password={value} x").text == "password=[secret:password] x"


def test_masking_twice_changes_nothing_on_every_example() -> None:
    for text in [text for text, _ in PASSWORDS] + KEPT:
        once = redact(text).text
        assert redact(once) == Redaction(once, ())


_BITS = [
    "password",
    "secret",
    ":",
    "=",
    " ",
    "is",
    "tulip99",
    "[secret:pin]",
    "[secret:",
    "]",
    "\n",
]
_BITS += ['"', "token", "api key", "://", "@", "a7f3k9d2m4", "PIN", "4829", "seed phrase", "x" * 24]


@given(st.lists(st.sampled_from(_BITS), max_size=14).map("".join))
def test_masking_twice_changes_nothing_on_any_text(text: str) -> None:
    once = redact(text).text
    assert redact(once) == Redaction(once, ())


HOSTILE = ["a", "=", "-", "-----BEGIN", "-----BEGIN PRIVATE KEY-----", "password=", "pw=pw=xxxx"]
HOSTILE += ["://a:", "4111 ", "eyJa.", "seed phrase: apple ", "recovery codes: a1b2 ", "[secret:x]"]
HOSTILE += ["password for a ", "Bearer ", "DE89", '\\"', "\n", "token token ", "Private-Lines: 1\n"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    def seconds(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        start = time.process_time()
        redact(text)
        return time.process_time() - start

    seconds(1_000)
    small = min(seconds(25_000) for _ in range(2))
    # eight times the text: a quadratic search would need sixty-four times as long
    assert seconds(200_000) < 24 * small + 0.2


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not here")
@pytest.mark.parametrize("seed", range(10))
def test_the_made_secrets_are_masked_and_their_look_alikes_stay(seed: int, tmp_path: Path) -> None:
    out = tmp_path / "secrets.jsonl"
    script = SHARED / "cases" / "make_secrets.py"
    subprocess.run([sys.executable, str(script), str(seed), str(out)], check=True)
    for case in map(json.loads, out.read_text().splitlines()):
        after = redact(case["text"]).text
        if case["label"] == "secret":
            assert case["secret"] not in after, case
        else:
            assert after == case["text"]
