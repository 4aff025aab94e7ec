"""A bot with an account of its own, at the table whose link it is given:
`python examples/socket_bot.py http://localhost:8000/t/TABLE`"""

import secrets
import sys
from functools import reduce
from random import Random
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
from websockets.sync.client import connect

from gongzhu.bots import make_bot
from gongzhu.dealing import call_deal, commitment
from gongzhu.server.live import messages as wire
from gongzhu.table import evolve_table_view
from gongzhu.table.commands import Commit, Ready, Reveal, Sit
from gongzhu.view import View

link = urlsplit(sys.argv[1])
home, table = f"{link.scheme}://{link.netloc}", link.path.rpartition("/")[2]
asked = Request(f"{home}/api/bots", b'{"name":"Robin"}', {"Origin": home})
token = msgspec.json.decode(urlopen(asked).read())["token"]
place = f"ws{home.removeprefix('http')}/api/tables/{table}/socket"
bot, rng, numbers, view = make_bot("steady"), Random(), {}, None


def choose(view, ask):
    state, seat, fair = view.state, view.seat, view.state.fair
    if seat is None:
        return Sit() if state.stage == "gathering" else None
    if ask:
        seen = View(state.settings.rules, seat, view.deal.public, view.deal.own)
        return bot.choose(seen, rng, 1.0)
    if state.stage in ("gathering", "scored", "finished"):
        return None if state.seats[seat].ready else Ready()
    if fair.step in ("committing", "revealing") and not fair.heard[seat]:
        call = call_deal(state.table, fair.chain, fair.count, state.settings.rules)
        number = numbers.setdefault(fair.count, secrets.token_hex(32))
        made = commitment(call, seat, number)
        if fair.step == "committing":
            return Commit(fair.count, made)
        if fair.contributions[seat].commitment == made:
            return Reveal(fair.count, number)
    return None


with connect(place, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
    socket.send(msgspec.json.encode(wire.Hello()), text=True)
    for frame in socket:
        message = msgspec.json.decode(frame, type=wire.ToPlayer)
        if not isinstance(message, wire.Snapshot | wire.Update):
            continue
        new = isinstance(message, wire.Snapshot)
        view = message.table if new else reduce(evolve_table_view, message.facts, view)
        if command := choose(view, message.ask):
            request = wire.Request(secrets.token_hex(8), command, message.seq)
            socket.send(msgspec.json.encode(request), text=True)
