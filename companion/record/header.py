"""The head of a record: the edition, its variants and options, the seed, and who sits at the table."""

import re
from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from companion.play.setup import MAX_NAME, MIN_PLAYERS
from companion.record.errors import Line, RecordError
from companion.record.format_words import FORMAT_WORDS
from companion.record.words import Word, Words
from companion.rules.editions import DEFAULT, EDITIONS, Rules
from companion.rules.house_rules import HOUSE_RULES, HouseRule, Takes, Value, with_house_rule
from companion.rules.ids import PlayerId
from companion.rules.naming import quoted
from companion.rules.variants import variants_of, with_variant

T = TypeVar("T")

HEADER_WORDS = ("edition", "variant", "option", "seed", "players")
ONLY_ONCE = ("edition", "seed", "players")
NAME_FORM = f"a letter, then letters, digits, - _ ' or ., at most {MAX_NAME} characters"
NAME = re.compile(r"[^\W\d_][\w'.-]*")


class Header(Struct, frozen=True):
    rules: Rules
    names: tuple[str, ...]
    seed: int | None = None


def read_header(lines: Sequence[Words], missing: Line) -> Header:
    """The head from its lines, in whatever order they stand. `missing` is where to point if a line is not there."""
    by_word: dict[str, list[Words]] = {word: [] for word in HEADER_WORDS}
    for words in lines:
        column = words.column
        word = words.take("a word of the head").text.casefold()
        if by_word[word] and word in ONLY_ONCE:
            raise words.error(f"`{word}` is there already, on line {by_word[word][0].line.number}", column)
        by_word[word].append(words)
    if not by_word["players"]:
        raise RecordError(missing, 0, "expected `players` and their names, such as `players Ann Ben`")
    rules = _options(_variants(_edition(by_word["edition"]), by_word["variant"]), by_word["option"])
    return Header(rules, _players(by_word["players"][0], rules), _seed(by_word["seed"]))


def _edition(lines: Sequence[Words]) -> Rules:
    return _last(lines[0], lines[0].choose(EDITIONS, "edition")) if lines else DEFAULT


def _variants(rules: Rules, lines: Sequence[Words]) -> Rules:
    for words in lines:
        column = words.column
        name = words.take("a variant").text.casefold()
        if name not in variants_of(rules):
            raise words.unknown(f"variant for {rules.key},", name, variants_of(rules), column)
        rules = _last(words, with_variant(rules, name))
    return rules


def _options(rules: Rules, lines: Sequence[Words]) -> Rules:
    seen: set[str] = set()
    for words in lines:
        column = words.column
        rule = words.choose(HOUSE_RULES, "option")
        if rule.name in seen:
            raise words.error(f"the option {rule.name} is there already", column)
        seen.add(rule.name)
        value = option_value(words, rule) if words else _value_left_off(words, rule)
        rules = _last(words, with_house_rule(rules, rule.name, value))
    return rules


def _value_left_off(words: Words, rule: HouseRule) -> Value:
    if rule.takes in (Takes.SWITCH, Takes.SWITCH_OR_AMOUNT):
        return True
    raise words.wrong(f"{rule.takes.value} after {rule.name}")


def option_value(words: Words, rule: HouseRule) -> Value:
    """What an option is set to, in the head and by the Banker alike."""
    if rule.takes is Takes.RENT_MODE:
        return words.choose({"auto": "auto", "claim": "claim"}, "way to ask for rent")
    if rule.takes is Takes.AMOUNT or (rule.takes is Takes.SWITCH_OR_AMOUNT and words.is_number()):
        return words.number("an amount")
    return words.choose({"on": True, "off": False}, "setting")


def _seed(lines: Sequence[Words]) -> int | None:
    return _last(lines[0], lines[0].number("the seed, a number")) if lines else None


def _players(words: Words, rules: Rules) -> tuple[str, ...]:
    names: list[str] = []
    while words:
        column = words.column
        if len(names) == rules.players_max:
            raise words.wrong(f"at most {rules.players_max} players in {rules.key}")
        name = words.take("a player's name")
        if problem := _problem(name, names):
            raise words.error(problem, column)
        names.append(name.text)
    if len(names) < MIN_PLAYERS:
        raise words.wrong(f"{MIN_PLAYERS} to {rules.players_max} players")
    return tuple(names)


def _problem(name: Word, taken: Sequence[str]) -> str:
    text = name.text
    if not is_name(text):
        return f"{quoted(text)} cannot be a player's name: expected {NAME_FORM}"
    if is_reserved(text):
        return f"{quoted(text)} cannot be a player's name: it is a word of this format"
    if seat_of(text, taken) is not None:
        return f"two players are called {quoted(text)}: expected a name for each"
    return ""


def is_name(text: str) -> bool:
    return len(text) <= MAX_NAME and NAME.fullmatch(text) is not None


def is_reserved(text: str) -> bool:
    return text.casefold() in FORMAT_WORDS


def seat_of(name: str, names: Sequence[str]) -> PlayerId | None:
    wanted = name.casefold()
    return next((seat for seat, other in enumerate(names) if other.casefold() == wanted), None)


def _last(words: Words, value: T) -> T:
    words.end()
    return value
