"""Everything that may be done now, ready for a button or a screen: the likeliest first, with what each still needs."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from companion.play.leaving_preview import foretold
from companion.play.words import DEAL, claimed, label
from companion.rules import Legal, Needs, legal_commands, unfold
from companion.rules import commands as given
from companion.rules.catalogue import CATALOGUE, COMPANIONS, is_by_hand, seat_of, spec_of
from companion.rules.commands import SPEED_FACES, AnyCommand
from companion.rules.deeds import DEEDS
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.ids import BANK, PlayerId
from companion.rules.mortgage import interest_on
from companion.rules.naming import CARD_NAMES
from companion.rules.pending_steps import Auction, Dealing
from companion.rules.phrases import setting
from companion.rules.speed import throws_speed_die
from companion.rules.state import Game
from companion.rules.turn_checks import is_awaited


class Option(Struct, frozen=True):
    """A command that may be given now, but for what it `needs`; and what people read of it."""

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
        shown.setdefault(_what(game, legal.command), legal)
    awaited = next((player for player in game.still_in() if is_awaited(game, player)), game.turn)
    ranked = sorted(shown.values(), key=lambda legal: _order(game, legal.command, awaited))
    return tuple(option for legal in ranked for option in _options(game, legal, legals))


def _what(game: Game, command: AnyCommand) -> object:
    """The same for what a screen would only show twice."""
    match command:
        case given.CorrectDeed() | given.SetHouseRule():
            return type(command)
        case given.ClaimRent(player):
            return player, claimed(game, command)
    return command


def _order(game: Game, command: AnyCommand, awaited: PlayerId) -> tuple[int, bool, int]:
    """What answers the open question first; of the same kind, first what is for the player who is waited for."""
    return _rank(game, command), seat_of(command) != awaited, _printed_place(command)


def _printed_place(command: AnyCommand) -> int:
    """Cards stand as they are printed: nobody may see in which order the companion's own deck lies."""
    return CARD_NAMES.index(command.card) if isinstance(command, given.DrawCard) and command.card else -1


def _rank(game: Game, command: AnyCommand) -> int:
    match command:
        case given.Redeem(player, deed) if interest_on(game, player, deed):
            return CATALOGUE[given.KeepMortgage].order
        case given.DrawCard(_, card) if card and game.electronic_decks:
            return CATALOGUE[given.CloseAuction].order
        case given.Bid(player) if _leads(game, player):  # the rules let them go over their own bid, and nobody wants to
            return CATALOGUE[given.CloseAuction].order
    return spec_of(command).order


def _leads(game: Game, player: PlayerId) -> bool:
    return any(isinstance(matter, Auction) and matter.bidder == player for matter in game.agenda)


def _options(game: Game, legal: Legal, legals: Iterable[Legal]) -> Iterator[Option]:
    """What fell on the table is entered; beside it stands the companion's own throw or deal."""
    command, seat, spec = legal.command, seat_of(legal.command), spec_of(legal.command)
    change = _certain_change(game, legal)
    text = label(game, command, change)
    is_entered = legal.needs in COMPANIONS
    if legal.needs is Needs.DICE:
        yield Option(command, text, seat)
        text += " by hand"
    elif isinstance(command, given.DealDeeds) and _is_first_to_be_dealt(game, command.player):
        yield Option(replace(command, deeds=()), DEAL, seat)
    yield Option(
        command,
        text,
        seat,
        change,
        legal.needs,
        legal.least,
        legal.most,
        banker=spec.banker or is_entered or is_by_hand(command),
        choices=_choices(game, legal, legals),
        tells=foretold(game, command, change) if spec.asks else (),
    )


def _is_first_to_be_dealt(game: Game, player: PlayerId) -> bool:
    return any(isinstance(matter, Dealing) and matter.waiting[0] == player for matter in game.agenda)


def _certain_change(game: Game, legal: Legal) -> int:
    seat = seat_of(legal.command)
    if seat < 0 or legal.needs is not Needs.NOTHING or _is_secret(legal.command):
        return 0
    return unfold(game, legal.command).game.players[seat].cash - game.players[seat].cash


def _is_secret(command: AnyCommand) -> bool:
    """Nobody may see the next card of the deck, or what a player is worth before the tax is chosen.  [TAX-1]"""
    match command:
        case given.DrawCard(_, "") | given.PayTax(_, True):
            return True
    return False


def has_speed_die(game: Game, legal: "Legal | Option") -> bool:
    return legal.needs is Needs.DICE and legal.most == 3 and throws_speed_die(game, _seat(legal))


def _seat(legal: "Legal | Option") -> PlayerId:
    return seat_of(legal.command)


def _choices(game: Game, legal: Legal, legals: Iterable[Legal]) -> Choices:
    match legal.needs:
        case Needs.DICE if has_speed_die(game, legal):
            return tuple((face, _SPEED_WORDS.get(face, face)) for face in SPEED_FACES)
        case Needs.DEEDS:
            return tuple((deed.id, deed.name) for deed in game.deeds_of(BANK))
        case Needs.TITLE:
            commands = (other.command for other in legals)
            return tuple((one.deed, DEEDS[one.deed].name) for one in commands if isinstance(one, given.CorrectDeed))
        case Needs.VALUE:
            commands = (other.command for other in legals)
            return tuple((one.name, _rule(one)) for one in commands if isinstance(one, given.SetHouseRule))
    return ()


def _rule(command: given.SetHouseRule) -> str:
    """What it is about, and how it stands: a legal command holds the value of now."""
    rule = HOUSE_RULES[command.name]
    return f"{rule.name}: {rule.meaning} ({rule.takes.value}; now {setting(command.value)})"
