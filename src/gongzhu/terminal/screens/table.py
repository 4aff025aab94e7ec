"""The table screen, with the keys and clicks by which the person plays."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size

from gongzhu.rules import Action, Claim, Phase, Reason, hand_size
from gongzhu.terminal.bars import KeyBar, LogPanel, TopBar, Words
from gongzhu.terminal.board import BoardWidget
from gongzhu.terminal.cards import FaceSize, Hand, HandCard, size_for
from gongzhu.terminal.choosing import Choosing
from gongzhu.terminal.look import with_cards, wrapped
from gongzhu.terminal.prompts import bright_cards, may_claim, own_key_cards, question
from gongzhu.terminal.screens.flow import FlowScreen
from gongzhu.terminal.screens.information import HelpSheet, LastTrickSheet, RulesSheet, ScoresSheet
from gongzhu.terminal.screens.questions import HintSheet, LeaveQuestion
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.seat_view import TIMES, exposure_factors, laid_out
from gongzhu.view import View

LEAST_WIDTH = 78
LEAST_HEIGHT = 22
"""Number of rows of the smallest terminal in which the table can be read."""
TOO_SMALL = "-too-small"
"""CSS class of the screen if the terminal is too small."""
WIDE = 116
"""Width in columns of a terminal from which the log is shown beside the table."""
LOG = 40
"""Width of the log in columns."""
TALL = 28
"""Number of rows of a terminal from which there is extra space between the parts."""


class TableScreen(FlowScreen):
    """The screen with the table at which the person plays."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1)"),
        ("right", "move(1)"),
        ("tab", "move(1, True)"),
        ("shift+tab", "move(-1, True)"),
        ("enter", "answer"),
        ("space", "turn"),
        ("c", "claim"),
        ("i", "hint"),
        ("l", "sheet('last')"),
        ("s", "sheet('scores')"),
        ("h,question_mark", "sheet('help')"),
        ("r", "sheet('rules')"),
        ("q", "leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._choosing = Choosing()

    def compose(self) -> ComposeResult:
        table = self.program.table
        yield TopBar(id="top-bar")
        with Horizontal(id="middle"):
            yield BoardWidget(table.setup.rules, table.you, id="board")
            yield LogPanel(id="log")
        yield Words(id="ask")
        yield Hand(id="hand")
        yield KeyBar(id="keys")
        yield Words(id="too-small")

    def attend(self) -> None:
        """Begin choosing in the current position (see `Choosing.attend`), and redraw the screen."""
        self._choosing.attend(self.program.table.view)
        self.refresh_text()

    def on_resize(self) -> None:
        """Render the table again for the new size of the terminal."""
        self.refresh_text()

    def refresh_text(self) -> None:
        """Render the whole table again, as much of it as fits into the terminal."""
        table, lang = self.program.table, self.lang
        view = table.view
        width, height = self.app.size
        self.set_class(width < LEAST_WIDTH or height < LEAST_HEIGHT, TOO_SMALL)
        self.set_class(width >= WIDE, "-wide")
        self.set_class(height >= TALL, "-tall")
        size = size_for(width, height, hand_size(view.rules))
        self.query_one("#too-small", Words).show_text(self._too_small(width, height))
        self.query_one(TopBar).show(table, view, lang)
        room = self._board_room(width, height, size)
        self.query_one(BoardWidget).show(table, view, lang, size, fresh=self.fresh, room=room)
        self.query_one("#ask", Words).show_text(wrapped(self._ask(view), width - 2), resize=True)
        cursor = self._choosing.cursor if view.must_act() and not self.fresh else None
        lift = view.public.phase is Phase.PLAYING
        self.query_one(Hand).show(self._hand(view), cursor, size, lift)
        self.query_one(KeyBar).show(self._keys(view))
        if width >= WIDE:
            lines = self.program.event_text().lines(table.seen)
            self.query_one(LogPanel).show(self.say("log.title"), lines)

    def _board_room(self, width: int, height: int, size: FaceSize) -> Size:
        """Columns and rows that are left for the board in a terminal of this size, even with long
        texts. `size` is the size of the hand's cards."""
        margin = 2 if height >= TALL else 1
        log = LOG if width >= WIDE else 0
        others = size.height + 7 + (2 if height >= TALL else 0)
        return Size(width - log - 2 * margin, height - others)

    def _too_small(self, width: int, height: int) -> Content:
        least = {"least_width": LEAST_WIDTH, "least_height": LEAST_HEIGHT}
        return Content(self.say("header.too_small", width=width, height=height, **least))

    def _ask(self, view: View) -> Content:
        """The question to the person, or the winner of the trick that was just completed, with the
        notice below it."""
        texts, table = self.program.event_text(), self.program.table
        asked = question(table, texts, self._choosing.marked, self.lang)
        if self.fresh:
            asked = texts.lines(table.seen)[-1].rpartition("\n")[2]
        notice, style = self._notice()
        return Content.assemble(
            with_cards(asked).stylize_before("bold $gold" if view.must_act() else "$muted"),
            "\n",
            with_cards(notice).stylize_before(style),
        )

    def _notice(self) -> tuple[str, str]:
        """The text of the line below the question, and its Textual style."""
        if self.program.keeper.trouble:
            return self.say("header.not_saved", trouble=self.program.keeper.trouble), "bold $alarm"
        if self.fresh:
            return self.say("ask.hurry"), "$muted"
        if isinstance(self.notice, Reason):
            return self.notice.text(self.lang), "bold $alarm"
        lines = self.program.event_text().lines(self.notice)
        return self.say("joint").join(lines), "$ink"

    def _hand(self, view: View) -> list[HandCard]:
        """The cards of the person's hand from left to right, as they are drawn."""
        assert view.own is not None, "the person has a seat"
        choosing = self._choosing
        bright = bright_cards(view, choosing.marked)
        factors = exposure_factors(view)
        received = view.own.received if not view.public.tricks else None
        hand = []
        for card in laid_out(view.own.hand):
            mode = choosing.modes.get(card)
            times = TIMES[mode] if mode else factors.get(card, 1)
            tag = f"×{times}" if times > 1 else "•" if card in (received or ()) else ""
            if mode == "down":
                tag = f"▒{tag}"
            hand.append(HandCard(card, card in bright, card in choosing.marked or bool(mode), tag))
        return hand

    def _keys(self, view: View) -> list[tuple[str, str, str]]:
        """The keys that the person can use now, each as (key, description, Textual action). Some
        are left out if the line is too long."""
        keys = self._acting_keys(view)
        if self._may_hint(view):
            keys.append(("i", self.say("keys.hint"), "screen.hint"))
        sheets = {"l": "last", "s": "scores", "h": "help", "r": "rules"}
        if not view.public.tricks:
            del sheets["l"]
        keys += [
            (sign, self.say(f"keys.{name}"), f"screen.sheet('{name}')")
            for sign, name in sheets.items()
        ]
        keys.append(("e", self.say("keys.lang"), "app.language"))
        keys.append(("q", self.say("keys.quit"), "screen.leave"))
        # Keys for which there is no room are listed in the help.
        for sign in "sr":
            if KeyBar.cells(keys) > self.app.size.width - 2:
                keys = [key for key in keys if key[0] != sign]
        return keys

    def _acting_keys(self, view: View) -> list[tuple[str, str, str]]:
        """The keys for the choice in the current phase, each as (key, description, Textual
        action)."""
        move = ("←→", self.say("keys.move"), "screen.move(1)")
        enter, space = self.say("keys.enter"), self.say("keys.space")
        match view.public.phase:
            case Phase.PASSING:
                mark = (space, self.say("keys.mark"), "screen.turn")
                return [move, mark, (enter, self.say("keys.pass"), "screen.answer")]
            case Phase.EXPOSING if own_key_cards(view):
                turn = (space, self.say("keys.turn"), "screen.turn")
                return [move, turn, (enter, self.say("keys.done"), "screen.answer")]
            case Phase.EXPOSING:
                return [(enter, self.say("keys.on"), "screen.answer")]
            case _:
                play = (enter, self.say("keys.play"), "screen.answer")
                claim = ("c", self.say("keys.claim"), "screen.claim")
                return [play, claim] if may_claim(view) else [move, play]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Called by Textual before each action of a key. In a terminal that is too small, only the
        key q is allowed, so that the person cannot play a card that they do not see."""
        seen = action == "leave" or not self.has_class(TOO_SMALL)
        return seen and super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """Handle typed ranks and suits before other meanings of the same keys."""
        if self.has_class(TOO_SMALL):
            return
        if event.character and self._choosing.type(event.character):
            event.stop()
            self.refresh_text()

    def action_move(self, steps: int, allowed_only: bool = False) -> None:
        """Move the cursor, as `Choosing.move` does, and remove a forbidding rule from the
        notice."""
        self._choosing.move(steps, allowed_only)
        if isinstance(self.notice, Reason):
            self.notice = ()
        self.refresh_text()

    def action_answer(self) -> None:
        """Handle the key Enter: take the chosen action."""
        self._try(self._choosing.answer)

    def action_turn(self) -> None:
        """Handle the key Space: mark the card under the cursor, change how it is exposed, or play
        it."""
        self._try(self._choosing.turn)

    def action_claim(self) -> None:
        """Handle the key c: claim, which ends the deal if no card that is left counts."""
        self._try(Claim)

    def on_hand_clicked(self, message: Hand.Clicked) -> None:
        """Move the cursor to the clicked card. If it was there already, play the card. In passing
        and exposing, one click marks the card."""
        marking = self.program.table.view.public.phase in (Phase.PASSING, Phase.EXPOSING)
        there = self._choosing.cursor is message.card
        self._choosing.point(message.card)
        if marking or there:
            self.action_turn()
        else:
            self.refresh_text()

    def on_click(self) -> None:
        """After a click anywhere, remove a completed trick from the table at once."""
        if self.fresh:
            self.hurry()

    def _try(self, choose: Callable[[], Action | None]) -> None:
        """Take the action that `choose` returns, or show the rule that forbids it. Does nothing if
        `choose` returns None. While a completed trick lies on the table, remove the trick instead
        of calling `choose`."""
        if self.fresh:
            self.hurry()
            return
        action = choose()
        reason = self.program.table.view.why_illegal(action) if action else None
        if action and not reason:
            self.perform(self.program.table.you, action)
            return
        self.notice = reason or ()
        self.refresh_text()

    def action_sheet(self, name: str) -> None:
        """Open a sheet: `last`, `scores`, `help` or `rules`."""
        setup = self.program.table.setup
        sheets: dict[str, Callable[[], Sheet]] = {
            "last": LastTrickSheet,
            "scores": ScoresSheet,
            "help": HelpSheet,
            "rules": partial(RulesSheet, setup.rules_name, setup.preset, setup.rules),
        }
        self.app.push_screen(sheets[name]())

    def action_hint(self) -> None:
        """Open the hint sheet, if the person has a choice now."""
        if self._may_hint(self.program.table.view):
            self.app.push_screen(HintSheet())

    def _may_hint(self, view: View) -> bool:
        if not view.must_act() or self.fresh:
            return False
        if view.public.phase is Phase.EXPOSING:
            return bool(own_key_cards(view))
        return True

    def action_leave(self) -> None:
        """Ask whether to leave the table, and leave it if the answer is yes."""
        self.app.push_screen(LeaveQuestion(), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "yes":
            self.program.leave()
