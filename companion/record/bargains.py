"""Both sides of an offer: deeds, cash and jail cards, separated by commas, `for` deeds, cash and jail cards."""

from msgspec import Struct

from companion.record.doubt import several
from companion.record.sentence import Sentence
from companion.record.statements import StatedAct
from companion.record.words import Word
from companion.rules.commands import OfferDeal
from companion.rules.ids import PlayerId
from companion.rules.naming import DEED
from companion.rules.pending_steps import Goods


class _Side(Struct, frozen=True):
    deeds: tuple[Word, ...] = ()
    cash: int = 0
    jail_cards: int = 0

    def goods(self, deeds: tuple[int, ...]) -> Goods:
        return Goods(deeds, self.cash, self.jail_cards)


def offer(words: Sentence, seat: PlayerId) -> StatedAct:
    to = words.player()
    words.expect(":")
    gives = _side(words)
    words.expect("for")
    gets = _side(words)
    mine = len(gives.deeds)
    return several(
        DEED,
        (*gives.deeds, *gets.deeds),
        "DEAL-1",
        lambda deeds: OfferDeal(seat, to, gives.goods(deeds[:mine]), gets.goods(deeds[mine:])),
    )


def _side(words: Sentence) -> _Side:
    if words.accept("nothing"):
        return _Side()
    side = _item(words, _Side())
    while words.accept(","):
        side = _item(words, side)
    return side


def _item(words: Sentence, side: _Side) -> _Side:
    if words.is_number():
        return _Side(side.deeds, side.cash + words.number("an amount"), side.jail_cards)
    if words.accept("jail", "card"):
        return _Side(side.deeds, side.cash, side.jail_cards + 1)
    deed = words.name("a deed, an amount, `jail card` or `nothing`", stops=("for",))
    return _Side((*side.deeds, deed), side.cash, side.jail_cards)
