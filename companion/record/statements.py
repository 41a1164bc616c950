"""Statements of play: what players and the Bank do, undo and redo. The catalogue says how each command is written.

A name that is unknown or ambiguous is a refusal in play, unless something weightier is wrong.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

from msgspec import Struct

from companion.play.acts import Redo, Undo
from companion.record.header import StatementScanner, read_option_value
from companion.record.scanner import Word
from companion.record.start_position import MAX_HOUSES
from companion.rules import commands as c
from companion.rules import decide
from companion.rules.board import GROUPS, JAIL
from companion.rules.cards import Deck
from companion.rules.catalogue import CATALOGUE
from companion.rules.commands import SPEED_FACES, AnyCommand
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.ids import BANK
from companion.rules.lists import or_list
from companion.rules.naming import Found, Naming, nearest, quoted
from companion.rules.pending_steps import HOTEL, HOUSE, Goods
from companion.rules.refusal import PRECEDENCE, Code, Refusal
from companion.rules.state import HOTEL_LEVEL, Game

WHITE_FACES = ("1", "2", "3", "4", "5", "6")
SPECIAL_FACES = ("bus", "mr")
_CLAUSES = {  # of a refusal because a name is unclear, by the words before it
    "builds": "BUILD-1",
    "builds several": "BUILD-1",
    "sells several": "SELL-1",
    "sells": "SELL-1",
    "sells all": "SELL-2",
    "mortgages": "MORT-1",
    "redeems": "MORT-3",
    "keeps": "DEAL-4",
    "places": "STOCK-2",
    "moves to": "SPEED-7",
    "offers": "DEAL-1",
    "deal": "SHORT-1",
}


class Unclear(Struct, frozen=True):
    """A name that is unknown or ambiguous: every command that could have been meant, and what to answer."""

    meanings: tuple[AnyCommand, ...]
    code: Code
    clause: str
    message: str


StatedAct = AnyCommand | Undo | Redo | Unclear


class Template(NamedTuple):
    """How a command is written."""

    command: Callable[..., AnyCommand]
    opening: tuple[str, ...]  # its first words, behind the player's name or `Bank`
    rest: tuple[str, ...]  # its fields in braces, and the words between them


def _templates(subject: str) -> dict[str, list[Template]]:
    """Those with this subject by their first word, the longest first."""
    found: dict[str, list[Template]] = {}
    for row in CATALOGUE.values():
        parts = re.findall(r"\{\w+\}|\w+|:", row.statement)
        if (parts[0] if parts[0] in ("{player}", "Bank") else "") == subject:
            parts = parts[1:] if subject else parts
            count = next((at for at, part in enumerate(parts) if not part.isalpha()), len(parts))
            make = cast("Callable[..., AnyCommand]", row.command)
            found.setdefault(parts[0], []).append(Template(make, tuple(parts[:count]), tuple(parts[count:])))
    return {verb: sorted(those, key=lambda one: -len(one.opening)) for verb, those in found.items()}


_OF_PLAYERS, _OF_BANK, _OF_NOBODY = map(_templates, ("{player}", "Bank", ""))
PLAYER_VERBS, BANK_VERBS = tuple(_OF_PLAYERS), tuple(_OF_BANK)
ALONE = (*_OF_NOBODY, "undo", "redo")  # statements without a subject


def read_act(words: StatementScanner) -> StatedAct:
    act: StatedAct
    if words.accept("undo"):
        act = Undo()
    elif words.accept("redo"):
        act = Redo()
    elif words.accept("bank"):
        is_correction = words.peek() == "corrects"
        templates = words.choose(_OF_BANK, "verb of the Bank's")
        act = _read_correction(words) if is_correction else _read_command(words, templates)
    elif words.peek() in _OF_NOBODY:
        is_deal = words.peek() == "deal"
        templates = words.choose(_OF_NOBODY, "statement")
        is_open = is_deal and _is_left_open(words)
        act = templates[0].command(BANK, ()) if is_open else _read_command(words, templates)
    elif words.peeks_player():
        seat = words.player()
        act = _read_command(words, words.choose(_OF_PLAYERS, "verb"), player=seat)
    else:
        column = words.column
        raise words.unknown("word", words.take("a statement").text, (*words.header.names, "Bank", *ALONE), column)
    words.end()
    return act


class _Named(NamedTuple):
    """The names in a field, and what the field holds once they are found."""

    naming: Naming
    names: Sequence[Word]
    make: Callable[[Found], Any]


def _read_command(words: StatementScanner, templates: list[Template], **fields: Any) -> StatedAct:
    """What follows the verb. Of several templates, the longest whose words come next is meant."""
    board = words.header.board
    *longer, template = templates
    for one in longer:
        if words.accept(*one.opening[1:]):
            template = one
            break
    else:
        words.expect(*template.opening[1:])
    for part in template.rest:
        match part:
            case "{player}" | "{to}":
                fields[part[1:-1]] = words.player()
            case "{payer}":
                fields["payer"] = words.player() if words.accept("from") else None
            case "{dice}":
                fields["dice"], fields["speed"] = _read_dice(words)
            case "{card}":
                column = words.column
                card = "" if _is_left_open(words) else words.take("a card").text
                if card and card.casefold() not in board.card_names:
                    raise words.error(f"no card is called {quoted(card)}{nearest(card, board.card_names)}", column)
                fields["card"] = card.casefold()
            case "{deck}":
                fields["deck"] = _read_deck(words)
                words.expect("jail", "card")
            case "{giver}" | "{receiver}":
                fields[part[1:-1]] = words.account(pot=True)
            case "{amount}":
                fields["amount"] = words.number("an amount")
            case "{steps}":
                fields["steps"] = words.number("how many spaces")
            case "{percent}":
                fields["percent"] = words.choose_word(("flat", "percent", "fine"), "payment") == "percent"
            case "{building}":
                fields["building"] = words.choose_word((HOUSE, HOTEL), "building")
            case "{deed}":
                fields["deed"] = _Named(board.deed_naming, [words.name("the name of a deed")], lambda found: found[0])
            case "{deeds}":
                fields["deeds"] = _Named(board.deed_naming, words.names("the name of a deed"), tuple)
            case "{space}":
                fields["space"] = _Named(
                    board.space_naming, [words.name("the name of a space")], lambda found: found[0]
                )
            case "{group}":
                fields["group"] = _Named(board.group_naming, [words.name("a group")], lambda found: GROUPS[found[0]])
            case "{gives}" | "{gets}":
                fields[part[1:-1]] = _read_goods(words)
            case "{name}":
                rule = words.choose(HOUSE_RULES, "option")
                fields["name"], fields["value"] = rule.name, read_option_value(words, rule)
            case "{because}":
                fields["reason"] = _read_reason(words) if words else ""
            case "{reason}":
                fields["reason"] = _read_reason(words)
            case "{speed}" | "{value}" | "jail" | "card":
                pass  # read with the white dice, the name of the house rule, or the deck
            case ":" if "{reason}" in template.rest:
                pass  # read with the reason
            case word:
                words.expect(word)
    return _resolve(template.command, fields, _CLAUSES.get(" ".join(template.opening), ""))


def _is_left_open(words: StatementScanner) -> bool:
    """Does the record leave this roll, draw or deal to its seed?"""
    if not words and words.header.seed is None:
        raise words.wrong("what fell or was drawn: only a record with `seed N` in its head leaves it to chance")
    return not words


def _read_dice(words: StatementScanner) -> tuple[tuple[int, ...], str]:
    """The white dice, and the Speed Die's face: the third of three where it is played, `bus` or `mr` anywhere.

    How many dice the moment needs is for the engine to say.
    """
    if _is_left_open(words):
        return (), ""
    faces: list[Word] = []
    while words:
        column = words.column
        face = words.take("a face of a die").text.casefold()
        if face not in WHITE_FACES and face not in SPECIAL_FACES:
            raise words.wrong("a face of a die, 1 to 6 (bus or mr for the Speed Die)", column)
        faces.append(Word(face, column))
    speed = ""
    if faces and (faces[-1].text in SPECIAL_FACES or (words.header.rules.speed_die and len(faces) == 3)):
        last = faces.pop()
        if last.text not in SPEED_FACES:
            raise words.wrong(f"a face of the Speed Die: {', '.join(SPEED_FACES)}", last.column)
        speed = last.text
    for one in faces:
        if one.text in SPECIAL_FACES:
            raise words.error(f"{quoted(one.text)} is the Speed Die's: expected it behind the white dice", one.column)
    return tuple(int(face.text) for face in faces), speed


def _read_goods(words: StatementScanner) -> _Named:
    """One side of a deal: deeds, cash and jail cards, separated by commas."""
    deeds, cash, jail_cards, decks = list[Word](), 0, 0, list[str]()
    is_more = not words.accept("nothing")
    while is_more:
        if words.is_number():
            cash += words.number("an amount")
        elif words.peek(1) == "jail" and (deck := _read_deck(words)):
            words.expect("jail", "card")
            jail_cards += 1
            decks.append(deck)
        elif words.accept("jail", "card"):
            jail_cards += 1
        else:
            deeds.append(words.name("a deed, an amount, `jail card` or `nothing`", stops=("for",)))
        is_more = words.accept(",")
    return _Named(words.header.board.deed_naming, deeds, lambda found: Goods(found, cash, jail_cards, tuple(decks)))


def _read_deck(words: StatementScanner) -> str:
    """The deck of a jail card, or nothing where none is named."""
    return next((deck.value for deck in Deck if words.accept(deck.value)), "")


def _read_reason(words: StatementScanner) -> str:
    words.expect(":")
    if not words:
        raise words.wrong("the reason")
    return words.rest()


# Corrections

_PLAYER_WORDS = ("cash", "jail", "at", "in")
_DEED_WORDS = ("owner", "houses", "hotel", "bare", "mortgaged", "clear")


def _read_correction(words: StatementScanner) -> StatedAct:
    """What follows `Bank corrects`: a player's cash, jail cards or place, or a deed."""
    if words.peek(1) not in _PLAYER_WORDS and (words.find((*_DEED_WORDS, "nothing")) or not words.peeks_player()):
        return _read_deed_correction(words)
    seat = words.player()
    if words.peek() not in _PLAYER_WORDS:
        raise words.wrong("cash, jail cards, at or in jail")
    if words.accept("in"):
        words.expect("jail")
        return c.CorrectPlace(seat, JAIL, _read_reason(words), in_jail=True)
    if words.accept("at"):
        space = _Named(words.header.board.space_naming, [words.name("the name of a space")], lambda found: found[0])
        fields = {"player": seat, "space": space, "reason": _read_reason(words)}
        return _resolve(c.CorrectPlace, fields, "CORRECT-1")
    if words.accept("jail"):
        words.expect("cards")
        if deck := _read_deck(words):
            return c.CorrectJailCards(seat, 1, _read_reason(words), deck)
        return c.CorrectJailCards(seat, words.number("how many, or the deck of the only one"), _read_reason(words))
    words.expect("cash")
    if words.is_number():
        return c.SetCash(seat, words.number("an amount"), _read_reason(words))
    column = words.column
    signed = words.take("an amount, or + or - and an amount").text
    sign, amount = signed[:1], signed[1:]
    if sign not in "+-" or not amount.isascii() or not amount.isdigit() or len(amount) > 9:
        raise words.wrong("an amount such as 60, or + or - and an amount such as +50", column)
    return c.CorrectCash(seat, int(signed), _read_reason(words))


