"""Keys, phrases and numbers are masked wherever they stand. All secrets here are made up."""

import json
import random
import string
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.core.redact import Redaction, redact
from tests.pace import grows_in_line

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


def end_of(key: str) -> str:
    """Return the last characters of a key: what a mask that is too short leaves over."""
    return key.removesuffix("/getMe")[-12:]


@pytest.mark.parametrize("name", PROVIDER_FORMS)
def test_a_providers_key_is_masked_wherever_it_stands(name: str) -> None:
    form = PROVIDER_FORMS[name]
    for seed in range(40):
        key = made(form, seed)
        for frame in ("{}", "use {} for the mirror", "(`{}`),", '{{"k": "{}"}}', "X={}\n", "{}."):
            text = frame.format(key)
            after = redact(text).text
            assert end_of(key) not in after, (name, seed, text, after)
            assert "[secret:" in after


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


@settings(deadline=None)
@given(st.lists(st.sampled_from(_BITS), max_size=14).map("".join))
def test_masking_twice_changes_nothing_on_any_text(text: str) -> None:
    once = redact(text).text
    assert redact(once) == Redaction(once, ())


def test_a_mark_that_stands_is_not_masked_again() -> None:
    for text in ("[secret:sk_live_abcdefghijklmnop]", "password: [secret:password]: [secret:pin]"):
        assert redact(text) == Redaction(text, ())


HOSTILE = ["a", "=", "-", "-----BEGIN", "-----BEGIN PRIVATE KEY-----", "password=", "pw=pw=xxxx"]
HOSTILE += ["://a:", "4111 ", "eyJa.", "seed phrase: apple ", "recovery codes: a1b2 ", "[secret:x]"]
HOSTILE += ["password for a ", "Bearer ", "DE89", '\\"', "\n", "token token ", "Private-Lines: 1\n"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    assert grows_in_line(lambda size: redact((piece * (size // len(piece) + 1))[:size]), 200_000)


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
