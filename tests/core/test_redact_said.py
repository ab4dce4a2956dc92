"""Secrets as they are told in passing, typed in a shell or hidden by what does not show."""

import pytest

from memoryd.core.redact import Redaction, redact

GITHUB = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
BITLOCKER = "419232-109824-317559-632687-245135-091157-476432-286715"

TOLD = {
    # phrases of a few words
    "passphrase: tiger lily moon": ["tiger", "lily", "moon"],
    "passphrase: Tiger Lily Moon": ["Tiger", "Lily", "Moon"],
    "Passphrase = tiger lily": ["tiger", "lily"],
    "the passphrase is tiger lily moon": ["tiger", "lily", "moon"],
    "the passphrase is tiger lily moon, keep it safe": ["tiger", "lily", "moon"],
    "passphrase: tiger lily moon for the router": ["tiger", "lily", "moon"],
    "passphrase: tiger lily 42 moon": ["tiger", "42 moon"],
    "ssh key passphrase: tiger lily moon\nnext line": ["tiger", "lily", "moon"],
    "password: tiger lily moon": ["tiger", "lily", "moon"],
    # a shell's short flags
    "mysql -u root -pSecretPw1": ["SecretPw1"],
    "mysql -uroot -pSecretPw1 beacon": ["SecretPw1"],
    "mysql -u root -p'Secret Pw1' beacon": ["Secret Pw1"],
    "mysqldump -h db -u root -ptulip beacon > x.sql": ["tulip"],
    "mariadb -pS3cr3t": ["S3cr3t"],
    "mysqladmin -u root -pSecretPw1 status": ["SecretPw1"],
    "docker login -u alex -p tulip99 registry.example": ["tulip99"],
    "mongosh -u alex -p tulip99": ["tulip99"],
    "redis-cli -h cache -a tulip99 ping": ["tulip99"],
    "7z x -ptulip99 backup.7z": ["tulip99"],
    "unzip -P tulip99 backup.zip": ["tulip99"],
    "ldapsearch -x -D cn=admin -w tulip99": ["tulip99"],
    # told before, after and around a change
    "the new password will be Blue-Horse-77": ["Blue-Horse-77"],
    "the password will be hunter33 from Monday": ["hunter33"],
    "my new password will be sunshine.": ["sunshine"],
    "the password is going to be hunter33": ["hunter33"],
    "my password used to be hunter2": ["hunter2"],
    "the password has been changed to hunter33": ["hunter33"],
    "das neue Passwort wird Garten77 sein": ["Garten77"],
    "I changed my password from hunter2 to hunter33": ["hunter2", "hunter33"],
    "changed the wifi password from 'hunter2' to 'hunter33'.": ["hunter2", "hunter33"],
    "the password was changed from sunshine to hunter33 today": ["sunshine", "hunter33"],
    "I changed my password from hunter2 to sunshine": ["hunter2", "sunshine"],
    "reset the passcode from 4829 to 1177": ["4829", "1177"],
    "I changed my PIN from 4829 to 1177": ["4829", "1177"],
    "Passwort von Garten77 auf Wiese88 geändert": ["Garten77", "Wiese88"],
    "My password isn't hunter2, it's hunter33": ["hunter2", "hunter33"],
    "My password isn\N{RIGHT SINGLE QUOTATION MARK}t hunter2": ["hunter2"],
    "My password is not hunter2 but hunter33": ["hunter2", "hunter33"],
    "the password wasn't hunter2. It was hunter33": ["hunter2", "hunter33"],
    "My password is hunter33, not hunter2": ["hunter2", "hunter33"],
    "My password was hunter2, now it's hunter33": ["hunter2", "hunter33"],
    "my password is hunter33 instead of hunter2": ["hunter2", "hunter33"],
    "my wifi password: it's 'Sunny Day 9'": ["Sunny Day 9"],
    "my wifi password: it's sunshine": ["sunshine"],
    "the password: it is hunter33": ["hunter33"],
    "pass phrase: tiger lily moon": ["tiger", "lily", "moon"],
    "the wifi password should be Blue-Horse-77": ["Blue-Horse-77"],
    "switched passwords from hunter2 to hunter33": ["hunter2", "hunter33"],
    "Her password isn't hunter2 anymore, it's hunter33": ["hunter2", "hunter33"],
    "the password is no longer hunter2": ["hunter2"],
    "the password is now hunter33 (was hunter2)": ["hunter2", "hunter33"],
    "my password was hunter2 before but I changed it to hunter33": ["hunter2", "hunter33"],
    "password changed: hunter2 -> hunter33": ["hunter2", "hunter33"],
    "the PIN will be 4829": ["4829"],
    "our alarm code will be 4829": ["4829"],
    # a name and a password side by side
    "log in with alex / swordfish9": ["swordfish9"],
    "login: alex, swordfish9": ["swordfish9"],
    "login: alex / swordfish9": ["swordfish9"],
    "Login: alex@example.org / swordfish9": ["swordfish9"],
    "login for the router: alex / swordfish9": ["swordfish9"],
    "credentials: alex / sword!fish": ["sword!fish"],
    "creds: alex:swordfish9": ["swordfish9"],
    "credentials alex/swordfish9": ["swordfish9"],
    "Zugangsdaten: alex / Garten77": ["Garten77"],
    "username alex / swordfish9": ["swordfish9"],
    # keys in groups of digits
    f"BitLocker recovery key: {BITLOCKER}": ["419232", "286715"],
    BITLOCKER: ["419232", "286715"],
    f"recovery key {BITLOCKER.replace('-', ' ')}": ["419232", "286715"],
    f"BitLocker\n{BITLOCKER.replace('-', ' - ')}": ["419232", "286715"],
    # what does not show
    f"token {GITHUB[:9]}\u200b{GITHUB[9:]}": ["16C7e", "178B4a"],
    f"{GITHUB[:3]}\u2060{GITHUB[3:12]}\ufeff{GITHUB[12:]} is it": ["16C7e", "178B4a"],
    "pass\u00adword: hunter\u200d33": ["hunter"],
    "my password is hunter\u200b33": ["hunter"],
    "card 4000\u200b 0012\u200b 3456\u200b 7899": ["3456"],
    "password\u200b: hunter33": ["hunter33"],
}


