"""Settings of `gongzhu serve` that are read from files: the address of the database, and
secrets."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gongzhu.cli.common import fail
from gongzhu.texts import Lang, SystemReason, say

if TYPE_CHECKING:
    from gongzhu.server.config.openid import OpenIdSettings

OPENID_SECRET = "GONGZHU_OPENID_SECRET"
"""Environment variable that may hold this server's client secret at its OpenID provider."""


def database_of(address: str | None, file: Path | None, lang: Lang) -> str | None:
    """The address of the database, given directly or in a file; None if there is none. Exits with
    an error message if the file cannot be used."""
    from gongzhu.store import StoreError, check_postgres

    if file is not None:
        address = _line_in(file, "database", lang)
    if address is None:
        return None
    try:
        return check_postgres(address)
    except StoreError as error:
        if file is not None and error.problem == "no_database":
            fail(say("server.serve.no_database", lang, file=file))
        fail(error.text(lang))


def openid_of(
    issuer: str | None,
    client: str | None,
    secret_file: Path | None,
    label: str | None,
    lang: Lang,
) -> "OpenIdSettings | None":
    """The settings of the OpenID provider; None if there is none. Exits with an error message if
    they are incomplete."""
    from gongzhu.server.config.openid import LONGEST_LABEL, OpenIdSettings
    from gongzhu.server.config.web_addresses import parts_of

    if issuer is None and client is None and secret_file is None and label is None:
        return None
    secret = os.environ.get(OPENID_SECRET, "")
    if secret_file is not None:
        secret = _line_in(secret_file, "openid_secret", lang)
    if not (issuer and client and secret):
        fail(say("server.serve.openid_partly", lang))
    parts = parts_of(issuer)
    return OpenIdSettings(
        issuer=issuer,
        client=client,
        secret=secret,
        label=label or ("" if parts is None else parts.netloc[:LONGEST_LABEL]),
    )


def _line_in(file: Path, what: str, lang: Lang) -> str:
    """The secret in a file; as an argument, it would be visible in lists of processes. Exits with
    an error message if the file cannot be read or does not hold exactly one word."""
    option = f"--{what.replace('_', '-')}-file"
    try:
        lines = file.read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        reason = SystemReason(error).text(lang) if isinstance(error, OSError) else str(error)
        fail(say("server.serve.unread", lang, option=option, file=file, error=reason))
    if len(lines) != 1:
        fail(say(f"server.serve.no_{what}", lang, file=file))
    return lines[0]
