"""Writes the published test vectors of GZH1, gzh1.json beside this file, and the worked example
of docs/fair-deals.md in both languages, which is the first of them.

Run it as `python -m tests.dealing.vectors.generate`. The evidence comes from
gongzhu, and the bytes in between from the second reading in `tests.dealing.plain_gzh1`.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from gongzhu.cards import Seat
from gongzhu.dealing import (
    Chain,
    Commitments,
    Evidence,
    call_deal,
    commitment,
    evidence_code,
    secrets_of,
    settle,
)
from gongzhu.dealing.evidence import DealEnding
from gongzhu.rules import PRESETS, RuleSet, parse_rules
from tests.dealing import plain_gzh1 as plain

FILE = Path(__file__).with_name("gzh1.json")
DOCS = Path(__file__).parents[3] / "docs"
PAGES = {"en": DOCS / "fair-deals.md", "zh": DOCS / "zh" / "fair-deals.md"}
Json = dict[str, Any]

RULES: dict[str, RuleSet] = {name: preset.rules for name, preset in PRESETS.items()} | {
    "house": parse_rules(
        'preset = "gongzhu-boulder"\nremoved = ["2S", "3C", "2D", "2C"]\npartners = "pooled"\n'
        'lower_limit = -500\npass_cycle = ["left", "none"]\n'
    ).rules,
    "hearts-five": parse_rules(
        'preset = "hearts-omnibus"\nplayers = 5\npass_cycle = ["left"]'
    ).rules,
    # As the preset was when the vectors were published: whoever checks against them must not see
    # them change with a preset.
    "gongzhu-wiki": parse_rules('preset = "gongzhu-wiki"\nlone_doubler = 0').rules,
}
ZERO, FULL = "00" * 32, "ff" * 32


def drawn(name: str) -> str:
    """32 bytes that look random, and are the same at every run."""
    return hashlib.sha256(f"GZH1 vectors: {name}".encode()).hexdigest()


KITE = Chain(secrets_of(drawn("kite"), 3)[0], 3, 1)
KITE_2 = Chain(secrets_of(drawn("kite 2"), 5)[0], 5, 4)
LONG = Chain(secrets_of(drawn("long"), 100)[0], 100, 2**32 - 100)
SHORT = Chain(secrets_of(drawn("short"), 1)[0], 1, 1)
FRIDAY = Chain(secrets_of(drawn("friday"), 24)[0], 24, 1)
WREN = Chain(secrets_of(drawn("wren"), 20)[0], 20, 11)
LAST = {
    KITE.anchor: drawn("kite"),
    KITE_2.anchor: drawn("kite 2"),
    LONG.anchor: drawn("long"),
    SHORT.anchor: drawn("short"),
    FRIDAY.anchor: drawn("friday"),
    WREN.anchor: drawn("wren"),
}


def deal(
    table: str,
    chain: Chain,
    number: int,
    rules: str,
    seats: str,
    *,
    ended: DealEnding = "played",
    drawn_by: Callable[[int], str] | None = None,
) -> Evidence:
    """A deal whose `seats` are a letter each: Bot, Absent, Withheld or Revealed."""
    call = call_deal(table, chain, number, RULES[rules])
    bots = {Seat(seat) for seat, kind in enumerate(seats) if kind == "B"}
    commitments = Commitments.begin(call, len(seats), bots)
    own = {
        Seat(seat): drawn_by(seat) if drawn_by else drawn(f"{table} {number} seat {seat}")
        for seat, kind in enumerate(seats)
        if kind in "WR"
    }
    for seat, mine in own.items():
        commitments = commitments.commit(seat, commitment(call, seat, mine))
    locked = commitments.lock()
    for seat, mine in own.items():
        if seats[seat] == "R":
            locked = locked.reveal(seat, mine)
    place = chain.place(number)
    assert place is not None
    secret = secrets_of(LAST[chain.anchor], chain.length)[place]
    return settle(locked, RULES[rules], secret, ended)


def extremes(seat: int) -> str:
    return (ZERO, FULL)[seat % 2]


DEALS: dict[str, Evidence] = {
    "four players": deal("kite-7", KITE, 1, "gongzhu-pagat", "RRRR"),
    "a bot": deal("kite-7", KITE, 2, "gongzhu-pagat", "RRBR"),
    "a player without a commitment": deal("kite-7", KITE, 3, "gongzhu-pagat", "RARR"),
    "a number withheld": deal("kite-7", KITE_2, 4, "gongzhu-pagat", "RRRW"),
    "aborted while numbers came in": deal(
        "kite-7", KITE_2, 5, "gongzhu-pagat", "RWRW", ended="aborted"
    ),
    "other rules at the same table": deal("kite-7", KITE_2, 6, "hearts-denexa", "RRRR"),
    "aborted before anybody committed": deal(
        "kite-7", KITE_2, 7, "hearts-denexa", "AAAA", ended="aborted"
    ),
    "five players": deal("wren", WREN, 11, "gongzhu-pagat-5", "RRRRR"),
    "five seats of every kind": deal("wren", WREN, 12, "gongzhu-pagat-5", "BAWRR"),
    "five at Hearts": deal("wren", WREN, 13, "hearts-five", "RRRRB"),
    "one player among bots": deal("Solo_1", WREN, 30, "gongzhu-wiki", "BBRB"),
    "bots alone": deal("bots", SHORT, 1, "gongzhu-hwa", "BBBB"),
    "every number withheld": deal("shy", SHORT, 1, "hearts-gilfoy", "WWWW"),
    "partners": deal("pairs", WREN, 15, "gongzhu-pagat-partners", "RBRB"),
    "house rules with cards laid aside": deal("house", WREN, 16, "house", "RRRR"),
    "the longest chain, its last secret and the highest count": deal(
        "T" * 64, LONG, 2**32 - 1, "gongzhu-summary", "RRRR"
    ),
    "the shortest chain and name": deal("t", SHORT, 1, "gongzhu-denexa", "RABW"),
    "numbers of all zeros and all ones": deal(
        "plain", WREN, 17, "gongzhu-boulder", "RRRR", drawn_by=extremes
    ),
    "a tournament of eight": deal("friday", FRIDAY, 1, "gongzhu-pagat", "RRAWRBBB"),
    "its next deal": deal("friday", FRIDAY, 2, "gongzhu-pagat", "RRAWRBBB"),
    "a tournament of sixty-four": deal(
        "sunday", FRIDAY, 24, "hearts-denexa", "RARWRRRR" * 5 + "B" * 24
    ),
}

RUNS: dict[str, list[str]] = {
    "a table from its first deal on, over a new chain, aborted deals and new rules": [
        name for name, evidence in DEALS.items() if evidence.table == "kite-7"
    ],
    "a part of a table's deals": [
        "five players",
        "five seats of every kind",
        "five at Hearts",
    ],
    "a tournament": ["a tournament of eight", "its next deal"],
    "two tables by turns": [
        "four players",
        "five players",
        "a bot",
        "five seats of every kind",
        "a player without a commitment",
    ],
}


def _as_json(evidence: Evidence) -> Json:
    found: Json = json.loads(json.dumps(msgspec.to_builtins(evidence)))
    return found


def _redealt(evidence: Json) -> Json:
    """With the seed and the hands that follow from the rest."""
    seed = plain.seed(evidence)
    return evidence | {"dealer_seed": seed, "hands": plain.hands(evidence["rules"], seed)}


def _given(evidence: Json, seat: int, given: Json) -> Json:
    """With something else from one seat."""
    before = evidence["contributions"]
    return evidence | {"contributions": [*before[:seat], given, *before[seat + 1 :]]}


def wrong() -> Iterator[tuple[str, str, list[Json]]]:
    """Evidence with one thing wrong in it, or several that come of one: what it is, where that
    must show (deal, step and seat, apart by commas), and the evidence."""
    yield from _wrong_alone()
    yield from _wrong_together()


def _wrong_alone() -> Iterator[tuple[str, str, list[Json]]]:
    """Deals that do not match in themselves."""
    first, second, third = (_as_json(item) for item in list(DEALS.values())[:3])
    rules, chain = first["rules"], first["chain"]
    given, hands = first["contributions"], first["hands"]
    other, all_seats = drawn("other"), ", ".join(f"1 commitment {seat}" for seat in range(4))

    yield "rules that are none", "1 rules", [first | {"rules": rules | {"lower_limit": 5}}]
    swapped = _redealt(first | {"rules": rules | {"lower_limit": -999}})
    yield "rules swapped after the numbers were known", all_seats, [swapped]
    few = first | {"contributions": given[:3]}
    yield "a seat left out", "1 contributions", [few]
    more = first | {"contributions": given + given[:2]}
    yield "a number of places that no tournament has", "1 contributions", [more]
    five = _as_json(DEALS["five players"])
    eight = five | {"contributions": five["contributions"] + given[:3]}
    yield "a tournament of five at a table", "11 contributions", [eight]
    left_out = _as_json(DEALS["a tournament of eight"])
    fewer = left_out | {"contributions": left_out["contributions"][:4]}
    yield "the places of other tables left out", "1 seed", [fewer]
    short = chain | {"length": 2}
    yield "a deal past the end of its chain", "3 place", [third | {"chain": short}]
    yield "another previous secret", "2 link", [second | {"previous": other}]
    shifted = chain | {"first_deal": 2}
    yield "another place in the chain", "2 anchor", [second | {"chain": shifted}]
    foreign = second | {"chain": chain | {"anchor": other}}
    faults = "2 anchor, 2 commitment 0, 2 commitment 1, 2 commitment 3"
    yield "another chain than the players were told", faults, [foreign]
    secret = _redealt(second | {"secret": other})
    yield "another secret", "2 link, 2 anchor", [secret]
    promised = given[2] | {"commitment": other}
    yield "a commitment to something else", "1 commitment 2", [_given(first, 2, promised)]
    copied = _redealt(_given(first, 1, given[0]))
    yield "a commitment copied from another seat", "1 commitment 1", [copied]
    replayed = _redealt(_given(second, 0, given[0]))
    yield "a commitment of the deal before", "2 commitment 0", [replayed]
    yield "another table", f"{all_seats}, 1 seed", [first | {"table": "kite-8"}]
    changed = given[3] | {"reveal": ZERO}
    yield "a number changed", "1 commitment 3, 1 seed", [_given(first, 3, changed)]
    silent = {"kind": "withheld", "commitment": given[3]["commitment"]}
    name = "a number that counted, and is said to be withheld"
    yield name, "1 seed", [_given(first, 3, silent)]
    dealt = {"dealer_seed": other, "hands": plain.hands(rules, other)}
    yield "another seed", "1 seed", [first | dealt]
    exchanged = first | {"hands": [hands[1], hands[0], *hands[2:]]}
    yield "two hands exchanged", "1 hands 0, 1 hands 1", [exchanged]
    unsorted = first | {"hands": [*hands[:3], list(reversed(hands[3]))]}
    yield "a hand out of order", "1 hands 3", [unsorted]
    yield "a hand left out", "1 hands 3", [first | {"hands": hands[:3]}]
    yield "a hand too many", "1 hands 4", [first | {"hands": [*hands, hands[3]]}]


def _wrong_together() -> Iterator[tuple[str, str, list[Json]]]:
    """Deals that do not follow one another."""
    first, second, third, fourth = (_as_json(item) for item in list(DEALS.values())[:4])
    chain, hands = first["chain"], first["hands"]
    other = drawn("other")
    yield "a deal left out", "3 count", [first, third]
    yield "two deals left out", "4 count", [first, fourth]
    gaps = "3 count, 6 count"
    sixth = _as_json(list(DEALS.values())[5])
    yield "deals left out in two places, one of them at a new chain", gaps, [first, third, sixth]
    back = "3 count, 2 count, 2 public"
    yield "a deal left out and shown late", back, [first, third, second]
    yield "a deal twice", "1 count, 1 public", [first, first]
    yield "the wrong order", "1 count, 1 public", [second, first]
    early = _as_json(deal("kite-7", Chain(KITE_2.anchor, 5, 2), 2, "gongzhu-pagat", "RRRR"))
    yield "a chain given up early", "2 chain", [first, early]
    longer = second | {"chain": chain | {"length": 4}}
    yield "another length of the chain", "2 chain", [first, longer]
    broken = second | {"previous": other}
    name = "a previous secret that is not the last one shown"
    yield name, "2 link, 2 continued", [first, broken]
    again = _as_json(deal("kite-7", Chain(KITE.anchor, 3, 4), 4, "gongzhu-pagat", "RRRR"))
    yield "a chain used a second time", "4 public", [third, again]
    shared = _as_json(deal("heron", KITE, 1, "gongzhu-pagat", "RRRR"))
    yield "one chain for two tables", "1 public", [first, shared]
    exchanged = first | {"hands": [hands[1], hands[0], *hands[2:]]}
    several = "1 hands 0, 1 hands 1, 3 link, 3 continued"
    late = third | {"previous": other}
    yield "faults in two deals", several, [exchanged, second, late, fourth]


# What the worked example says of each block of numbers.
TOLD = {
    "en": (
        "The chain. `s_3` was drawn, `s_1` is the secret of this deal, `s_0` the anchor.",
        "What is hashed for `s_0`: the tag, with its length before it, and `s_1`.",
        "The rules as canonical JSON, and their hash.",
        "What is hashed for `c_0`.",
        "The players' numbers and their commitments.",
        "What goes into the HMAC with the key `s_1`, and the dealer's seed.",
        "The first sixteen numbers for the shuffle, each four hexadecimal digits.",
        "The hands.",
    ),
    "zh": (
        "链。`s_3` 是抽出来的，`s_1` 是这一副的秘密数，`s_0` 是链首。",
        "求 `s_0` 时散列的内容：标签（前面是它的长度）和 `s_1`。",
        "写成规范 JSON 的规则，和它的散列。",
        "求 `c_0` 时散列的内容。",
        "各家的随机数和承诺。",
        "以 `s_1` 为密钥送进 HMAC 的内容，和发牌种子。",
        "洗牌用的头十六个数，每个写成四位十六进制。",
        "手牌。",
    ),
}


def example(lang: str) -> str:
    """The worked example of docs/fair-deals.md: the first deal, number by number."""
    evidence = _as_json(next(iter(DEALS.values())))
    steps, given = _steps(evidence), evidence["contributions"]
    shown = (
        [
            f"s_{place}  {secret}"
            for place, secret in reversed(list(enumerate(secrets_of(drawn("kite"), 3))))
        ],
        [(plain.text("GZH1 chain")).hex() + evidence["secret"]],
        [f"J  {steps['rules_json']}", f"R  {steps['rules_hash']}"],
        [steps["commit_messages"][0]],
        [
            line
            for seat in range(4)
            for line in (
                f"r_{seat}  {given[seat]['reveal']}",
                f"c_{seat}  {given[seat]['commitment']}",
            )
        ],
        [steps["seed_message"], f"D  {evidence['dealer_seed']}"],
        [bytes.fromhex(steps["shuffle_block_0"]).hex(" ", 2)],
        [f"seat {seat}  {' '.join(hand)}" for seat, hand in enumerate(evidence["hands"])],
    )
    return "\n".join(
        f"\n{told}\n\n```text\n{chr(10).join(lines)}\n```"
        for told, lines in zip(TOLD[lang], shown, strict=True)
    )


def _steps(evidence: Json) -> Json:
    """What lies between the evidence's numbers."""
    return {
        "rules_json": plain.canonical(evidence["rules"]),
        "rules_hash": plain.rules_hash(evidence["rules"]).hex(),
        "commit_messages": [
            plain.commit_message(evidence, seat, given["reveal"]).hex()
            if "reveal" in given
            else None
            for seat, given in enumerate(evidence["contributions"])
        ],
        "seed_message": plain.seed_message(evidence).hex(),
        "shuffle_block_0": plain.shuffle_block(evidence["dealer_seed"], 0).hex(),
    }


