"""`gongzhu verify-deal`: checks the evidence of deals, and reports which step does not match."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    LANG,
    LangName,
    argument,
    contents,
    escaped,
    fail,
    option,
    refuse_other_kind,
)
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.dealing import Evidence


LARGEST_FILE = 16 * 1024 * 1024
"""Largest file in bytes: the evidence of about 8,000 deals."""


def verify_deal(
    file: Annotated[Path, argument("cli.verify_deal.file", "FILE")],
    codes: Annotated[bool, option("cli.verify_deal.codes", "--codes")] = False,
    full: Annotated[bool, option("cli.verify_deal.full", "--full")] = False,
    lang: LangName = LANG,
) -> None:
    """Print a line for each step that does not match, or one line if all do."""
    from gongzhu.dealing import EvidenceError, check_deals, evidence_code, read_evidence

    refuse_other_kind(file, "evidence", lang)
    data = contents(file, LARGEST_FILE, "cli.verify_deal.too_large", lang)
    try:
        deals = read_evidence(data)
    except EvidenceError as error:
        text = error.text(lang)
        fail(say("cli.file", lang, file=file, error=text))
    faults = check_deals(deals)
    if codes:
        for deal in deals:
            code = evidence_code(deal)
            where = {"table": deal.table, "deal": deal.deal}
            typer.echo(escaped(say("cli.verify_deal.code", lang, code=code, **where)))
    for fault in faults:
        typer.echo(escaped(fault.text(lang, full=full)))
    if faults:
        raise typer.Exit(1)
    tables = say("cli.verify_deal.joint", lang).join(_tables(deals, lang))
    typer.echo(escaped(say("cli.verify_deal.sound", lang, file=file, tables=tables)))


def _tables(deals: "tuple[Evidence, ...]", lang: Lang) -> list[str]:
    """For each table in the file, a line that says which deals it covers, and with which it begins
    if that is not the table's first."""
    by_table: dict[str, list[Evidence]] = {}
    for deal in deals:
        by_table.setdefault(deal.table, []).append(deal)
    return [
        say(
            f"cli.verify_deal.{'table' if own[0].deal == 1 else 'table_later'}",
            lang,
            table=table,
            first=own[0].deal,
            last=own[-1].deal,
            aborted=sum(deal.ended == "aborted" for deal in own),
            alone=sum(not any(deal.numbers) for deal in own),
        )
        for table, own in by_table.items()
    ]
