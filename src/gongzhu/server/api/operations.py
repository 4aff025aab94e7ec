"""The list of all operations of the HTTP API, from which the routes of the application and its
OpenAPI document are made."""

from collections.abc import Awaitable, Callable
from typing import Literal

from msgspec import Struct
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server import bodies
from gongzhu.server.api import (
    daily,
    forks,
    games,
    history,
    me,
    people,
    proof,
    puzzles,
    reviews,
    rules,
    sign_in,
    tables,
)
from gongzhu.server.context import ServerContext


class NumberConvertor(IntegerConvertor):
    """Converts a number of at most nine digits in a path; Starlette's own converter accepts more
    digits than Python converts."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", NumberConvertor())

Handler = Callable[[ServerContext, Request], Awaitable[Response]]

LINES = "application/x-ndjson"
TEXT = "text/plain"
SVG = "image/svg+xml"
BYTES = "application/octet-stream"


class Operation(Struct, frozen=True):
    """One operation of the HTTP API: a method of a path, with its handler and bodies."""

    method: Literal["GET", "POST"]
    path: str
    """The path in Starlette's notation; `{name:number}` is a number of at most nine digits."""
    handler: Handler
    takes: type[Struct] | str | None
    """Type of the request's JSON body, or its media type if it is not JSON; None if there is no
    body."""
    gives: type[Struct] | str
    """Type of the answer's JSON body, or its media type if it is not JSON."""
    status: int = 200
    """HTTP status of an answer that is not a refusal."""