def vectors() -> Json:
    """All of the file."""
    chains = [
        {"last": last, "length": length, "secrets": secrets_of(last, length)}
        for last, length in (
            (drawn("kite"), 3),
            (drawn("kite 2"), 5),
            (ZERO, 1),
            (FULL, 2),
            (drawn("long"), 100),
        )
    ]
    deals = [
        {
            "name": name,
            "code": evidence_code(evidence),
            "steps": _steps(_as_json(evidence)),
            "evidence": _as_json(evidence),
        }
        for name, evidence in DEALS.items()
    ]
    bad = [
        {"name": name, "faults": faults.split(", "), "evidence": evidence}
        for name, faults, evidence in wrong()
    ]
    return {
        "protocol": "GZH1",
        "about": "Test vectors of docs/fair-deals.md. `deals`: sound evidence, and the bytes that "
        "are hashed on the way, in hexadecimal digits; `code` is what two players "
        "compare. `runs`: deals by name that follow one another. `wrong`: evidence with the "
        "deal, step and seat of each fault.",
        "chains": chains,
        "deals": deals,
        "runs": [{"name": name, "deals": names} for name, names in RUNS.items()],
        "wrong": bad,
    }


def written() -> str:
    """The file, with a line for each item of its lists."""
    found = json.loads(json.dumps(vectors()))
    parts = []
    for key, value in found.items():
        if isinstance(value, list):
            items = ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in value)
            parts.append(f' "{key}": [\n{items}\n ]')
        else:
            parts.append(f' "{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def with_example(page: str, lang: str) -> str:
    """The page with the worked example of today."""
    start, end = "<!-- example: begin -->\n", "<!-- example: end -->"
    before, rest = page.split(start)
    _, after = rest.split(end)
    return f"{before}{start}{example(lang)}\n\n{end}{after}"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
    for lang, page in PAGES.items():
        page.write_text(with_example(page.read_text("utf-8"), lang), encoding="utf-8")
