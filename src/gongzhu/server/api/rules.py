"""Handlers that list the options of the rules, and explain rule sets in words."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.bodies import RulesAsked
from gongzhu.server.context import ServerContext
from gongzhu.server.problems import language, read_json, reply
from gongzhu.server.rules_form import rules_form
from gongzhu.server.work.files import explain_rules


async def show(context: ServerContext, request: Request) -> Response:
    """GET /api/rules: answer all options, presets and levels of bots."""
    return reply(rules_form(language(request), context.config))


async def explain(context: ServerContext, request: Request) -> Response:
    """POST /api/rules/explain: explain a rule set in words."""
    context.spend(context.explanations, request)
    asked = await read_json(request, RulesAsked)
    preset, lang = context.config.default_preset, language(request)
    told = await context.work(request, explain_rules, asked, preset, lang)
    return reply(told)
