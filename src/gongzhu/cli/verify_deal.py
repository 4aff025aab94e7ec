"""`gongzhu verify-deal`: recomputes fair deals from their evidence, and reports each step that does
not match."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import LANG, LangName, argument, escaped, option, refusing_at
from gongzhu.cli.files import contents, refuse_other_kind
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.dealing import Evidence


LARGEST_FILE = 16 * 1024 * 1024
"""Greatest size of a file in bytes: the evidence of about 8,000 deals."""


def verify_deal(
    file: Annotated[Path, argument("cli.verify_deal.file", "FILE")],
    codes: Annotated[bool, option("cli.verify_deal.codes", "--codes")] = False,
    full: Annotated[bool, option("cli.verify_deal.full", "--full")] = False,
    lang: LangName = LANG,
) -> None:
    """Print one line for each step in the evidence of `file` that does not match and exit with
    status 1. If all match, print one line that says so. With `codes`, also print the code of each
    deal."""
    from gongzhu.dealing import EvidenceError, check_deals, evidence_code, read_evidence

    refuse_other_kind(file, "evidence", lang)
    data = contents(file, LARGEST_FILE, "cli.verify_deal.too_large", lang)
    with refusing_at(file, EvidenceError, lang=lang):
        deals = read_evidence(data)
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
    """One line for each table in the evidence: its first and last deal, how many deals were
    aborted, and how many were dealt without a random number from any player."""
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
