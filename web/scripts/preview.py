"""Draw web/public/preview.jpg, the picture of a link in messengers, from our own cards.

    .venv/bin/python web/scripts/preview.py ADDRESS

ADDRESS is that of a running server, whose lobby has the cards.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).parents[1] / "public" / "preview.jpg"
LAY_OUT = """() => {
  const cards = [...document.querySelectorAll('[data-card]')].slice(0, 4);
  const felt = document.createElement('div');
  felt.style.cssText = 'position:fixed;inset:0;z-index:9;display:flex;justify-content:center;' +
    'align-items:center;background:radial-gradient(72% 66% at 50% 40%,#2b7a63,#1f6450 58%,#154a3a)';
  cards.forEach((card, place) => {
    const one = card.cloneNode(true);
    one.style.cssText += ';--card-w:230px;width:230px;height:322px;margin:0 -22px;rotate:' +
      (place - 1.5) * 8 + 'deg;translate:0 ' + Math.abs(place - 1.5) * 16 + 'px';
    felt.append(one);
  });
  document.body.append(felt);
  return cards.length;
}"""


def main(address: str) -> None:
    """Open the lobby, lay its cards out, and keep what is seen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light")
        page.goto(address)
        page.locator("[data-card]").first.wait_for()
        assert page.evaluate(LAY_OUT) == 4
        page.screenshot(path=PICTURE, type="jpeg", quality=82)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
