"""The ways to invite others to a table: its links, also as QR codes, and its room number."""

from io import BytesIO
from typing import Literal

from msgspec import Struct
from starlette.requests import HTTPConnection

from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.tables.room_numbers import RoomNumbers
from gongzhu.server.work.job import Priority, job


class Invitation(Struct, frozen=True):
    """GET /api/tables/{table}/invitation: the links and the room number by which others can come to
    a table.

    `GET /api/tables/{table}/invitation.svg?link=` is one of its links as a QR code; without
    `link`, the first one.
    """

    links: tuple[str, ...]
    """Addresses of the table's page, those most likely to be reachable first; never empty."""
    reach: Literal["public", "network", "loopback", "no_network"]
    """The devices that can open the links. `public`: all; `network`: those in the same network;
    `loopback`: only this machine, as the server listens only on its loopback address;
    `no_network`: only this machine, as it is in no network."""
    number: str | None
    """The table's room number; None while no seat is free, or if the host has switched it off."""
    number_until: int | None
    """The time at which the number expires, in milliseconds since 1970."""
    number_on: bool
    """True unless the host has switched room numbers off for this table."""


MARGIN = 4
"""The width of the light border around a QR code in modules, as ISO/IEC 18004 requires."""
MOST_LINKS = 6


def links_to(path: str, hosts: Hosts, connection: HTTPConnection) -> tuple[str, ...]:
    """The URLs of the page with this path, at most `MOST_LINKS`, the one most likely to work for
    others first."""
    places = hosts.places(connection)[:MOST_LINKS]
    return tuple(f"{scheme}://{host}{path}" for scheme, host in places)


def invitation(
    table: str, hosts: Hosts, numbers: RoomNumbers, connection: HTTPConnection
) -> Invitation:
    """What a page shows to a player who invites others to a table: its links and its room
    number."""
    drawn = numbers.of(table)
    return Invitation(
        links=links_to(f"/t/{table}", hosts, connection),
        reach=hosts.reach,
        number=None if drawn is None else drawn.number,
        number_until=None if drawn is None else drawn.until,
        number_on=numbers.is_on(table),
    )


@job(Priority.SOON)
def draw_link(link: str) -> bytes:
    """A link as a QR code, drawn in SVG."""
    import segno

    picture = BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", border=MARGIN, light="#fff", xmldecl=False
    )
    return picture.getvalue()
