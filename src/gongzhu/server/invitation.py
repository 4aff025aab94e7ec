"""The ways to a table for others: its links, also as QR codes, and its room number."""

from io import BytesIO

from starlette.requests import HTTPConnection

from gongzhu.server.bodies import Invitation
from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.room_numbers import RoomNumbers

MARGIN = 4
"""Light modules around the code, as ISO/IEC 18004 wants them."""
MOST_LINKS = 6


def links_to(table: str, hosts: Hosts, connection: HTTPConnection) -> tuple[str, ...]:
    """The addresses of a table's page, the likeliest for others to reach first."""
    return tuple(f"{scheme}://{host}/t/{table}" for scheme, host in hosts.places(connection))[
        :MOST_LINKS
    ]


def invitation(
    table: str, hosts: Hosts, numbers: RoomNumbers, connection: HTTPConnection
) -> Invitation:
    """All that a page shows to somebody who invites others."""
    drawn = numbers.of(table)
    return Invitation(
        links=links_to(table, hosts, connection),
        reach=hosts.reach,
        number=None if drawn is None else drawn.number,
        number_until=None if drawn is None else drawn.until,
        number_on=numbers.is_on(table),
    )


def qr_code(link: str) -> bytes:
    """A picture of a link, as SVG."""
    import segno

    picture = BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", border=MARGIN, light="#fff", xmldecl=False
    )
    return picture.getvalue()
