"""How a game begins: everybody on GO, or a table that is played already."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.play.acts import Start
from companion.play.dice import DiceSource
from companion.play.setup import COLOURS, MAX_NAME, MAX_TITLE, MIN_PLAYERS, TOKENS, name_problem, seat_colours, tidied
from companion.rules import new_game
from companion.rules.editions import DEFAULT, EDITIONS, Rules
from companion.rules.house_rules import (
    AMOUNT_MOST,
    HOUSE_RULES,
    HouseRule,
    Takes,
    Value,
    house_rules_of,
    with_house_rule,
)
from companion.rules.naming import nearest, quoted
from companion.rules.phrases import and_list, names, sentence, setting
from companion.rules.position import Impossible
from companion.rules.state import Game
from companion.rules.variants import variants_of, with_variant
from companion.table.messages.requests import NewGame
from companion.table.messages.setup import Usual
from companion.table.messages.views import WrongLine

NOTHING_SET = Usual()


def beginning(request: NewGame, chance: DiceSource, usual: Usual = NOTHING_SET) -> Start:
    """Raises CannotBegin; nothing else."""
    shuffled = chance if has_electronic_cards(request, usual) else None
    try:
        game = _table(request, usual, shuffled)
    except Impossible as error:
        raise CannotBegin(str(error)) from error
    seats = len(game.players)
    return Start(
        game,
        title_for(request.title),
        tokens_for(request.tokens, seats),
        colours_for(request.colours, seats),
        request.dice or usual.dice,
        minutes_for(request.minutes, game.rules),
    )


def _table(request: NewGame, usual: Usual, shuffled: DiceSource | None) -> Game:
    wanted = with_usual(request, usual)
    if request.position:
        from companion.table.games.paper_game import taken_over  # not needed by a table that starts

        return taken_over(request, wanted, shuffled)
    rules = rules_for(wanted.edition, wanted.variants or (), wanted.options)
    return new_game(rules, names_for(request.names, rules), shuffled.decks() if shuffled else None)


def with_usual(request: NewGame, usual: Usual) -> NewGame:
    """Variants belong to an edition: with another one than the usual there are none unless they are asked for."""
    edition = request.edition or usual.edition
    is_usual = _key(edition) == _key(usual.edition)
    variants = (usual.variants if is_usual else ()) if request.variants is None else request.variants
    return replace(
        request,
        edition=edition,
        variants=variants,
        options={**usual.options, **{name.casefold(): value for name, value in request.options.items()}},
        electronic_cards=has_electronic_cards(request, usual),
        dice=request.dice or usual.dice,
    )


def has_electronic_cards(request: NewGame, usual: Usual) -> bool:
    return usual.electronic_cards if request.electronic_cards is None else request.electronic_cards


def _key(edition: str) -> str:
    return edition.casefold() or DEFAULT.key


def begins(id: str, game: Game) -> str:
    return f"Game {id} begins, with {names(game, range(len(game.players)))}."


def by_which_rules(start: Start) -> tuple[str, ...]:
    game, rules = start.game, start.rules
    variants = (f"Variants: {and_list(rules.variants)}.",) if rules.variants else ()
    options = [f"{name} {setting(value)}" for name, value in house_rules_of(rules).items()]
    house_rules = (f"House rules: {and_list(options)}.",) if options else ()
    decks = "drawn by the companion" if game.electronic_decks else "drawn by hand, from the real decks"
    dice = ("Dice: thrown by hand.",) if start.dice == "hand" else ()
    minutes = (f"Time: {start.minutes:,} minutes.",) if start.minutes else ()
    return (sentence(f"Rules: {rules.title}"), *variants, *minutes, *house_rules, f"Cards: {decks}.", *dice)


def is_finished(game: Game) -> tuple[str, ...]:
    """Nothing, if it is not."""
    if not game.over:
        return ()
    return (f"It is finished: {names(game, game.winners)} won. Its last move can still be taken back.",)


MINUTES_MOST = 24 * 60


class CannotBegin(Exception):
    """A game cannot begin so. The message says why, and what would do; `wrong` is the line of a position, if it is."""

    def __init__(self, message: str, wrong: WrongLine | None = None) -> None:
        super().__init__(message)
        self.wrong = wrong


def rules_for(edition: str, variants: Sequence[str], options: Mapping[str, Value]) -> Rules:
    """Raises CannotBegin."""
    rules = _edition(edition)
    for name in variants:
        if name.casefold() not in variants_of(rules):
            raise _unknown(f"{rules.key} has no variant", name, variants_of(rules))
        rules = with_variant(rules, name.casefold())
    for name, value in options.items():
        rules = _with_option(rules, name, value)
    return rules


def _edition(key: str) -> Rules:
    if not key:
        return DEFAULT
    if key.casefold() not in EDITIONS:
        raise _unknown("There is no edition", key, EDITIONS)
    return EDITIONS[key.casefold()]


def _with_option(rules: Rules, name: str, value: Value) -> Rules:
    if name.casefold() not in HOUSE_RULES:
        raise _unknown("There is no option", name, HOUSE_RULES)
    rule = HOUSE_RULES[name.casefold()]
    try:
        return with_house_rule(rules, rule.name, value)
    except ValueError:
        raise CannotBegin(f"The option {rule.name} takes {_taken(rule)}, not {_shown(value)}.") from None


def _taken(rule: HouseRule) -> str:
    most = f" from 0 to {AMOUNT_MOST:,}" if rule.takes in (Takes.AMOUNT, Takes.SWITCH_OR_AMOUNT) else ""
    return rule.takes.value + most


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:,}" if isinstance(value, int) else quoted(value)


def _unknown(what: str, written: str, known: Iterable[str]) -> CannotBegin:
    names = tuple(known)
    there_are = f"There are {and_list(names)}." if len(names) > 1 else f"There is only {names[0]}."
    return CannotBegin(f"{what} {quoted(written)}{nearest(written, names)}. {there_are}")


def names_for(names: Sequence[str], rules: Rules) -> tuple[str, ...]:
    """As they are kept."""
    tidy = tuple(map(tidied, names))
    if not MIN_PLAYERS <= len(tidy) <= rules.players_max:
        raise CannotBegin(
            f"{MIN_PLAYERS} to {rules.players_max} players can play {rules.key}; {_counted(len(tidy))} named."
        )
    for seat, name in enumerate(tidy):
        if problem := name_problem(name, tidy[:seat]):
            raise CannotBegin(problem)
    return tidy


def _counted(count: int) -> str:
    return "nobody was" if not count else "only 1 was" if count == 1 else f"{count} were"


def tokens_for(tokens: Sequence[str], seats: int) -> tuple[str, ...]:
    """The piece of each seat: those that were chosen, and of the others the first of the box."""
    chosen = tuple(map(tidied, tokens))
    if len(chosen) > seats or any(len(name) > MAX_NAME or not name.isprintable() for name in chosen):
        raise CannotBegin(f"There is a token for each player, with a name of at most {MAX_NAME} characters.")
    if len({name.casefold() for name in chosen if name}) < sum(map(bool, chosen)):
        raise CannotBegin("Two players cannot have the same token.")
    free = iter([name for name in TOKENS if name.casefold() not in {one.casefold() for one in chosen}])
    return tuple(name or next(free) for name in (*chosen, *[""] * (seats - len(chosen))))


def colours_for(colours: Sequence[str], seats: int) -> tuple[str, ...]:
    """The colour of each seat: those that were chosen, and of the others the first that are free."""
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
    if minutes < 0 or minutes > MINUTES_MOST:
        raise CannotBegin(f"A timed game has 1 to {MINUTES_MOST:,} minutes, not {minutes:,}.")
    return minutes


def title_for(title: str) -> str:
    tidy = tidied(title)
    if len(tidy) > MAX_TITLE:
        raise CannotBegin(f"A title has at most {MAX_TITLE} characters; this one has {len(tidy)}.")
    if not tidy.isprintable():
        raise CannotBegin("A title has nothing in it that cannot be seen.")
    return tidy
