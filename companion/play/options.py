"""Everything that may be done now, ready for a button or a screen: the likeliest first, with what it still needs."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from companion.play.leaving_preview import leaving_preview
from companion.play.words import DEAL, by_hand_label, holding_label, house_rule_label, label, speed_face, with_change
from companion.rules import Legal, Needs, legal_decisions
from companion.rules.cards import Deck
from companion.rules.catalogue import CATALOGUE, COMPANIONS, MENU, is_by_hand, is_left_open, seat_of, spec_of
from companion.rules.commands import (
    SPEED_FACES,
    AnyCommand,
    CorrectDeed,
    CorrectJailCards,
    DrawCard,
    KeepMortgage,
    OfferDeal,
    Redeem,
    RejectDeal,
    SetHouseRule,
)
from companion.rules.correction import possible_holdings
from companion.rules.dice import throws_speed_die
from companion.rules.editions import Cards
from companion.rules.ids import BANK, POT, PlayerId
from companion.rules.mortgage import interest_on
from companion.rules.pending_steps import Auction, Dealing
from companion.rules.state import Game
from companion.rules.tax import tells_worth
from companion.rules.turn_checks import is_awaited

Choices = tuple[tuple[int | str, str], ...]
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


@lru_cache(maxsize=1)  # a press and the screens ask for the moves of the same game, until the next one
def options(game: Game) -> tuple[Option, ...]:
    """Everything that may be done now, the likeliest first."""
    alike: dict[tuple[type, PlayerId, str], list[Legal]] = {}  # What reads the same is shown once.
    after: dict[AnyCommand, Game] = {}
    for legal, decision in legal_decisions(game):
        if decision is not None:
            after[legal.command] = decision.game
        spec = spec_of(legal.command)
        text = (
            MENU[spec.menu].name
            if legal.needs in (Needs.TITLE, Needs.VALUE, Needs.MONEY)
            else label(game, legal.command)
        )
        alike.setdefault((spec.command, seat_of(legal.command), text), []).append(legal)
    awaited = next((player for player in game.still_in() if is_awaited(game, player)), game.turn)
    ranked = sorted(alike.items(), key=lambda one: _order(game, one[1][0], awaited))
    return tuple(option for (_, _, text), legals in ranked for option in _options(game, legals, text, after))


def _order(game: Game, legal: Legal, awaited: PlayerId) -> tuple[int, bool, int]:
    """What answers the open question comes first; among the same, what is for the player who is waited for."""
    command, seat, order, printed = legal.command, seat_of(legal.command), spec_of(legal.command).order, -1
    if isinstance(command, Redeem) and interest_on(game, command.player, command.deed):
        order = CATALOGUE[KeepMortgage].order
    elif isinstance(command, OfferDeal) and game.offer is not None:
        order = CATALOGUE[RejectDeal].order  # a counter-offer answers, too
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


def _options(game: Game, legals: list[Legal], text: str, after: dict[AnyCommand, Game]) -> Iterator[Option]:
    """For dice, cards and deeds there are two: the companion's own, and entering what was rolled, drawn or dealt."""
    legal, command, needs = legals[0], legals[0].command, legals[0].needs
    seat, spec, change = seat_of(command), spec_of(command), 0
    # Nobody may see the next card, or what a player is worth before the tax is chosen.  [TAX-1]
    if seat >= 0 and needs is Needs.NOTHING and not is_left_open(command) and not tells_worth(command):
        change = after[command].players[seat].cash - game.players[seat].cash
        text = with_change(game, text, command, change)
    choices: Choices = ()
    match needs:
        case Needs.DICE:
            yield Option(command, text, seat)
            text = by_hand_label(text)
            if has_speed_die(game, legal):
                choices = tuple((face, speed_face(face)) for face in SPEED_FACES)
        case Needs.DEEDS:
            if any(isinstance(step, Dealing) and step.waiting[0] == seat for step in game.pending):
                yield Option(replace(command, deeds=()), DEAL, seat)
            choices = tuple((deed.id, deed.name) for deed in game.deeds_of(BANK))
        case Needs.MONEY:
            pot = (POT,) if game.rules.pot is not None else ()
            choices = tuple((account, game.name(account)) for account in (*game.still_in(), BANK, *pot))
        case Needs.JAIL_CARDS:
            assert isinstance(command, CorrectJailCards)
            choices = tuple(
                (f"{one.count} {one.deck}", holding_label(game, one)) for one in possible_holdings(game, command.player)
            )
        case Needs.TITLE:
            titles = [one.command for one in legals if isinstance(one.command, CorrectDeed)]
            choices = tuple((one.deed, game.board.deeds[one.deed].name) for one in titles)
        case Needs.VALUE:
            rules = [one.command for one in legals if isinstance(one.command, SetHouseRule)]
            choices = tuple((one.name, house_rule_label(game, one)) for one in rules)
    yield Option(
        command,
        text,
        seat,
        change,
        needs,
        legal.least,
        legal.most,
        banker=spec.banker or needs in COMPANIONS or is_by_hand(command),
        choices=choices,
        tells=leaving_preview(game, command, change) if spec.asks else (),
    )


def has_speed_die(game: Game, legal: Legal | Option) -> bool:
    return legal.needs is Needs.DICE and legal.most == 3 and throws_speed_die(game, seat_of(legal.command))
