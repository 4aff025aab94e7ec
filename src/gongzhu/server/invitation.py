"""The ways to invite others to a table: its links, also as QR codes, and its room number."""

from io import BytesIO

from starlette.requests import HTTPConnection

from gongzhu.server.bodies import Invitation
from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.room_numbers import RoomNumbers

MARGIN = 4
"""The width of the light border around a QR code in modules, as ISO/IEC 18004 requires."""
MOST_LINKS = 6


def links_to(table: str, hosts: Hosts, connection: HTTPConnection) -> tuple[str, ...]:
    """The URLs of a table's page, at most `MOST_LINKS`, the one most likely to work for others
    first."""
    return tuple(f"{scheme}://{host}/t/{table}" for scheme, host in hosts.places(connection))[
        :MOST_LINKS
    ]


def invitation(
    table: str, hosts: Hosts, numbers: RoomNumbers, connection: HTTPConnection
) -> Invitation:
    """Everything that a page shows to a player who invites others to a table: links and room
    number."""
    drawn = numbers.of(table)
    return Invitation(
        links=links_to(table, hosts, connection),
        reach=hosts.reach,
        number=None if drawn is None else drawn.number,
        number_until=None if drawn is None else drawn.until,
        number_on=numbers.is_on(table),
    )


def qr_code(link: str) -> bytes:
    """The QR code of a link as an SVG image."""
    import segno

    picture = BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", border=MARGIN, light="#fff", xmldecl=False
    )
    return picture.getvalue()