# The first path that matches is used, so the files of a game come before the game itself.
OPERATIONS = (
    Operation("GET", "/api/me", me.show, None, bodies.Me),
    Operation("POST", "/api/me", me.introduce, bodies.Introduce, bodies.Me),
    Operation("POST", "/api/me/recovery", me.make_code, None, bodies.RecoveryCode),
    Operation("POST", "/api/me/recover", me.recover, bodies.Recover, bodies.Recovered),
    Operation(
        "POST",
        "/api/me/proof/passkey/options",
        proof.ask_for_passkey,
        None,
        bodies.PasskeyRequest,
    ),
    Operation("POST", "/api/me/proof/passkey", proof.by_passkey, bodies.SignInByPasskey, bodies.Me),
    Operation("POST", "/api/me/proof/code", proof.by_code, bodies.Recover, bodies.Recovered),
    Operation("GET", "/api/me/account", me.account, None, bodies.Account),
    Operation("POST", "/api/me/sign-out", me.sign_out, None, bodies.Me),
    Operation(
        "POST", "/api/me/devices/sign-out", me.sign_out_device, bodies.SignOut, bodies.Account
    ),
    Operation("POST", "/api/me/sign-out-others", me.sign_out_others, None, bodies.Me),
    Operation("GET", "/api/me/export", history.everything, None, bodies.OwnData),
    Operation("POST", "/api/me/delete", me.delete, bodies.DeleteAccount, bodies.Me),
    Operation("GET", "/api/me/puzzles", puzzles.show, None, bodies.PuzzleBook),
    Operation("POST", "/api/me/puzzles", puzzles.try_, bodies.TryPuzzles, bodies.PuzzleBook),
    Operation(
        "POST",
        "/api/me/passkeys/options",
        sign_in.begin_passkey,
        None,
        bodies.PasskeyCreation,
    ),
    Operation(
        "POST",
        "/api/me/passkeys",
        sign_in.add_passkey,
        bodies.AddPasskey,
        bodies.Account,
    ),
    Operation(
        "POST",
        "/api/me/passkeys/rename",
        sign_in.rename_passkey,
        bodies.RenamePasskey,
        bodies.Account,
    ),
    Operation(
        "POST",
        "/api/me/passkeys/remove",
        sign_in.remove_passkey,
        bodies.RemovePasskey,
        bodies.Account,
    ),
    Operation("GET", "/api/sign-in", sign_in.ways, None, bodies.SignInWays),
    Operation(
        "POST",
        "/api/sign-in/passkey/options",
        sign_in.ask_for_passkey,
        None,
        bodies.PasskeyRequest,
    ),
    Operation(
        "POST",
        "/api/sign-in/passkey",
        sign_in.by_passkey,
        bodies.SignInByPasskey,
        bodies.Me,
    ),
    Operation(
        "POST",
        "/api/sign-in/provider",
        sign_in.begin_provider,
        bodies.BeginProvider,
        bodies.ProviderPage,
    ),
    Operation(
        "POST",
        "/api/sign-in/provider/finish",
        sign_in.finish_provider,
        bodies.FinishProvider,
        bodies.ProviderDone,
    ),
    Operation(
        "POST",
        "/api/sign-in/provider/new",
        sign_in.new_by_provider,
        bodies.NewByProvider,
        bodies.Me,
    ),
    Operation("POST", "/api/me/unlink", sign_in.unlink, None, bodies.Account),
    Operation("GET", "/api/me/blocks", people.blocks, None, bodies.Blocks),
    Operation("POST", "/api/me/unblock", people.unblock, bodies.Unblock, bodies.Blocks),
    Operation(
        "POST",
        "/api/tables/{table}/report",
        people.report,
        bodies.ReportPlayer,
        bodies.Reported,
    ),
    Operation("POST", "/api/tables/{table}/block", people.block, bodies.BlockPlayer, bodies.Blocks),
    Operation("GET", "/api/daily", daily.show, None, bodies.Daily),
    Operation("GET", "/api/daily/months/{month}", daily.month, None, bodies.DailyMonth),
    Operation("GET", "/api/daily/{day}/{game}.evidence.jsonl", daily.evidence, None, LINES),
    Operation("GET", "/api/daily/{day}/{game}.master.jsonl", daily.master, None, LINES),
    Operation("GET", "/api/daily/{day}/{game}", daily.deal, None, bodies.DayDealTold),
    Operation("POST", "/api/daily/{day}/{game}", daily.begin, None, bodies.DayOpened),
    Operation("GET", "/api/me/games", history.games, None, bodies.MyGames),
    Operation("GET", "/api/me/games.jsonl", history.jsonl, None, LINES),
    Operation("GET", "/api/me/games.txt", history.text, None, TEXT),
    Operation("GET", "/api/me/statistics", history.statistics, None, bodies.MyStatistics),
    Operation("POST", "/api/bots", me.make_bot, bodies.Introduce, bodies.BotToken, 201),
    Operation("POST", "/api/bots/revoke", me.revoke_bot, bodies.RevokeBot, bodies.Account),
    Operation("GET", "/api/rules", rules.show, None, bodies.RulesForm),
    Operation(
        "POST", "/api/rules/explain", rules.explain, bodies.RulesAsked, bodies.RulesExplained
    ),
    Operation("GET", "/api/lobby", tables.lobby, None, bodies.Lobby),
    Operation("GET", "/api/tables", tables.public, None, bodies.PublicTables),
    Operation("POST", "/api/tables", tables.open, bodies.OpenTable, bodies.TableOpened, 201),
    Operation("POST", "/api/tables/{table}/leave", tables.leave, None, bodies.TableLeft),
    Operation("POST", "/api/numbers", tables.find, bodies.RoomNumberAsked, bodies.TableFound),
    Operation("GET", "/api/tables/{table}/invitation.svg", tables.qr, None, SVG),
    Operation("GET", "/api/tables/{table}/invitation", tables.invite, None, bodies.Invitation),
    Operation(
        "POST",
        "/api/tables/{table}/number",
        tables.switch_number,
        bodies.SwitchNumber,
        bodies.Invitation,
    ),
    Operation(
        "GET", "/api/tables/{table}/deals/{count:number}", tables.deal, None, bodies.DealSheet
    ),
    Operation("GET", "/api/games/{game}.evidence.jsonl", games.evidence, None, LINES),
    Operation("GET", "/api/games/{game}.jsonl", games.jsonl, None, LINES),
    Operation("GET", "/api/games/{game}.txt", games.text, None, TEXT),
    Operation("GET", "/api/games/{game}/review", reviews.show, None, bodies.GameReview),
    Operation("POST", "/api/games/{game}/review", reviews.begin, None, bodies.GameReview),
    Operation("GET", "/api/reviews/{review}", reviews.show_file, None, bodies.GameReview),
    Operation("POST", "/api/reviews", reviews.begin_file, BYTES, bodies.GameReview),
    Operation("GET", "/api/games/{game}", games.show, None, bodies.GameSheet),
    Operation("POST", "/api/forks", forks.go_on, bodies.AskFork, bodies.Fork),
    Operation("POST", "/api/records", games.read, BYTES, bodies.GameSheet),
)
