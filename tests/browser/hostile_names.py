"""What people call themselves who want to break a page, and what a page must still be like."""

from typing import Any

from tests.browser.browser_player import DESKTOP, PHONE, BrowserPlayer

NAMES = (
    "<script>alert(1)</script",
    "<b onclick=alert(1)>x",
    "'\"><svg/onload=alert(1)>",
    "אבגדה וזחטי כלמ 12",
    "محمد علي ١٢٣",
    "Z\u0351\u036ba\u0351\u036bl\u0351\u036bg\u0351\u036bo\u0489\u0489",
    "W" * 24,
    "﷽" * 24,
    "👩🏽🚀🏳🌈🇨🇳",
    "{name} ${7*7} {{7*7}}",
    "__proto__",
    "拱" * 24,
)
"""Names that the server takes."""

WORSE = (
    "\u202e<img src=x onerror=alert(1)> gnp.\u2069\u2069",
    "Z" + "\u0351\u036b\u0334\u0489" * 40 + "\u200b\u200b" + "algo" * 3,
    "x" * 1000,
    "\u2067אבג\u200f ﷽﷽﷽ 123\u061c",
)
"""Names in a file of records, where anybody may have written anything."""

_WATCH = """
  window.ran = [];
  for (const name of ['alert', 'confirm', 'prompt']) window[name] = () => ran.push(name);
  document.addEventListener('securitypolicyviolation', (event) => {
    ran.push(`${event.violatedDirective} ${event.blockedURI}`);
  });
"""

_LOOK = """() => {
  const found = [...ran];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} wide, the window ${innerWidth}`);
  const kept = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    }
    return false;
  };
  const place = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect();
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, text = node.data;
    if (!text.trim() || !node.parentElement.checkVisibility()) continue;
    const box = place(node, 0, text.length);
    const outside = box.right > innerWidth + 1 || box.left < -1;
    if (box.width && outside && !kept(node.parentElement)) found.push(`outside: ${text}`);
    const around = node.parentElement.closest('li, button, td, th, dialog');
    const edge = around?.getBoundingClientRect().right ?? Infinity;
    if (box.right > edge + 1 && !kept(node.parentElement)) {
      found.push(`spills over: ${text}`);
    }
    // What stands before a name in a line stays before it, and what stands behind it behind.
    const begin = text.indexOf('\\u2068'), end = text.indexOf('\\u2069');
    if (begin < 0 || end < 0) continue;
    const name = place(node, begin + 1, end);
    const before = place(node, 0, begin), after = place(node, end + 1, text.length);
    const beside = (one) => one.width && Math.abs(one.top - name.top) < 2 &&
      Math.abs(one.bottom - name.bottom) < 2;
    if (beside(before) && before.right > name.left + 2) found.push(`turned around: ${text}`);
    if (beside(after) && after.left < name.right - 2) found.push(`turned around: ${text}`);
  }
  return found;
}"""


def watch(person: BrowserPlayer) -> None:
    """Notice scripts that run, and what the page's policy forbade, from the next page on."""
    person.page.add_init_script(_WATCH)


def harm(person: BrowserPlayer, picture: str = "") -> list[str]:
    """What is wrong with the page as it is, on a phone and on a desk. `picture`: where to put
    pictures of it, without an ending."""
    found: list[str] = []
    for name, size in (("phone", PHONE), ("desk", DESKTOP)):
        person.page.set_viewport_size(size)
        person.page.wait_for_timeout(100)  # what is laid out by scripts follows
        told: list[Any] = person.page.evaluate(_LOOK)
        found += [f"{name}: {one}" for one in told]
        if picture:
            person.page.screenshot(path=f"{picture}-{name}.png", full_page=True)
    return found + person.faults
