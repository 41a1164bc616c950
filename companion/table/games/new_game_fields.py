"""What a request for a new game may ask for: rules, names, tokens, colours, minutes, title. All raise CannotBegin."""

from collections.abc import Iterable, Mapping, Sequence

from companion.play.setup import COLOURS, MAX_NAME, MAX_TITLE, MIN_PLAYERS, TOKENS, name_problem, seat_colours, tidied
from companion.rules.editions import DEFAULT, EDITIONS, Rules, variants_of, with_variant
from companion.rules.house_rules import HOUSE_RULES, MAX_AMOUNT, Takes, Value, with_house_rule
from companion.rules.ids import PlayerId
from companion.rules.lists import and_list
from companion.rules.naming import nearest, quoted
from companion.rules.state import Game
from companion.table.messages.views import WrongLine

MAX_MINUTES = 24 * 60


class CannotBegin(Exception):
    """The message says why a game cannot begin like this, and what would work.

    `wrong` is the line of a position that is to blame, if there is one.
    """

    def __init__(self, message: str, wrong: WrongLine | None = None) -> None:
        super().__init__(message)
        self.wrong = wrong


def rules_for(edition: str, variants: Sequence[str], options: Mapping[str, Value]) -> Rules:
    if edition and edition.casefold() not in EDITIONS:
        raise _unknown("There is no edition", edition, EDITIONS)
    rules = EDITIONS[edition.casefold()] if edition else DEFAULT
    for name in variants:
        if name.casefold() not in variants_of(rules):
            raise _unknown(f"{rules.key} has no variant", name, variants_of(rules))
        rules = with_variant(rules, name.casefold())
    for name, value in options.items():
        if name.casefold() not in HOUSE_RULES:
            raise _unknown("There is no option", name, HOUSE_RULES)
        rule = HOUSE_RULES[name.casefold()]
        try:
            rules = with_house_rule(rules, rule.name, value)
        except ValueError:
            amounts = f" from 0 to {MAX_AMOUNT:,}" if rule.takes in (Takes.AMOUNT, Takes.SWITCH_OR_AMOUNT) else ""
            number = f"{value:,}" if isinstance(value, int) else ""
            given = ("on" if value else "off") if isinstance(value, bool) else number or quoted(str(value))
            raise CannotBegin(f"The option {rule.name} takes {rule.takes.phrase}{amounts}, not {given}.") from None
    return rules


def _unknown(what: str, written: str, known: Iterable[str]) -> CannotBegin:
    names = tuple(known)
    there_are = f"There are {and_list(names)}." if len(names) > 1 else f"There is only {names[0]}."
    return CannotBegin(f"{what} {quoted(written)}{nearest(written, names)}. {there_are}")


def names_for(names: Sequence[str], rules: Rules) -> tuple[str, ...]:
    tidy = tuple(map(tidied, names))
    if not MIN_PLAYERS <= len(tidy) <= rules.players_max:
        named = "nobody was" if not tidy else "only 1 was" if len(tidy) == 1 else f"{len(tidy)} were"
        raise CannotBegin(f"{MIN_PLAYERS} to {rules.players_max} players can play {rules.key}; {named} named.")
    for seat, name in enumerate(tidy):
        if problem := name_problem(name, tidy[:seat]):
            raise CannotBegin(problem)
    return tidy


def seat_for(name: str, game: Game) -> PlayerId:
    """The seat of the player who has the first turn."""
    names = [player.name.casefold() for player in game.players]
    if tidied(name).casefold() not in names:
        raise CannotBegin(f"{quoted(name)} cannot start: only {and_list(p.name for p in game.players)} play.")
    return names.index(tidied(name).casefold())


def tokens_for(tokens: Sequence[str], seats: int) -> tuple[str, ...]:
    """The piece of each seat: the chosen ones, and for the others the first that are free."""
    chosen = tuple(map(tidied, tokens))
    if len(chosen) > seats or any(len(name) > MAX_NAME or not name.isprintable() for name in chosen):
        raise CannotBegin(f"There is a token for each player, with a name of at most {MAX_NAME} characters.")
    if len({name.casefold() for name in chosen if name}) < sum(map(bool, chosen)):
        raise CannotBegin("Two players cannot have the same token.")
    free = iter([name for name in TOKENS if name.casefold() not in {one.casefold() for one in chosen}])
    return tuple(name or next(free) for name in (*chosen, *[""] * (seats - len(chosen))))


def colours_for(colours: Sequence[str], seats: int) -> tuple[str, ...]:
    """The colour of each seat: the chosen ones, and for the others the first that are free."""
    chosen = tuple(tidied(name).casefold() for name in colours[:seats])
    for name in chosen:
        if name and name not in COLOURS:
            raise _unknown("There is no colour", name, COLOURS)
    if len({name for name in chosen if name}) < sum(map(bool, chosen)):
        raise CannotBegin("Two players cannot have the same colour.")
    return seat_colours(chosen, seats)


def minutes_for(minutes: int, rules: Rules) -> int:
    """0 is without a countdown."""
    if minutes and not rules.timed:
        raise CannotBegin("A time limit belongs to a timed game: ask for the variant timed, too.")
    if minutes < 0 or minutes > MAX_MINUTES:
        raise CannotBegin(f"A timed game has 1 to {MAX_MINUTES:,} minutes, not {minutes:,}.")
    return minutes


def title_for(title: str) -> str:
    tidy = tidied(title)
    if len(tidy) > MAX_TITLE:
        raise CannotBegin(f"A title has at most {MAX_TITLE} characters; this one has {len(tidy)}.")
    if not tidy.isprintable():
        raise CannotBegin("A title has nothing in it that cannot be seen.")
    return tidy
