"""The link to a table as a QR code, for the camera of a phone."""

import re
from functools import lru_cache
from io import BytesIO

from starlette.requests import HTTPConnection

from gongzhu.server.origins import Origins
from gongzhu.server.problems import ApiError

MARGIN = 4
"""Light modules around the code, as ISO/IEC 18004 wants them."""
REMEMBERED = 256
"""Codes that are kept: to draw one takes some milliseconds."""
_HOST = re.compile(r"([a-z0-9_.-]{1,120}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?")


def link_to(table: str, origins: Origins, connection: HTTPConnection) -> str:
    """The address of a table's page as the visitor's browser would write it. Raises ApiError for
    a host that has no such form."""
    scheme, host = origins.own(connection)
    if not _HOST.fullmatch(host):
        raise ApiError(400, "bad_request")
    return f"{scheme}://{host}/t/{table}"


@lru_cache(REMEMBERED)
def qr_code(link: str) -> bytes:
    """A picture of a link, as SVG."""
    import segno

    picture = BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", border=MARGIN, light="#fff", xmldecl=False
    )
    return picture.getvalue()
