"""What is said of a game that begins: who plays, by which rules, with which cards; and of one that is finished."""

from companion.play.acts import Start
from companion.rules.house_rules import house_rules_of
from companion.rules.phrases import and_list, names, sentence, setting
from companion.rules.state import Game


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
