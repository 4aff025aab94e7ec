"""The figures of the code count what they say."""

from scripts import move_trace
from scripts.house import House
from tests.support.virtual_time import run

FILES = {
    "src/gongzhu/cards/card.py": '"""Cards."""\n\nimport enum\n\n# A comment.\nCARDS = 52\n',
    "src/gongzhu/server/__init__.py": "from gongzhu.server.door import Door\n",
    "src/gongzhu/server/door.py": (
        "from gongzhu.server.key import Key\n"
        "class Door:\n"
        '    """Opens."""\n\n'
        "    def __init__(self, bell):\n"
        "        self.on_open = None\n"
        "        bell.on_ring = self.open\n"
        "        bell.door = bell\n\n"
        "    def open(self):\n"
        "        '''\n"
        "        Open.\n"
        "        '''\n"
    ),
    "src/gongzhu/server/key.py": (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    from gongzhu.server import Door\n"
        "from textual._private import thing\n"
        "class Key:\n"
        "    class Door:\n"
        "        pass\n"
    ),
    "src/gongzhu/server/house.py": "from gongzhu.server import Door\nX = '''\nfront\n\nback'''\n",
    "src/gongzhu/server/socket.py": (
        "from uvicorn.protocols.http.h11_impl import H11Protocol\n"
        "class Socket(H11Protocol):\n"
        "    def connection_made(self, transport):\n"
        "        self.handle_events()\n"
    ),
}


def test_figures_of_a_small_house() -> None:
    house = House(FILES)
    lines = {path.rpartition("/")[2]: house.lines_of_code(path) for path in FILES}
    assert lines == {
        "card.py": 1,
        "__init__.py": 0,
        "door.py": 6,
        "key.py": 4,
        "house.py": 3,
        "socket.py": 3,
    }
    assert house.figures() == {
        "lines of code": 17,
        "lines of code in server and store": 16,
        "files": 6,
        "longest chain of imports in server": 3,
        "class names that exist twice": 1,
        "callables set from outside": 1,
        "unpromised names of other libraries": 2,
    }
    circle = {"gongzhu.server.door", "gongzhu.server.key"}
    assert set(house.longest_chain("gongzhu.server")[1:]) == circle
    assert house.set_from_outside() == ["on_ring"]
    assert house.unpromised() == [
        "textual._private.thing",
        "uvicorn.protocols.http.h11_impl.H11Protocol.handle_events",
    ]


def test_docstrings_are_drawn_by_the_seed() -> None:
    house = House(FILES)
    everyone = house.docstrings(9, 1)
    assert sorted(everyone) == [
        "src/gongzhu/cards/card.py: module\nCards.",
        "src/gongzhu/server/door.py: Door\nOpens.",
        "src/gongzhu/server/door.py: open\nOpen.",
    ]
    assert house.docstrings(2, 1) == house.docstrings(2, 1)
    assert len({tuple(house.docstrings(2, seed)) for seed in range(9)}) > 1


def test_a_move_passes_from_the_message_to_the_rules_and_to_all_screens() -> None:
    trace = run(move_trace.follow)
    assert trace.functions["gongzhu.rules.apply", "apply"] == 1
    assert {"gongzhu.server.live.messages.Request", "gongzhu.table.facts.LogEntry"} <= trace.structs
    assert trace.functions["gongzhu.view.view", "see"] == 4
