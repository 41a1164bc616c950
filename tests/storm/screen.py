"""What one client has been told, against the books: every move once and in order, every figure as it is saved."""

from companion.table.messages.changes import HeardView, NotKnown
from companion.table.messages.views import View
from companion.table.messages.wire import Answer, FromTable, Goodbye, Moved, Snapshot, Trouble, Welcome
from tests.storm.broken import LawBroken, must
from tests.storm.laws import BOOKS, ONCE, UNCHANGED, Witness, titles_in
from tests.storm.ledger import BANK, POT, LedgerPage, hotels, houses

GAPS = "every client hears of every move in order, or gets a snapshot"
BACK = "nothing that was shown is taken back silently"
MISTAKE = "no mistake of ours"


class ClientScreen:
    def __init__(self, witness: Witness) -> None:
        self._witness = witness
        self._number: int | None = None  # not before the snapshot
        self._most = 0
        self._lost = 0
        self._is_welcome = False
        self._heard = HeardView()
        self.trouble = ""  # as far as it was told

    @property
    def number(self) -> int | None:
        """Of the last move told."""
        return self._number

    def link_up(self) -> None:
        self._number, self._is_welcome = None, False

    def hear(self, message: FromTable) -> None:
        """At the instant it is sent. Raises LawBroken."""
        self._is_welcome = self._is_welcome or isinstance(message, Welcome | Goodbye)
        must(self._is_welcome, GAPS, f"{type(message).__name__} came before a welcome")
        try:
            whole = self._heard.hear(message)
        except NotKnown as error:
            raise LawBroken(GAPS, str(error)) from error
        match whole:
            case Snapshot(number, view, trouble=trouble):
                self.trouble = trouble
                self._see(number, view)
            case Trouble(why):
                self.trouble = why
            case Moved(number, view):
                must(self._number is not None, GAPS, f"move {number} came before any snapshot")
                must(number == (self._number or 0) + 1, GAPS, f"move {number} came after {self._number}")
                self._see(number, view)
            case Answer() as answer:
                self._hear_answer(answer)

    def _see(self, number: int, view: View | None) -> None:
        self._witness.check_heard(number)
        if number < self._most and not self._witness.is_hiding:
            must(self._witness.lost > self._lost, BACK, f"move {self._most} was shown, now it is {number}")
        self._number = self._most = number
        self._lost = self._witness.lost
        if view is not None:
            _check_view(view, number, self._witness.pages)

    def _hear_answer(self, answer: Answer) -> None:
        number = self._witness.number_of(answer.id)
        if answer.outcome == "done":
            self._witness.check_heard(answer.number)
            must(answer.number == number, ONCE, f"{answer.id} is move {number}, and {answer.number} was answered")
        must(answer.outcome != "mistake", MISTAKE, f"{answer.id}: {answer.message}")
        if answer.outcome in ("refused", "forbidden") or self._is_surely_unsaved(answer):
            must(not number, UNCHANGED, f"{answer.id} was {answer.outcome}, and is move {number}")

    def _is_surely_unsaved(self, answer: Answer) -> bool:
        """If it was delivered more than once, another delivery may have been saved since."""
        return answer.outcome == "not-saved" and self._witness.delivered[answer.id] == 1


def _check_view(view: View, number: int, pages: list[LedgerPage]) -> None:
    page, last = pages[number], pages[max(0, number - 1)]
    shown = {player.seat: player.cash for player in view.players} | {BANK: view.bank, POT: view.pot}
    must(shown == page.accounts, BOOKS, f"at move {number} a screen shows {shown}, the ledger {page.accounts}")
    choosing = {move.seat for move in view.moves if b'"PayTax"' in bytes(move.act)}
    for player in view.players:
        change = player.cash - last.accounts[player.seat]
        if player.seat in choosing and not player.change:
            change = 0  # a secret, if it tells what the player is worth
        kept = page.names[player.seat], page.held.places[player.seat], change
        found = player.name, player.space, player.change
        must(found == kept, BOOKS, f"at move {number} a screen shows name, space and change {found}, not {kept}")
    titles = [(title.owner, title.buildings, title.mortgaged) for title in view.titles]
    must(titles == titles_in(page.held), BOOKS, f"at move {number} a screen shows other titles than the ledger")
    back = view.undo_number, view.redo_number
    must(back == (page.undo, page.redo), BOOKS, f"at move {number} a screen would take back {back}, not {page[-2:]}")
    if not page.held.is_boundless:
        left = view.houses + houses(page.held), view.hotels + hotels(page.held)
        must(left == (32, 12), BOOKS, f"at move {number} a screen shows houses and hotels that make {left}")
