"""Invitations to a table: its links, also as QR codes, and its room number."""

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

    `GET /api/tables/{table}/invitation.svg?link=` is one of the links as a QR code. Without `link`,
    it is the first one.
    """

    links: tuple[str, ...]
    """URLs of the table's page, those most likely to be reachable first. There is at least one."""
    reach: Literal["public", "network", "loopback", "no_network"]
    """The devices that can open the links. `public`: all. `network`: those in the same network.
    `loopback`: only this machine, since the server listens only on its loopback address.
    `no_network`: only this machine, since it has no network."""
    number: str | None
    """The table's room number, or None while no seat is free, or if the host has switched it
    off."""
    number_until: int | None
    """The time at which the number expires, in milliseconds since 1970, or None without a
    number."""
    number_on: bool
    """False if the host has switched the room number off for this table."""


MARGIN = 4
"""Width of the light border around a QR code, in modules, as ISO/IEC 18004 requires."""
MOST_LINKS = 6
"""Largest number of links in an invitation."""


def links_to(path: str, hosts: Hosts, connection: HTTPConnection) -> tuple[str, ...]:
    """The URLs of the page with this path, at most MOST_LINKS and at least one, the one most likely
    to be reachable for others first. `connection` is the request of the visitor."""
    places = hosts.places(connection)[:MOST_LINKS]
    return tuple(f"{scheme}://{host}{path}" for scheme, host in places)


def invitation(
    table: str, hosts: Hosts, numbers: RoomNumbers, connection: HTTPConnection
) -> Invitation:
    """The links and the room number of the table with the id `table`. Draws a room number if the
    table has none and may have one."""
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
    """A link as a QR code, in SVG (UTF-8)."""
    import segno

    picture = BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", border=MARGIN, light="#fff", xmldecl=False
    )
    return picture.getvalue()
