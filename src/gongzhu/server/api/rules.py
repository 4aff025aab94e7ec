"""Rule sets for pickers, and in words."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.bodies import RulesAsked
from gongzhu.server.context import ServerContext
from gongzhu.server.problems import language, read_json, reply
from gongzhu.server.rules_form import explained, read_rules, rules_form


class RulesApi:
    """`/api/rules…`."""

    def __init__(self, context: ServerContext) -> None:
        self._config = context.config

    async def show(self, request: Request) -> Response:
        """GET /api/rules."""
        return reply(rules_form(language(request), self._config))

    async def explain(self, request: Request) -> Response:
        """POST /api/rules/explain."""
        asked = await read_json(request, RulesAsked)
        exact, rules = read_rules(asked.preset, asked.rules, self._config.default_preset)
        base = asked.preset or exact
        return reply(explained(rules, exact, base, language(request)))
