"""`companion rules`: the clauses in our words, for one edition or side by side."""

import argparse
import difflib
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.cli.terminal import DONE, UNUSABLE, Commands, add_command, wrap

if TYPE_CHECKING:
    from companion.rules.clauses import Clause
    from companion.rules.editions import Rules
    from companion.rules.house_rules import HouseRule

_HELP = """\
examples:
  companion rules                 every clause, by topic
  companion rules RENT            all about rent
  companion rules jail-4          one clause, and in which editions it differs
  companion rules double-on-go    one house rule
  companion rules --differences   every clause in which editions differ
"""


class UnknownName(Exception):
    """The message names the nearest name there is."""


def register(commands: Commands) -> None:
    parser = add_command(commands, "rules", run, "show the rules in our own words, and how editions differ", _HELP)
    parser.add_argument(
        "clause", nargs="?", metavar="CLAUSE", help="a clause such as RENT-2, a topic such as RENT, or a house rule"
    )
    parser.add_argument("--edition", metavar="E", help="the edition to read; without it, the first one we know")
    parser.add_argument(
        "--variant", metavar="V", action="append", default=[], help="short, timed or speed; may be repeated"
    )
    parser.add_argument(
        "--differences",
        action="store_true",
        help="only clauses that differ: between all editions, or with --edition between that one and all others",
    )


def run(args: argparse.Namespace) -> int:
    try:
        for line in _lines(args.clause, args.edition, args.variant, args.differences):
            print(line)
    except UnknownName as unknown:
        print(f"companion rules: {unknown}", file=sys.stderr)
        return UNUSABLE
    return DONE


def _lines(name: str | None, edition: str | None, variants: list[str], differences: bool) -> Iterable[str]:
    from companion.rules.editions import EDITIONS, variants_of

    key = (edition or next(iter(EDITIONS))).lower()
    if key not in EDITIONS:
        raise UnknownName(f"there is no edition {edition!r}; {_nearest(key, EDITIONS)}")
    rules = _with_variants(EDITIONS[key], variants)
    if name and (house_rule := _find_house_rule(name)):
        return _describe_house_rule(house_rule)
    clauses = _find_clauses(name)
    books = {
        other: _with_variants(book, [variant for variant in variants if variant.lower() in variants_of(book)])
        for other, book in EDITIONS.items()
    }
    if differences:
        return _list_differences(clauses, books, "" if edition is None else key)
    if name is None:
        return [*_list_clauses(clauses, rules), *_list_house_rules()]
    if len(clauses) > 1:
        return _list_clauses(clauses, rules)
    return _describe_clause(clauses[0], books | {key: rules}, key)


# Finding what was named


def _with_variants(rules: "Rules", names: list[str]) -> "Rules":
    from companion.rules.editions import variants_of, with_variant

    has = variants_of(rules)
    for name in names:
        if name.lower() not in has:
            raise UnknownName(f"{rules.key} has no variant {name!r}; {_nearest(name.lower(), has)}")
        rules = with_variant(rules, name.lower())
    return rules


def _find_clauses(name: str | None) -> "list[Clause]":
    """All clauses, those of a topic, or the one that is named."""
    from companion.rules.clauses import CLAUSES
    from companion.rules.house_rules import HOUSE_RULES

    if name is None:
        return list(CLAUSES.values())
    if found := _clauses_of_topic(name):
        return found
    prefixes = dict.fromkeys(id.partition("-")[0] for id in CLAUSES)
    near = _nearest(name, prefixes, (*CLAUSES, *HOUSE_RULES))
    raise UnknownName(f"there is no clause {name!r}; {near}")


def _clauses_of_topic(name: str) -> "list[Clause]":
    from companion.rules.clauses import CLAUSES

    wanted = name.upper()
    if wanted in CLAUSES:
        return [CLAUSES[wanted]]
    return [clause for id, clause in CLAUSES.items() if id.startswith(f"{wanted}-")]


