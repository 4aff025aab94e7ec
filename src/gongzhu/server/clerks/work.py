"""The work of a clerk: from a job to what comes of it."""

from typing import assert_never

from msgspec import json
from msgspec.structs import replace

from gongzhu.dealing import write_evidence
from gongzhu.records import write_jsonl, write_text
from gongzhu.review import put_together, told_deal
from gongzhu.review.summary import summary_of
from gongzhu.rules import RuleError, rules_from_preset
from gongzhu.server.clerks.forks import shown_fork
from gongzhu.server.clerks.histories import added_up, game_summary, told_history, uncounted
from gongzhu.server.clerks.jobs import (
    AddUp,
    CountGame,
    Draw,
    Explain,
    FileForm,
    Job,
    Made,
    Nothing,
    NotMade,
    PackReview,
    ReadDeals,
    ReadGame,
    ReadRecords,
    ReadReviews,
    ShowDeal,
    ShowDeals,
    ShowFork,
    SumReview,
    TellHistory,
    TellReview,
    Unname,
    WriteGame,
)
from gongzhu.server.clerks.records import records_to_review, sheet_of_file
from gongzhu.server.games import deal_sheet, read_deals, without_player
from gongzhu.server.invitation import qr_code
from gongzhu.server.problems import ApiError
from gongzhu.server.reviews.packing import pack_review, unpack_review
from gongzhu.server.rules_form import explained
from gongzhu.table import FinishedDeal
from gongzhu.texts import Lang


def do(job: Job) -> Made | NotMade:
    """Do the work. All of it follows from the job."""
    try:
        return _made(job)
    except ApiError as error:
        return NotMade(error.status, error.problem(_lang(job)))
    except RuleError as error:
        refusal = ApiError(422, "rules", faults=error)
        return NotMade(refusal.status, refusal.problem(_lang(job)))


def _lang(job: Job) -> Lang:
    return getattr(job, "lang", "en")


def _made(job: Job) -> Made:
    match job:
        case ReadRecords(data, lang):
            return Made((json.encode(sheet_of_file(data, lang)),))
        case ShowDeals(deals, first, count, lang):
            all_deals = read_deals(deals)
            chosen = all_deals[first : first + count]
            return Made(tuple(_sheet(deal, lang) for deal in chosen), len(all_deals))
        case ShowDeal(deal, lang, withheld):
            return Made((_sheet(deal, lang, withheld),))
        case WriteGame(deals, form, after):
            before = read_deals(after)[-1:] if after else ()
            return Made((_written(read_deals(deals), form, before).encode(),))
        case CountGame(row, deals, reviews, player):
            return Made((json.encode(game_summary(row, deals, reviews, player)),))
        case AddUp(played, before):
            return Made((added_up(before, played), json.encode(uncounted(played))))
        case TellHistory(sums, pending, lang):
            return Made((json.encode(told_history(sums, pending, lang)),))
        case Unname(row, deals, player):
            row, deals = without_player(row, deals, player)
            return Made((json.encode(row), deals))
        case ReadReviews(reviews):
            return Made(tuple(json.encode(unpack_review(review)) for review in reviews))
        case Nothing():
            return Made(())
        case ShowFork():
            return Made(shown_fork(job.source, job.asked, job.story, job.lang))
        case ReadDeals(data, lang):
            return Made(tuple(map(json.encode, records_to_review(data, lang))))
        case ReadGame(deals):
            return Made(tuple(json.encode(deal.record) for deal in read_deals(deals)))
        case PackReview(outline, decisions):
            return Made((pack_review(put_together(outline, decisions)),))
        case TellReview(review, names, lang):
            return Made((json.encode(told_deal(unpack_review(review), lang, names)),))
        case SumReview(reviews):
            return Made((json.encode(summary_of(list(map(unpack_review, reviews)))),))
        case Explain(asked, default_preset, lang):
            preset = asked.preset if asked.preset or asked.rules else default_preset
            exact, rules = rules_from_preset(preset, asked.rules)
            return Made((json.encode(explained(rules, exact, asked.preset or exact, lang)),))
        case Draw(link):
            return Made((qr_code(link),))
        case _:
            assert_never(job)


def _sheet(deal: FinishedDeal, lang: Lang, withheld: bool = False) -> bytes:
    sheet = deal_sheet(deal.record, deal.evidence, deal.evidence.deal, lang)
    if withheld:
        record = replace(sheet.record, dealer_seed=None, hands=(), passes=None, plays=())
        sheet = replace(sheet, record=record, events=(), evidence=None)
    return json.encode(sheet)


def _written(
    deals: tuple[FinishedDeal, ...], form: FileForm, before: tuple[FinishedDeal, ...]
) -> str:
    match form:
        case "jsonl":
            return "".join(write_jsonl(deal.record for deal in deals))
        case "txt":
            chunks = list(write_text(deal.record for deal in (*before, *deals)))
            return "".join(chunks[len(before) :])
        case "evidence.jsonl":
            return write_evidence(deal.evidence for deal in deals)
        case _:
            assert_never(form)