@pytest.mark.parametrize("text", TOLD, ids=[ascii(text)[:48] for text in TOLD])
def test_a_secret_is_masked_as_it_is_told(text: str) -> None:
    after = redact(text)

    assert all(part in text for part in TOLD[text])
    assert [part for part in TOLD[text] if part in after.text] == []
    assert redact(after.text) == Redaction(after.text, ())


KEPT = [
    "passphrase: see the vault",
    "passphrase: ask Dana",
    "passphrase: ask Dana Lee",
    "passphrase: stored in Bitwarden",
    "passphrase: same as before",
    "passphrase: not set yet",
    "passphrase: rotate every quarter",
    "passphrase: 16 characters minimum",
    "the passphrase is quite long now",
    "the passphrase is three random words",
    "the passphrase is something only Dana knows",
    "password: reset it today",
    "password: kept by the bank",
    "Password: see wiki page",
    "mysql -u root -p",
    "mysql -u root -p beacon",
    "mysql -u root -p < dump.sql",
    "mysql -P 3306 -u root -p",
    "mysql -u root -p$MYSQL_PWD",
    "mkdir -p build/output2",
    "ssh -p 2222 host",
    "ssh -p2222 host",
    "docker run -p 8080:80 nginx1",
    "docker run -p8080:80 nginx",
    "ls -a server1",
    "the password policy will be stricter",
    "the password will be stricter",
    "the password will be changed tomorrow",
    "the password will be sent by mail",
    "the password will be temporary",
    "passwords will be rotated every 90 days",
    "the password must be 8-20 characters long",
    "the password should be base64-encoded",
    "the password must be UTF-8",
    "the PIN will be sent by mail",
    "I changed my password from time to time",
    "changed the password twice, from home to be sure",
    "changed my password from time to time.",
    "change the password from weekly to monthly",
    "moved my passwords from LastPass to Bitwarden",
    "I changed the password manager from LastPass to 1Password",
    "copied the password from 1Password to Chrome",
    "changed the password length from 8 to 12",
    "the password policy changed from 90 days to 30 days",
    "my password isn't working, it's locked",
    "the password isn't enough",
    "my password isn't great, it's terrible",
    "the password is not 8 characters long",
    "the password: it's in the vault",
    "the password: it's complicated",
    "password: it's fine",
    "login: Google / Apple",
    "login: email / password",
    "login: 10:15 / logout: 11:20",
    "login: dana / 2024-05-03",
    "login: see auth/oauth2callback",
    "credentials: read / write",
    "user: alex / admin",
    "logins: 120 / 250",
    "call 0049 30 901820 or 030 901 820 44",
    "+49 151 234567 and 202555-014300",
    "order 302-1234567-7654321",
    "order 123456-234567-345678",
    "tracking 419232 109824 317559 632687",
    "coordinates 524312 134567, 524400 134600",
    "shelf 419232-109824-317559-632687-245135-091157-476432-286715-111111",
    "👩\u200d💻 codes at night",
    "می\u200cخواهم بروم",  # noqa: RUF001 - a joiner that Persian needs
    "zero\u200bwidth here",
    "\ufeffa file's first line",
]


@pytest.mark.parametrize("text", KEPT, ids=[ascii(text)[:48] for text in KEPT])
def test_what_is_only_told_of_secrets_stays(text: str) -> None:
    assert redact(text) == Redaction(text, ())
