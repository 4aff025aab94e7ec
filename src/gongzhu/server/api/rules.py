"""Rule sets for pickers, and in words."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.bodies import RulesAsked
from gongzhu.server.context import ServerContext
from gongzhu.server.problems import language, read_json, reply
from gongzhu.server.rules_form import explained, read_rules, rules_form


async def show(context: ServerContext, request: Request) -> Response:
    """GET /api/rules."""
    return reply(rules_form(language(request), context.config))


async def explain(context: ServerContext, request: Request) -> Response:
    """POST /api/rules/explain."""
    asked = await read_json(request, RulesAsked)
    exact, rules = read_rules(asked.preset, asked.rules, context.config.default_preset)
    base = asked.preset or exact
    return reply(explained(rules, exact, base, language(request)))
