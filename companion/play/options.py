"""Everything that may be done now, ready for a button or a screen: the likeliest first, with what it still needs."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.play.keep_last import SameTable, keep_last
from companion.play.leaving_preview import leaving_preview
from companion.play.words import DEAL, by_hand_label, holding_label, house_rule_label, label, speed_face, with_change
from companion.rules import Legal, Needs, legal_decisions
from companion.rules.cards import Deck
from companion.rules.catalogue import (
    CATALOGUE,
    COMPANIONS,
    MENU,
    CommandSpec,
    is_by_hand,
    is_left_open,
    seat_of,
    spec_of,
)
from companion.rules.commands import (
    SPEED_FACES,
    AnyCommand,
    CorrectCash,
    CorrectDeed,
    CorrectJailCards,
    CorrectPlace,
    DrawCard,
    KeepMortgage,
    Mortgage,
    OfferDeal,
    Redeem,
    RejectDeal,
    SetCash,
    SetHouseRule,
)
from companion.rules.correction import possible_holdings
from companion.rules.dice import throws_speed_die
from companion.rules.editions import Cards
from companion.rules.events import Decision
from companion.rules.ids import BANK, POT, PlayerId
from companion.rules.mortgage import interest_on
from companion.rules.pending_steps import Auction, Dealing, Goods
from companion.rules.state import Game
from companion.rules.tax import tells_worth
from companion.rules.trade import is_counter_offer
from companion.rules.turn_checks import is_awaited

Choices = tuple[tuple[int | str, str], ...]
_LISTED = (Needs.TITLE, Needs.VALUE, Needs.MONEY)  # one entry of the menu, with everything in a list
_PLAIN = frozenset((Mortgage, Redeem, OfferDeal, CorrectCash, SetCash, CorrectPlace))
_MOVED_UP_OR_DOWN = frozenset((Redeem, OfferDeal, DrawCard))  # and whatever needs an amount
_FIRST_BANKERS = min(row.order for row in CATALOGUE.values() if row.banker)


class Option(Struct, frozen=True):
    """A command that may be given now, except for what it still `needs`; and what people read about it."""

    command: AnyCommand
    label: str
    seat: PlayerId = BANK  # whose it is
    change: int = 0  # of that player's cash, if it is certain
    needs: Needs = Needs.NOTHING
    least: int = 0
    most: int = 0
    banker: bool = False
    choices: Choices = ()
    tells: tuple[str, ...] = ()


@keep_last
def options(game: Game) -> tuple[Option, ...]:
    """Everything that may be done now, the likeliest first."""
    alike: dict[tuple[type, PlayerId, str], _Alike] = {}
    lists: dict[type, list[Legal]] = {}  # what is one entry of the menu
    plain = _plain_options.at(game)
    for legal, decision in legal_decisions(game):
        command = legal.command
        if (listed := lists.get(type(command))) is not None:
            listed.append(legal)
            continue
        asked = (command.player, command.to) if isinstance(command, OfferDeal) and legal.is_sure else legal
        one = plain.get(asked)
        if one is None:
            spec, seat = spec_of(command), seat_of(command)
            is_listed = legal.needs in _LISTED
            text = MENU[spec.menu].name if is_listed else label(game, command)
            one = _Alike((spec.command, seat, text), spec, [legal], decision)
            if is_listed:
                lists[spec.command] = one.legals
            elif legal.is_sure and is_plain(command):
                one = plain[asked] = one._replace(options=tuple(_options(game, one)))
        if (first := alike.setdefault(one.key, one)) is not one and not one.options:
            first.legals.append(legal)
    awaited = next((player for player in game.still_in() if is_awaited(game, player)), game.turn)
    ranked = sorted(alike.values(), key=lambda one: _order(game, one, awaited))
    return tuple(option for one in ranked for option in one.options or _options(game, one))


class _Alike(NamedTuple):
    """What reads the same is shown once. `decision` is the first one's."""

    key: tuple[type, PlayerId, str]  # whose it is, and what it reads
    spec: CommandSpec
    legals: list[Legal]
    decision: Decision | None
    options: tuple[Option, ...] = ()  # if they are known already


_plain_options = SameTable[object, _Alike]()


def is_plain(command: AnyCommand) -> bool:
    """Does it read the same, and cost what its `Legal` says, whatever else is on the table?"""
    return type(command) in _PLAIN


