"""Adds to a page the title and picture that messengers show as the preview of its link."""

from html import escape

from gongzhu.server.listing import Listing
from gongzhu.server.rules_form import rules_title
from gongzhu.texts import Lang, say

PICTURE = "/preview.jpg"
"""The path of the preview picture, which web/scripts/preview.py draws from the project's cards."""
WIDTH, HEIGHT = 1200, 630
_HEAD_END = "</head>"


def with_preview(page: str, site: str, path: str, listing: Listing | None, lang: Lang) -> str:
    """The HTML page with link preview tags added to its head.

    `site` is the scheme and host of its URL, `listing` the table's summary or None. Nothing about
    a private table is included, since the preview may be fetched by people who are not invited.
    """
    values = {
        "og:type": "website",
        "og:site_name": say("server.preview.site", lang),
        "og:title": _title(listing, lang),
        "og:description": _description(listing, lang),
        "og:url": f"{site}{path}",
        "og:image": f"{site}{PICTURE}",
        "og:image:width": f"{WIDTH}",
        "og:image:height": f"{HEIGHT}",
        "og:image:alt": say("server.preview.alt", lang),
    }
    lines = [
        f'<meta property="{name}" content="{escape(text)}" />' for name, text in values.items()
    ]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    before, end, after = page.partition(_HEAD_END)
    return f"{before}{''.join(lines)}{end}{after}"


def _title(listing: Listing | None, lang: Lang) -> str:
    if listing is None:
        return say("server.preview.title", lang)
    if listing.access == "private" or not listing.name:
        return say(f"server.preview.invited_{listing.rules.family}", lang)
    return say("server.preview.table", lang, name=listing.name)


def _description(listing: Listing | None, lang: Lang) -> str:
    if listing is None or listing.access == "private":
        return say("server.preview.about", lang)
    title = rules_title(listing.preset, listing.rules, lang)
    free = sum(seat.kind == "open" for seat in listing.seats)
    key = "free" if free > 1 else "one_free" if free else "full"
    return say(f"server.preview.{key}", lang, rules=title, n=free)