def _read_deed_correction(words: StatementScanner) -> StatedAct:
    """One deed, and what is to be corrected about it, separated by commas."""
    stops = (*_DEED_WORDS, "nothing")
    if not words.find(stops) and (strange := words.not_about_deed(or_list(_DEED_WORDS))):
        raise strange
    written = words.name("a player or a deed, and what is to be corrected", stops=stops)
    fields: dict[str, Any] = {"deed": _Named(words.header.board.deed_naming, [written], lambda found: found[0])}
    while True:
        if words.peek() not in stops:
            raise words.wrong(or_list(_DEED_WORDS))
        match words.choose_word(stops, "correction"):
            case "owner":
                fields["owner"] = words.account()
            case "houses":
                fields["buildings"] = words.number("the number of houses", MAX_HOUSES)
            case "hotel":
                fields["buildings"] = HOTEL_LEVEL
            case "bare":
                fields["buildings"] = 0
            case "mortgaged":
                fields["mortgaged"] = True
            case "clear":
                fields["mortgaged"] = False
            case "nothing":
                break
        if not words.accept(","):
            break
    fields["reason"] = _read_reason(words)
    return _resolve(c.CorrectDeed, fields, "CORRECT-1")


# Names


def _resolve(command: Callable[..., AnyCommand], fields: dict[str, Any], clause: str) -> StatedAct:
    """The command with all that is named in its fields, or what is unclear about a name."""
    named = {field: value for field, value in fields.items() if isinstance(value, _Named)}
    if not named:
        return command(**fields)

    def make(meant: Iterable[int]) -> AnyCommand:
        ids = iter(meant)
        made = {field: one.make(tuple(next(ids) for _ in one.names)) for field, one in named.items()}
        return command(**{**fields, **made})

    naming = next(iter(named.values())).naming
    names = [name.text for one in named.values() for name in one.names]
    found = [naming.find(name) for name in names]
    if all(len(meant) == 1 for meant in found):
        return make(meant[0] for meant in found)
    at = min(range(len(found)), key=lambda at: (bool(found[at]), len(found[at]) == 1))  # unknown, then ambiguous
    code = Code.AMBIGUOUS_NAME if found[at] else Code.UNKNOWN_NAME
    # Every thing in turn in place of an unknown name; every candidate in place of an ambiguous one.
    pools = [meant or tuple(range(len(naming.names))) for meant in found]
    turns = range(max(map(len, pools)))
    meanings = tuple(make(pool[turn % len(pool)] for pool in pools) for turn in turns)
    message = naming.doubt(names[at], found[at])
    return Unclear(meanings, code, clause, message[0].upper() + message[1:] + ".")


def refuse_unclear(game: Game, act: Unclear) -> Refusal:
    """What outranks the unclear name, if every meaning of it is refused for that; otherwise the name itself."""
    outranking = []
    for command in act.meanings:
        try:
            decide(game, command)
        except Refusal as refusal:
            if PRECEDENCE[refusal.code] < PRECEDENCE[act.code]:
                outranking.append(refusal)
    if len(outranking) == len(act.meanings):
        return outranking[0]
    return Refusal(act.code, act.clause, act.message)
