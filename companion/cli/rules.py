"""`companion rules`: the clauses in our words, for one edition or side by side."""

import argparse
import difflib
from collections.abc import Iterable, Iterator
from itertools import groupby

from companion.boards.own_boards import BoardName
from companion.cli.board import add_board, chosen_board
from companion.cli.terminal import DONE, complain, wrap
from companion.rules.board import Board
from companion.rules.clauses import CLAUSES, Clause
from companion.rules.editions import EDITIONS, Rules, variants_of, with_variant
from companion.rules.house_rules import HOUSE_RULES, HouseRule
from companion.rules.lists import and_list
from companion.toml_document import TomlError

HELP = """\
examples:
  companion rules                 every clause, by topic
  companion rules RENT            all about rent
  companion rules jail-4          one clause, and in which editions it differs
  companion rules double-on-go    one house rule
  companion rules tax --board london
  companion rules --differences   every clause in which editions differ
"""


class UnknownName(Exception):
    """The message names the nearest name there is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "clause", nargs="?", metavar="CLAUSE", help="a clause such as RENT-2, a topic such as RENT, or a house rule"
    )
    parser.add_argument("--edition", metavar="E", help="the edition to read; without it, the first one we know")
    parser.add_argument(
        "--variant", metavar="V", action="append", default=[], help="short, timed or speed; may be repeated"
    )
    add_board(parser)
    parser.add_argument(
        "--differences",
        action="store_true",
        help="only clauses that differ: between all editions, or with --edition between that one and all others",
    )


def run(args: argparse.Namespace) -> int:
    try:
        for line in _lines(args, args.clause, args.edition, args.variant):
            print(line)
    except (UnknownName, BoardName, TomlError) as unknown:
        return complain(f"companion rules: {unknown}")
    return DONE


def _lines(args: argparse.Namespace, name: str | None, edition: str | None, variants: list[str]) -> Iterator[str]:
    key = (edition or next(iter(EDITIONS))).lower()
    if key not in EDITIONS:
        raise UnknownName(f"there is no edition {edition!r}; {_nearest(key, EDITIONS)}")
    rules = _with_variants(EDITIONS[key], variants)
    board = chosen_board(args, rules)
    found = list(CLAUSES.values()) if name is None else find_named(name)
    if isinstance(found, HouseRule):
        yield wrap(f"{found.name}  takes {found.takes.phrase}")
        yield wrap(found.texts(board).explanation, "  ")
        yield "\n" + wrap("A house rule, on top of any edition: it applies only if you choose it.")
        return
    books = {
        other: _with_variants(book, [variant for variant in variants if variant.lower() in variants_of(book)])
        for other, book in EDITIONS.items()
    }
    if args.differences:
        yield from _list_differences(found, books, "" if edition is None else key, board)
    elif len(found) > 1:
        yield from _list_clauses(found, rules, board)
    else:
        yield from _describe_clause(found[0], books | {key: rules}, key, board)
    if name is None and not args.differences:
        yield "\nHOUSE RULES"
        yield wrap("Options on top of any edition. None applies unless you choose it.", "  ") + "\n"
        for option, rule in HOUSE_RULES.items():
            yield wrap(f"{option} ({rule.takes.phrase}): {rule.texts(board).explanation}", "  ", "    ")


def _with_variants(rules: Rules, names: list[str]) -> Rules:
    has = variants_of(rules)
    for name in names:
        if name.lower() not in has:
            raise UnknownName(f"{rules.key} has no variant {name!r}; {_nearest(name.lower(), has)}")
        rules = with_variant(rules, name.lower())
    return rules


def find_named(name: str) -> list[Clause] | HouseRule:
    """A clause, those of a topic, or the house rule that has this name or begins like it."""
    topic, option = name.upper(), name.lower()
    if clauses := [clause for id, clause in CLAUSES.items() if id == topic or id.startswith(f"{topic}-")]:
        return clauses
    begin_so = [key for key in HOUSE_RULES if option and key.startswith(option)]
    found = [option] if option in HOUSE_RULES else begin_so
    if len(found) == 1:
        return HOUSE_RULES[found[0]]
    if found:
        raise UnknownName(f"{name!r} could be {' or '.join(found)}.")
    topics = dict.fromkeys(id.partition("-")[0] for id in CLAUSES)
    raise UnknownName(f"there is no clause {name!r}; {_nearest(name, topics, (*CLAUSES, *HOUSE_RULES))}")


def _nearest(name: str, known: Iterable[str], more: Iterable[str] = ()) -> str:
    """The known name that is most like this one, or else all of them; `more` are too many to list."""
    names = list(known)
    by_fold = {each.lower(): each for each in (*more, *names)}
    near = difflib.get_close_matches(name.lower(), by_fold, n=1)
    if near:
        return f"did you mean {by_fold[near[0]]}?"
    return f"there are: {', '.join(names)}." if names else "there are none."


def _list_clauses(clauses: list[Clause], rules: Rules, board: Board) -> Iterator[str]:
    variants = f" (variants: {', '.join(rules.variants)})" if rules.variants else ""
    yield wrap(f"{rules.key}: {rules.title}{variants}")
    for topic, group in groupby(clauses, lambda clause: clause.topic):
        yield "\n" + wrap(topic.upper())
        for text, alike in groupby(
            group, lambda clause: clause.text(rules, board)
        ):  # a book without a Speed Die says so once
            first, *others = alike
            title = f"{first.id} to {others[-1].id}" if others else f"{first.id}  {first.title(board)}"
            yield "\n" + wrap(title, "  ", "    ")
            yield wrap(text, "    ")


def _describe_clause(clause: Clause, books: dict[str, Rules], chosen: str, board: Board) -> Iterator[str]:
    own, texts = clause.text(books[chosen], board), _editions_by_text(clause, books, board)
    yield wrap(f"{clause.id}  {clause.title(board)}", "", "  ")
    yield wrap(own, "  ")
    if len(texts) == 1:
        yield "\n" + wrap("The same in all editions.")
        return
    same = [key for key in texts.pop(own) if key != chosen]
    yield "\n" + wrap(f"That is for {and_list([chosen, *same])}. Others differ:")
    for text, keys in texts.items():
        yield "\n" + wrap(", ".join(keys))
        yield wrap(text, "  ")


def _list_differences(clauses: list[Clause], books: dict[str, Rules], chosen: str, board: Board) -> Iterator[str]:
    """Every wording once, with the editions that have it. If one edition is chosen, it comes first and alone."""
    told: set[tuple[str, ...]] = set()  # a book without a Speed Die says so once
    differ = [clause for clause in clauses if len(_editions_by_text(clause, books, board)) > 1]
    if not differ:
        yield wrap("Nothing differs.")
    for clause in differ:
        yield wrap(f"{clause.id}  {clause.title(board)}", "", "  ")
        texts = _editions_by_text(clause, books, board)
        if chosen:
            own = clause.text(books[chosen], board)
            texts = {own: [chosen]} | {text: keys for text, keys in texts.items() if text != own}
        for text, keys in texts.items():
            if (text, *keys) not in told:
                yield wrap(", ".join(keys), "  ")
                yield wrap(text, "    ")
            told.add((text, *keys))
        yield ""


def _editions_by_text(clause: Clause, books: dict[str, Rules], board: Board) -> dict[str, list[str]]:
    """Each wording of a clause, with the editions that have it."""
    texts: dict[str, list[str]] = {}
    for key, rules in books.items():
        texts.setdefault(clause.text(rules, board), []).append(key)
    return texts
