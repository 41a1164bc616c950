"""`companion rules`: the clauses in our words, for one edition or side by side."""

import argparse
import difflib
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.cli.terminal import width

if TYPE_CHECKING:
    from companion.rules.clauses import Clause
    from companion.rules.editions import Rules
    from companion.rules.house_rules import HouseRule

_EXAMPLES = """\
examples:
  companion rules                 every clause, by topic
  companion rules RENT            all about rent
  companion rules jail-4          one clause, and in which editions it differs
  companion rules double-on-go    one house rule
  companion rules --differences   every clause in which editions differ
"""


class _Unknown(Exception):
    """A name we do not have; the message names the nearest we do have."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "rules",
        help="the rules in our own words, and how the editions differ",
        description="The rules in our own words, clause by clause, and how the editions differ.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "clause", nargs="?", metavar="CLAUSE", help="a clause such as RENT-2, a topic such as RENT, or a house rule"
    )
    parser.add_argument("--edition", metavar="E", help="the edition to read; without it, the first one we know")
    parser.add_argument(
        "--variant", metavar="V", action="append", default=[], help="short, timed or speed; may be given again"
    )
    parser.add_argument(
        "--differences",
        action="store_true",
        help="only clauses that differ: between all editions, or with --edition between that one and all others",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        for line in _lines(args.clause, args.edition, args.variant, args.differences):
            print(line)
    except _Unknown as unknown:
        print(f"companion rules: {unknown}", file=sys.stderr)
        return 2
    return 0


def _lines(name: str | None, edition: str | None, variants: list[str], differences: bool) -> Iterable[str]:
    from companion.rules.editions import EDITIONS

    first = next(iter(EDITIONS))
    chosen = _edition(edition or first)
    rules = _with_variants(chosen, variants)
    if name and (house_rule := _house_rule(name)):
        return _house_rule_detail(house_rule)
    clauses = _clauses(name)
    others = {key: _with_those_it_has(book, variants) for key, book in EDITIONS.items()}
    if differences:
        return _differing(clauses, others, "" if edition is None else chosen.key)
    if name is None:
        return [*_listing(clauses, rules), *_house_rules()]
    if len(clauses) > 1:
        return _listing(clauses, rules)
    return _detail(clauses[0], others | {chosen.key: rules}, chosen.key)


def _edition(key: str) -> "Rules":
    from companion.rules.editions import EDITIONS

    if key.lower() in EDITIONS:
        return EDITIONS[key.lower()]
    raise _Unknown(f"there is no edition {key!r}; {_nearest(key.lower(), EDITIONS)}")


def _with_variants(rules: "Rules", names: list[str]) -> "Rules":
    from companion.rules.variants import variants_of, with_variant

    has = variants_of(rules)
    for name in names:
        if name.lower() not in has:
            raise _Unknown(f"{rules.key} has no variant {name!r}; {_nearest(name.lower(), has)}")
        rules = with_variant(rules, name.lower())
    return rules


def _with_those_it_has(rules: "Rules", names: list[str]) -> "Rules":
    from companion.rules.variants import variants_of

    return _with_variants(rules, [name for name in names if name.lower() in variants_of(rules)])


def _clauses(name: str | None) -> "list[Clause]":
    """All clauses, those whose ids start with the given topic, or the one named."""
    from companion.rules.clauses import CLAUSES
    from companion.rules.house_rules import HOUSE_RULES

    if name is None:
        return list(CLAUSES.values())
    if found := _of_topic(name):
        return found
    prefixes = dict.fromkeys(id.partition("-")[0] for id in CLAUSES)
    near = _nearest(name, prefixes, (*CLAUSES, *HOUSE_RULES))
    raise _Unknown(f"there is no clause {name!r}; {near}")


def _of_topic(name: str) -> "list[Clause]":
    from companion.rules.clauses import CLAUSES

    wanted = name.upper()
    if wanted in CLAUSES:
        return [CLAUSES[wanted]]
    return [clause for id, clause in CLAUSES.items() if id.startswith(f"{wanted}-")]


def _house_rule(name: str) -> "HouseRule | None":
    """The house rule of this name or beginning, where no clause or topic is called so."""
    from companion.rules.house_rules import HOUSE_RULES

    wanted = name.lower()
    found = [key for key in HOUSE_RULES if key == wanted] or [key for key in HOUSE_RULES if key.startswith(wanted)]
    if not found or _of_topic(name):
        return None
    if len(found) > 1:
        raise _Unknown(f"{name!r} could be {' or '.join(found)}.")
    return HOUSE_RULES[found[0]]


def _nearest(name: str, known: Iterable[str], more: Iterable[str] = ()) -> str:
    """The known name that is most like this one, or else all of them; `more` are too many to list."""
    names = list(known)
    by_fold = {each.lower(): each for each in (*more, *names)}
    near = difflib.get_close_matches(name.lower(), by_fold, n=1)
    if near:
        return f"did you mean {by_fold[near[0]]}?"
    return f"there are: {', '.join(names)}." if names else "there are none."


def _wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    return textwrap.fill(
        text,
        width(80),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def _listing(clauses: "list[Clause]", rules: "Rules") -> Iterable[str]:
    yield _wrapped(_heading(rules))
    topic = ""
    for clause in clauses:
        if clause.topic != topic:
            topic = clause.topic
            yield "\n" + _wrapped(topic.upper())
        yield "\n" + _wrapped(f"{clause.id}  {clause.title}", "    ", first="  ")
        yield _wrapped(clause.text(rules), "    ")


def _heading(rules: "Rules") -> str:
    played = f" (variants: {', '.join(rules.variants)})" if rules.variants else ""
    return f"{rules.key}: {rules.title}{played}"


def _house_rules() -> Iterable[str]:
    from companion.rules.house_rules import HOUSE_RULES

    yield "\nHOUSE RULES"
    yield _wrapped("Options on top of any edition. None is in force unless the table asks for it.", "  ") + "\n"
    for name, rule in HOUSE_RULES.items():
        yield _wrapped(f"{name} ({rule.takes.value}): {rule.meaning}.", "    ", first="  ")


def _house_rule_detail(rule: "HouseRule") -> Iterable[str]:
    yield _wrapped(f"{rule.name}  takes {rule.takes.value}")
    yield _wrapped(f"{rule.meaning[0].upper()}{rule.meaning[1:]}.", "  ")
    yield "\n" + _wrapped("A house rule, on top of any edition: not in force unless the table asks for it.")


def _detail(clause: "Clause", books: "dict[str, Rules]", chosen: str) -> Iterable[str]:
    own = clause.text(books[chosen])
    yield _wrapped(f"{clause.id}  {clause.title}", "  ", first="")
    yield _wrapped(own, "  ")
    others = {text: keys for text, keys in _by_text(clause, books).items() if text != own}
    if not others:
        yield "\nThe same in all editions."
        return
    same = [key for key in _by_text(clause, books)[own] if key != chosen]
    yield "\n" + _wrapped(f"That is for {_and([chosen, *same])}. Others differ:")
    for text, keys in others.items():
        yield "\n" + _wrapped(", ".join(keys))
        yield _wrapped(text, "  ")


def _differing(clauses: "list[Clause]", books: "dict[str, Rules]", chosen: str) -> Iterable[str]:
    """Every wording with the editions that have it; one chosen edition stands first and alone."""
    differ = [clause for clause in clauses if len(_by_text(clause, books)) > 1]
    if not differ:
        yield "Nothing differs."
    for clause in differ:
        yield _wrapped(f"{clause.id}  {clause.title}", "  ", first="")
        texts = _by_text(clause, books)
        if chosen:
            own = clause.text(books[chosen])
            texts = {own: [chosen]} | {text: keys for text, keys in texts.items() if text != own}
        for text, keys in texts.items():
            yield _wrapped(", ".join(keys), "  ")
            yield _wrapped(text, "    ")
        yield ""


def _by_text(clause: "Clause", books: "dict[str, Rules]") -> dict[str, list[str]]:
    """Each wording of a clause, with the editions that have it."""
    texts: dict[str, list[str]] = {}
    for key, rules in books.items():
        texts.setdefault(clause.text(rules), []).append(key)
    return texts


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
