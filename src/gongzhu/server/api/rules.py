"""Rule sets for pickers, and in words."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.bodies import RulesAsked
from gongzhu.server.context import ServerContext
from gongzhu.server.problems import language, read_json, reply
from gongzhu.server.rules_form import rules_form
from gongzhu.server.work.files import explain_rules


async def show(context: ServerContext, request: Request) -> Response:
    """GET /api/rules."""
    return reply(rules_form(language(request), context.config))


async def explain(context: ServerContext, request: Request) -> Response:
    """POST /api/rules/explain."""
    context.spend(context.explanations, request)
    asked = await read_json(request, RulesAsked)
    preset, lang = context.config.default_preset, language(request)
    told = await context.work(request, explain_rules, asked, preset, lang)
    return reply(told)
