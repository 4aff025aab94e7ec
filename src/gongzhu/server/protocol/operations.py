"""All operations of the HTTP API; each is declared beside its handler."""

from gongzhu.server import puzzles
from gongzhu.server.accounts import export, people, proof, sign_in_handlers
from gongzhu.server.accounts import handlers as accounts_handlers
from gongzhu.server.daily import handlers as daily_handlers
from gongzhu.server.games import fork_handlers, history_handlers, review_handlers
from gongzhu.server.games import handlers as games_handlers
from gongzhu.server.lobby import handlers as lobby_handlers
from gongzhu.server.lobby import rules

OPERATIONS = (
    *export.OPERATIONS,
    *accounts_handlers.OPERATIONS,
    *people.OPERATIONS,
    *proof.OPERATIONS,
    *sign_in_handlers.OPERATIONS,
    *daily_handlers.OPERATIONS,
    *fork_handlers.OPERATIONS,
    *games_handlers.OPERATIONS,
    *history_handlers.OPERATIONS,
    *review_handlers.OPERATIONS,
    *lobby_handlers.OPERATIONS,
    *rules.OPERATIONS,
    *puzzles.OPERATIONS,
)
