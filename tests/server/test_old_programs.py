"""Programs that speak another version of the protocol: one sentence says what they must do."""

from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from gongzhu.server.live.messages import Goodbye, ToPlayer
from gongzhu.texts import LANGUAGES, Lang
from tests.support.page_client import PATIENCE, Browser, read_message
from tests.support.serving import Server

HELLO = '{"type":"hello","version":2,"since":null,"lang":"%s"}'
ACT = '{"type":"act","id":"k3-17","move":{"type":"play","card":"QS"},"after":94}'
SENTENCE: dict[Lang, str] = {
    "en": "This server speaks version 1 of the protocol: reload the page, or update the bot.",
    "zh": "服务器用的是第 1 版协议：请重新载入网页；机器人请更新程序。",
}


def answers(server: Server, *frames: str) -> list[ToPlayer]:
    """All that a program is sent that sends these frames, until the server hangs up."""
    browser = Browser(server.base).introduce("Ann")
    place = f"{server.base.replace('http', 'ws', 1)}/api/tables/{browser.open_table()}/socket"
    heard: list[ToPlayer] = []
    with connect(place, additional_headers=browser.headers, proxy=None) as socket:
        with suppress(ConnectionClosed):
            for frame in frames:
                socket.send(frame)
        with suppress(ConnectionClosed):
            while True:
                heard.append(read_message(socket.recv(timeout=PATIENCE)))
    return heard


@pytest.mark.parametrize("next_frames", [(), (ACT,)], ids=["hello", "hello and act"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_program_of_another_version_is_sent_away_with_what_to_do(
    server: Server, lang: Lang, next_frames: tuple[str, ...]
) -> None:
    heard = answers(server, HELLO % lang, *next_frames)
    assert heard == [Goodbye("version", SENTENCE[lang], again=False)]
