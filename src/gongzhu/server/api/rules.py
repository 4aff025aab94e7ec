"""Rule sets for pickers, and in words."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.rules import rules_from_preset
from gongzhu.server.bodies import RulesAsked
from gongzhu.server.context import ServerContext
from gongzhu.server.problems import language, read_json, reply
from gongzhu.server.rules_form import explained, rules_form


async def show(context: ServerContext, request: Request) -> Response:
    """GET /api/rules."""
    return reply(rules_form(language(request), context.config))


async def explain(context: ServerContext, request: Request) -> Response:
    """POST /api/rules/explain."""
    context.spend(context.explanations, request)
    asked = await read_json(request, RulesAsked)
    preset = asked.preset if asked.preset or asked.rules else context.config.default_preset
    exact, rules = rules_from_preset(preset, asked.rules)
    base = asked.preset or exact
    return reply(explained(rules, exact, base, language(request)))
