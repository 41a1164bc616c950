"""What a client asks for: the next sensible thing, any legal thing, or something nobody may do."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.play.acts import Act, Redo, Rename, Undo
from companion.players.automatic import AutomaticTable
from companion.players.seeded_random import SeededRandom
from companion.rules import Legal, Needs, Refusal, decide, legal_commands
from companion.rules.commands import (
    SPEED_FACES,
    AnyCommand,
    BuildSeveral,
    CorrectCash,
    CorrectDeed,
    CorrectJailCards,
    CorrectPlace,
    DealDeeds,
    DrawCard,
    EndGame,
    MoveMoney,
    OfferDeal,
    RetirePlayer,
    Roll,
    SellSeveral,
    SetCash,
    SetHouseRule,
    Throw,
)
from companion.rules.dice import throws_speed_die
from companion.rules.house_rules import HOUSE_RULES, Takes, Value
from companion.rules.ids import BANK, POT, DeedId
from companion.rules.pending_steps import CardDue, Goods
from companion.rules.state import Game

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gil", "Hal")
VALUES: dict[Takes, tuple[Value, ...]] = {
    Takes.SWITCH: (False, True),
    Takes.AMOUNT: (0, 200, 1500),
    Takes.SWITCH_OR_AMOUNT: (False, True, 0, 500),
    Takes.RENT_MODE: ("auto", "claim"),
}


def sensible(game: Game, table: AutomaticTable, rng: SeededRandom, electronic: float) -> AnyCommand:
    """What automatic players would do now, with dice of the table or of the companion."""
    command = _start_throw(game, rng) or table.next_command(game)
    if isinstance(command, DrawCard) and not game.electronic_decks:
        return _named_card(game, command, rng)
    if isinstance(command, Roll | Throw) and rng.happens(electronic):
        return replace(command, dice=(), speed="")
    if isinstance(command, DealDeeds) and rng.happens(electronic):
        return replace(command, deeds=())
    return command


def certain(game: Game, table: AutomaticTable, rng: SeededRandom) -> AnyCommand:
    """Something that cannot be refused. After wild moves what is sensible need not be possible."""
    command: AnyCommand | None = sensible(game, table, rng, electronic=0)
    while command is None or not _is_accepted(game, command):
        command = wild(game, rng)
    return command


def _is_accepted(game: Game, command: AnyCommand) -> bool:
    try:
        return bool(decide(game, command))
    except Refusal:
        return False


def _start_throw(game: Game, rng: SeededRandom) -> Throw | None:
    """Once somebody has rolled for who starts, everybody must; automatic players never do."""
    opening = game.opening
    if opening is None or game.pending or (not opening.thrown and opening.contenders == game.still_in()):
        return None
    thrown = [player for player, _ in opening.thrown]
    player = next(player for player in opening.contenders if player not in thrown)
    return Throw(player, (rng.randint(1, 6), rng.randint(1, 6)))


def _named_card(game: Game, command: DrawCard, rng: SeededRandom) -> DrawCard:
    due = next(step for step in game.pending if isinstance(step, CardDue))
    card = game.board.cards(due.deck)[rng.choice(game.deck(due.deck))]
    return replace(command, card=f"{due.deck.value}/{card.id}")


def of_history(rng: SeededRandom, number: int, *, can_redo: bool) -> Act:
    """Undo and redo: of whatever is last, or of a move named, which may not be the last any more."""
    named = max(0, number - rng.below(3)) if rng.happens(0.3) else 0
    return Redo(named) if rng.happens(0.4 if can_redo else 0.05) else Undo(named)


_NO_NAMES = ("", "Ann", "bank", " Ben  ", "x" * 25, "\u202eevil", "Cy\x1b[2J", "A" + "\u0301" * 30)


def renaming(game: Game, rng: SeededRandom) -> Act:
    name = f"Zoë {rng.below(100)}" if rng.happens(0.7) else rng.choice(_NO_NAMES)
    return Rename(rng.below(len(game.players) + rng.happens(0.1)), name)


# Any legal command

_USUAL = 40
_WEIGHTS: dict[type, int] = {
    CorrectCash: 15, SetCash: 5, MoveMoney: 10, CorrectJailCards: 5,
    CorrectPlace: 5, CorrectDeed: 5, SetHouseRule: 10, RetirePlayer: 2, EndGame: 2, OfferDeal: 60,
}  # fmt: skip


def wild(game: Game, rng: SeededRandom) -> AnyCommand | None:
    """First a kind of command, then one of that kind; nothing once the game is over."""
    kinds: dict[type, list[Legal]] = {}
    for legal in legal_commands(game):
        kinds.setdefault(type(legal.command), []).append(legal)
    return _filled(game, rng.choice(_heaviest(kinds, rng)), rng) if kinds else None


def _heaviest(kinds: dict[type, list[Legal]], rng: SeededRandom) -> list[Legal]:
    at = rng.below(sum(_WEIGHTS.get(kind, _USUAL) for kind in kinds))
    for kind, legals in kinds.items():
        at -= _WEIGHTS.get(kind, _USUAL)
        if at < 0:
            return legals
    raise AssertionError("the weights do not add up")


def _filled(game: Game, legal: Legal, rng: SeededRandom) -> AnyCommand:
    match legal.needs, legal.command:
        case Needs.DICE, Roll() | Throw() as throw:
            return _thrown(game, legal, throw, rng)
        case Needs.CHANGE, CorrectCash() as correction:
            return replace(correction, by=rng.randint(max(legal.least, -300), 300) or 1, reason="counted again")
        case Needs.CASH, SetCash() as counted:
            return replace(counted, cash=rng.below(2_000), reason="counted")
        case Needs.MONEY, MoveMoney() as move:
            accounts = (*game.still_in(), BANK, POT)
            giver, receiver = rng.choice(accounts), rng.choice(accounts)
            return replace(move, giver=giver, receiver=receiver, amount=rng.below(200), reason="agreed")
        case Needs.AMOUNT, _:
            return replace(legal.command, amount=min(legal.most, legal.least + rng.below(40)))
        case Needs.GOODS, OfferDeal() as offer:
            return replace(offer, gives=_part(offer.gives, rng), gets=_part(offer.gets, rng))
        case Needs.BUILDINGS, BuildSeveral(deeds=lots) | SellSeveral(deeds=lots):
            return replace(legal.command, deeds=lots * rng.randint(1, 4))
        case Needs.DEEDS, DealDeeds() as deal:
            return replace(deal, deeds=_some(game, legal.most, rng))
        case _:
            return _explained(legal.command, rng)


def _explained(command: AnyCommand, rng: SeededRandom) -> AnyCommand:
    match command:
        case CorrectPlace():
            return replace(command, space=rng.below(40), in_jail=rng.happens(0.2), reason="slipped")
        case SetHouseRule(name):
            return replace(command, value=rng.choice(VALUES[HOUSE_RULES[name].takes]), reason="agreed")
        case CorrectDeed():
            return replace(command, mortgaged=rng.happens(0.5), reason="as it lies there")
        case RetirePlayer():
            return replace(command, reason="bedtime")
    return command


def _thrown(game: Game, legal: Legal, throw: Roll | Throw, rng: SeededRandom) -> AnyCommand:
    if rng.happens(0.5):
        return replace(throw, dice=(), speed="")
    has_speed = legal.most == 3 and throws_speed_die(game, throw.player)
    dice = tuple(rng.randint(1, 6) for _ in range(legal.most - has_speed))
    return replace(throw, dice=dice, speed=rng.choice(SPEED_FACES) if has_speed else "")


def _part(goods: Goods, rng: SeededRandom) -> Goods:
    deeds = tuple(deed for deed in goods.deeds if rng.happens(0.4))
    return Goods(deeds, rng.below(goods.cash + 1) if rng.happens(0.5) else 0, rng.below(goods.jail_cards + 1))


def _some(game: Game, count: int, rng: SeededRandom) -> tuple[DeedId, ...]:
    left = [deed.id for deed in game.deeds_of(BANK)]
    return tuple(left.pop(rng.below(len(left))) for _ in range(min(count, len(left))))


# What nobody may do

_NUMBERS = ("-1", "0", "1", "2", "7", "27", "28", "40", "2147483648", "9" * 30, "1.5", "1e3", "true", "null", '"1"')
_FIELDS = ("player", "deed", "amount", "by", "space", "to", "payer", "owner", "buildings", "number", "steps")
_WHOLE = (
    b"{}", b"5", b"[]", b'"Roll"', b'{"type":"Roll"}', b'{"type":"Nonsense"}', b'{"type":"Paid","amount":500}',
    b'{"type":"Rename","player":0,"name":"\\ud800"}', b'{"type":"Undo","number":-1}', b'{"type":"Redo","number":0.5}',
    b'{"type":"Roll","player":0,"dice":[0,7]}', b'{"type":"Roll","player":0,"dice":[1,2,3,4]}',
    b'{"type":"OfferDeal","player":0,"to":0,"gives":{"cash":-5},"gets":{"cash":-5}}',
    b'{"type":"SetHouseRule","name":"salary","value":-1,"reason":""}',
    b'{"type":"CorrectCash","player":0,"by":99999999999999999999,"reason":"luck"}',
)  # fmt: skip


def wrong(acts: Sequence[bytes], rng: SeededRandom) -> bytes:
    """Something meant otherwise: a command that was good once with a field changed, or no command at all."""
    if not acts or rng.happens(0.4):
        return rng.choice(_WHOLE)
    fields = msgspec.json.decode(rng.choice(acts), type=dict[str, msgspec.Raw])
    present = [field for field in _FIELDS if field in fields] or ["player"]
    fields[rng.choice(present)] = msgspec.Raw(rng.choice(_NUMBERS).encode())
    return msgspec.json.encode(fields)


GARBAGE = (
    b"\n", b"{\n", b"[]\n", b"5\n", b"\x00\xff\xfe\n", b'{"type":"Give"}\n', b'{"type":"Moved","number":1}\n',
    b'{"type":"Give","id":"","act":{}}\n', b'{"type":"Give","id":"x","act":' + b"[" * 5_000 + b"\n",
    b'{"type":"Hello","version":1,"role":"banker"}\n', b'{"type":"Hello","version":99,"role":"viewer"}\n',
    b'{"type":"Give","id":"' + b"x" * 65 + b'","act":{"type":"Undo"}}\n', b'{"type":"Resync","now":true}\n',
)  # fmt: skip