def _order(game: Game, one: _Alike, awaited: PlayerId) -> tuple[int, bool, int]:
    """What answers the open question comes first; among the same, what is for the player who is waited for."""
    (kind, seat, _), legal, order, printed = one.key, one.legals[0], one.spec.order, -1
    command = legal.command
    if kind not in _MOVED_UP_OR_DOWN and legal.needs is not Needs.AMOUNT:
        return order, seat != awaited, printed
    if isinstance(command, Redeem) and interest_on(game, command.player, command.deed):
        order = CATALOGUE[KeepMortgage].order
    elif isinstance(command, OfferDeal) and is_counter_offer(game, command.player, command.to):
        order = CATALOGUE[RejectDeal].order
    elif isinstance(command, DrawCard) and command.card:
        # As printed: nobody may see the order of the companion's own deck. Tasks by their numbers.
        printed, is_task = game.board.card_names.index(command.card), game.rules.cards is Cards.TASK
        if is_task:
            deck, _, id = command.card.partition("/")
            printed = min(card.task for card in game.board.cards(Deck(deck)) if card.id == id)
        order = _FIRST_BANKERS if game.electronic_decks or is_task else order
    elif legal.needs is Needs.AMOUNT and seat in [step.bidder for step in game.pending if isinstance(step, Auction)]:
        order = max(order, _FIRST_BANKERS)  # allowed, but nobody wants to outbid themselves
    return order, seat != awaited, printed


def _options(game: Game, one: _Alike) -> Iterator[Option]:
    """For dice, cards and deeds there are two: the companion's own, and entering what was rolled, drawn or dealt."""
    (_, seat, text), spec, legal, decision = one.key, one.spec, one.legals[0], one.decision
    command, needs, change = legal.command, legal.needs, 0
    # Nobody may see the next card, or what a player is worth before the tax is chosen.  [TAX-1]
    is_companions = spec.needs in COMPANIONS
    if (
        seat >= 0
        and needs is Needs.NOTHING
        and not (is_companions and is_left_open(command))
        and not tells_worth(command)
    ):
        change = decision.game.players[seat].cash - game.players[seat].cash if decision else legal.change
        text = with_change(game, text, command, change)
    elif isinstance(command, OfferDeal):
        command = OfferDeal(command.player, command.to, Goods(), Goods())  # `tradeable` has the goods of everybody
    elif needs is Needs.DICE:
        yield Option(command, text, seat)
        text = by_hand_label(text)
    elif needs is Needs.DEEDS and any(isinstance(step, Dealing) and step.waiting[0] == seat for step in game.pending):
        yield Option(replace(command, deeds=()), DEAL, seat)
    yield Option(
        command,
        text,
        seat,
        change,
        needs,
        legal.least,
        legal.most,
        banker=seat == BANK or (is_companions and (needs in COMPANIONS or is_by_hand(command))),
        choices=_choices(game, one.legals) if needs else (),
        tells=leaving_preview(game, command, change) if spec.asks else (),
    )


def _choices(game: Game, legals: list[Legal]) -> Choices:
    """Where one of several is chosen."""
    command = legals[0].command
    match legals[0].needs:
        case Needs.DICE if has_speed_die(game, legals[0]):
            return tuple((face, speed_face(face)) for face in SPEED_FACES)
        case Needs.DEEDS:
            return tuple((deed.id, deed.name) for deed in game.deeds_of(BANK))
        case Needs.MONEY:
            pot = (POT,) if game.rules.pot is not None else ()
            return tuple((account, game.name(account)) for account in (*game.still_in(), BANK, *pot))
        case Needs.JAIL_CARDS:
            assert isinstance(command, CorrectJailCards)
            return _list(game, tuple(possible_holdings(game, command.player)))
        case Needs.TITLE | Needs.VALUE:
            return _list(game, tuple([legal.command for legal in legals]))
    return ()


def _list(game: Game, commands: tuple[AnyCommand, ...]) -> Choices:
    same = _lists.at(game)
    if commands not in same:
        same[commands] = tuple(_listing(game, command) for command in commands)
    return same[commands]


_lists = SameTable[tuple[AnyCommand, ...], Choices]()


def _listing(game: Game, command: AnyCommand) -> tuple[int | str, str]:
    """A deed, a house rule or what cards a player holds, in the list of those that may be corrected or changed."""
    if isinstance(command, SetHouseRule):
        return command.name, house_rule_label(game, command)
    if isinstance(command, CorrectJailCards):
        return f"{command.count} {command.deck}", holding_label(game, command)
    assert isinstance(command, CorrectDeed)
    return command.deed, game.board.deeds[command.deed].name


def has_speed_die(game: Game, legal: Legal | Option) -> bool:
    return legal.needs is Needs.DICE and legal.most == 3 and throws_speed_die(game, seat_of(legal.command))
