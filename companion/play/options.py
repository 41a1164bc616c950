"""Everything that may be done now, ready for a button or a screen: the likeliest first, with what it still needs."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from companion.play.leaving_preview import leaving_preview
from companion.play.words import DEAL, claimed, label
from companion.rules import Legal, Needs, legal_commands, unfold
from companion.rules import commands as c
from companion.rules.catalogue import CATALOGUE, COMPANIONS, is_by_hand, seat_of, spec_of
from companion.rules.commands import SPEED_FACES, AnyCommand
from companion.rules.deeds import DEEDS
from companion.rules.dice import throws_speed_die
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.ids import BANK, PlayerId
from companion.rules.mortgage import interest_on
from companion.rules.naming import CARD_NAMES
from companion.rules.pending_steps import Auction, Dealing
from companion.rules.phrases import setting
from companion.rules.state import Game
from companion.rules.turn_checks import is_awaited


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
    choices: "Choices" = ()
    tells: tuple[str, ...] = ()


Choices = tuple[tuple[int | str, str], ...]
_SPEED_WORDS = {"bus": "the Bus", "mr": "Mr. M"}


@lru_cache(maxsize=1)  # a press and the screens ask for the moves of the same game, until the next one
def options(game: Game) -> tuple[Option, ...]:
    """Everything that may be done now, the likeliest first."""
    legals = legal_commands(game)
    shown: dict[object, Legal] = {}
    for legal in legals:
        match legal.command:  # What a screen would only show twice is kept once.
            case c.CorrectDeed() | c.SetHouseRule():
                shown.setdefault(type(legal.command), legal)
            case c.ClaimRent(player):
                shown.setdefault((player, claimed(game, legal.command)), legal)
            case command:
                shown.setdefault(command, legal)
    awaited = next((player for player in game.still_in() if is_awaited(game, player)), game.turn)
    ranked = sorted(shown.values(), key=lambda legal: _order(game, legal.command, awaited))
    return tuple(option for legal in ranked for option in _options(game, legal, legals))


def _order(game: Game, command: AnyCommand, awaited: PlayerId) -> tuple[int, bool, int]:
    """What answers the open question comes first; among the same, what is for the player who is waited for."""
    order, printed = spec_of(command).order, -1
    match command:
        case c.Redeem(player, deed) if interest_on(game, player, deed):
            order = CATALOGUE[c.KeepMortgage].order
        case c.DrawCard(_, card) if card:
            # As printed: nobody may see the order of the companion's own deck.
            printed = CARD_NAMES.index(card)
            if game.electronic_decks:
                order = CATALOGUE[c.CloseAuction].order
        case c.Bid(player) if any(isinstance(one, Auction) and one.bidder == player for one in game.pending):
            order = CATALOGUE[c.CloseAuction].order  # allowed, but nobody wants to outbid themselves
    return order, seat_of(command) != awaited, printed


def _options(game: Game, legal: Legal, legals: Iterable[Legal]) -> Iterator[Option]:
    """For dice, cards and deeds there are two: the companion's own, and entering what was rolled, drawn or dealt."""
    command, seat, spec = legal.command, seat_of(legal.command), spec_of(legal.command)
    change = 0
    match command:
        case c.DrawCard(card="") | c.PayTax(percent=True):
            pass  # Nobody may see the next card, or what a player is worth before the tax is chosen.  [TAX-1]
        case _ if seat >= 0 and legal.needs is Needs.NOTHING:
            change = unfold(game, command).game.players[seat].cash - game.players[seat].cash
    text = label(game, command, change)
    if legal.needs is Needs.DICE:
        yield Option(command, text, seat)
        text = "Enter your roll" if text == "Roll" else f"{text} (real dice)"
    elif isinstance(command, c.DealDeeds):
        dealing = next((one for one in game.pending if isinstance(one, Dealing)), None)
        if dealing is not None and dealing.waiting[0] == seat:
            yield Option(replace(command, deeds=()), DEAL, seat)
    yield Option(
        command,
        text,
        seat,
        change,
        legal.needs,
        legal.least,
        legal.most,
        banker=spec.banker or legal.needs in COMPANIONS or is_by_hand(command),
        choices=_choices(game, legal, legals),
        tells=leaving_preview(game, command, change) if spec.asks else (),
    )


def has_speed_die(game: Game, legal: Legal | Option) -> bool:
    return legal.needs is Needs.DICE and legal.most == 3 and throws_speed_die(game, seat_of(legal.command))


def _choices(game: Game, legal: Legal, legals: Iterable[Legal]) -> Choices:
    commands = (other.command for other in legals)
    match legal.needs:
        case Needs.DICE if has_speed_die(game, legal):
            return tuple((face, _SPEED_WORDS.get(face, face)) for face in SPEED_FACES)
        case Needs.DEEDS:
            return tuple((deed.id, deed.name) for deed in game.deeds_of(BANK))
        case Needs.TITLE:
            return tuple((one.deed, DEEDS[one.deed].name) for one in commands if isinstance(one, c.CorrectDeed))
        case Needs.VALUE:
            return tuple((one.name, _house_rule(one)) for one in commands if isinstance(one, c.SetHouseRule))
    return ()


def _house_rule(command: c.SetHouseRule) -> str:
    """What it is about, and its value now, which a legal command holds."""
    rule = HOUSE_RULES[command.name]
    return f"{rule.name}: {rule.meaning} ({rule.takes.phrase}; now {setting(command.value)})"