def _find_house_rule(name: str) -> "HouseRule | None":
    """The house rule with this name or beginning, unless a clause or topic has that name."""
    from companion.rules.house_rules import HOUSE_RULES

    wanted = name.lower()
    found = [key for key in HOUSE_RULES if key == wanted] or [key for key in HOUSE_RULES if key.startswith(wanted)]
    if not found or _clauses_of_topic(name):
        return None
    if len(found) > 1:
        raise UnknownName(f"{name!r} could be {' or '.join(found)}.")
    return HOUSE_RULES[found[0]]


def _nearest(name: str, known: Iterable[str], more: Iterable[str] = ()) -> str:
    """The known name that is most like this one, or else all of them; `more` are too many to list."""
    names = list(known)
    by_fold = {each.lower(): each for each in (*more, *names)}
    near = difflib.get_close_matches(name.lower(), by_fold, n=1)
    if near:
        return f"did you mean {by_fold[near[0]]}?"
    return f"there are: {', '.join(names)}." if names else "there are none."


# Saying it


def _wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    return wrap(text, indent if first is None else first, indent)


def _list_clauses(clauses: "list[Clause]", rules: "Rules") -> Iterable[str]:
    variants = f" (variants: {', '.join(rules.variants)})" if rules.variants else ""
    yield _wrapped(f"{rules.key}: {rules.title}{variants}")
    topic = ""
    for clause in clauses:
        if clause.topic != topic:
            topic = clause.topic
            yield "\n" + _wrapped(topic.upper())
        yield "\n" + _wrapped(f"{clause.id}  {clause.title}", "    ", first="  ")
        yield _wrapped(clause.text(rules), "    ")


def _list_house_rules() -> Iterable[str]:
    from companion.rules.house_rules import HOUSE_RULES

    yield "\nHOUSE RULES"
    yield _wrapped("Options on top of any edition. None applies unless you choose it.", "  ") + "\n"
    for name, rule in HOUSE_RULES.items():
        yield _wrapped(f"{name} ({rule.takes.phrase}): {rule.meaning}.", "    ", first="  ")


def _describe_house_rule(rule: "HouseRule") -> Iterable[str]:
    yield _wrapped(f"{rule.name}  takes {rule.takes.phrase}")
    yield _wrapped(f"{rule.meaning[0].upper()}{rule.meaning[1:]}.", "  ")
    yield "\n" + _wrapped("A house rule, on top of any edition: it applies only if you choose it.")


def _describe_clause(clause: "Clause", books: "dict[str, Rules]", chosen: str) -> Iterable[str]:
    from companion.rules.phrases import and_list

    own, texts = clause.text(books[chosen]), _editions_by_text(clause, books)
    yield _wrapped(f"{clause.id}  {clause.title}", "  ", first="")
    yield _wrapped(own, "  ")
    if len(texts) == 1:
        yield "\nThe same in all editions."
        return
    same = [key for key in texts.pop(own) if key != chosen]
    yield "\n" + _wrapped(f"That is for {and_list([chosen, *same])}. Others differ:")
    for text, keys in texts.items():
        yield "\n" + _wrapped(", ".join(keys))
        yield _wrapped(text, "  ")


def _list_differences(clauses: "list[Clause]", books: "dict[str, Rules]", chosen: str) -> Iterable[str]:
    """Every wording with the editions that have it. If one edition is chosen, it comes first and alone."""
    differ = [clause for clause in clauses if len(_editions_by_text(clause, books)) > 1]
    if not differ:
        yield "Nothing differs."
    for clause in differ:
        yield _wrapped(f"{clause.id}  {clause.title}", "  ", first="")
        texts = _editions_by_text(clause, books)
        if chosen:
            own = clause.text(books[chosen])
            texts = {own: [chosen]} | {text: keys for text, keys in texts.items() if text != own}
        for text, keys in texts.items():
            yield _wrapped(", ".join(keys), "  ")
            yield _wrapped(text, "    ")
        yield ""


def _editions_by_text(clause: "Clause", books: "dict[str, Rules]") -> dict[str, list[str]]:
    """Each wording of a clause, with the editions that have it."""
    texts: dict[str, list[str]] = {}
    for key, rules in books.items():
        texts.setdefault(clause.text(rules), []).append(key)
    return texts
