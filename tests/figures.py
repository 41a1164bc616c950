"""Figures about the shape of the code: `make figures`. They help to judge it; no test sets a limit for them.

Only the standard library is used, so that another checkout can be measured with `--root`. `--json` prints everything,
and `--before FILE` shows the figures from such a file beside those of today.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PRODUCT = ("companion", "hardware")
COMMANDS = "companion/rules/commands.py"
# Counted apart: automatic players have opinions on commands, and some commands have a price in cash.
PLAYERS = ("companion/players/", "companion/demo/players.py")
PRICES = ("companion/table/views/moves.py",)
WALK = Path(__file__).with_name("figures_walk.py")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Source(NamedTuple):
    path: str  # from the root of the checkout
    text: str
    tree: ast.Module

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def sources(root: Path, *folders: str) -> list[Source]:
    found = []
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*.py")):
        text = path.read_text("utf-8")
        found.append(Source(path.relative_to(root).as_posix(), text, ast.parse(text)))
    return found


# Functions and classes


def function_lengths(files: Iterable[Source]) -> list[int]:
    nodes = (node for file in files for node in ast.walk(file.tree) if isinstance(node, FUNCTIONS))
    return sorted((node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes)


def used_once(files: Iterable[Source]) -> list[str]:
    """Private functions whose name stands once beside its definition, in the file that defines them."""
    found = []
    for file in files:
        words = Counter(re.findall(r"\w+", file.text))
        for node in ast.walk(file.tree):
            if isinstance(node, FUNCTIONS) and re.match("_[^_]", node.name) and words[node.name] == 2:
                found.append(f"{file.path}:{node.lineno} {node.name}")
    return found


def classes_defined_twice(files: Iterable[Source]) -> dict[str, list[str]]:
    """A class within a class goes by the name of both, and is not counted."""
    places = defaultdict(list)
    for file in files:
        for node in file.tree.body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{file.path}:{node.lineno}")
    return {name: places[name] for name in sorted(places) if len(places[name]) > 1}


# Commands


def command_names(files: Iterable[Source]) -> list[str]:
    """The classes in the file of commands that are built on `Command`."""
    (tree,) = (file.tree for file in files if file.path == COMMANDS)
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return [node.name for node in classes if "Command" in map(ast.unparse, node.bases)]


def names_in(file: Source) -> set[str]:
    """Identifiers, imported names, and strings that are nothing but a word."""
    found = set()
    for node in ast.walk(file.tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                found.add(name)
            case ast.Constant(value=str(text)):
                found.add(text)
    return found


def files_by_command(root: Path, files: list[Source]) -> dict[str, list[str]]:
    """For each command the files that name it. Scripts of web pages count too, where they name it in quotes."""
    named = {file.path: names_in(file) for file in files}
    for script in sorted((root / "companion").rglob("*.js")):
        named[script.relative_to(root).as_posix()] = set(re.findall(r"""["'`](\w+)["'`]""", script.read_text("utf-8")))
    return {name: [path for path in named if name in named[path]] for name in command_names(files)}


def is_apart(path: str) -> bool:
    return path.startswith(PLAYERS) or path in PRICES


# Imports


def imported_at_run_time(file: Source, modules: set[str]) -> Iterator[str]:
    """The modules of ours that a file imports, when it is loaded or later, but not for its types alone."""
    nodes: list[ast.AST] = [file.tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            nodes += node.orelse
            continue
        nodes += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = file.module.split(".")
            package = package[: len(package) - node.level + file.path.endswith("__init__.py")] if node.level else []
            targets = [".".join(filter(None, (*package, node.module, alias.name))) for alias in node.names]
        else:
            continue
        for target in targets:
            yield from [name for name in (target, target.rpartition(".")[0]) if name in modules][:1]


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of names, each of which can be reached from all others in its group."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        found, ahead = set[str](), list(graph[start])
        while ahead:
            if (name := ahead.pop()) not in found:
                found.add(name)
                ahead += graph.get(name, ())
        reached[start] = found
    groups = {frozenset({one, *(other for other in reached[one] if one in reached.get(other, ()))}) for one in graph}
    return sorted(sorted(group) for group in groups if len(group) > 1)


def import_graph(files: list[Source]) -> dict[str, set[str]]:
    modules = {file.module for file in files}
    return {file.module: set(imported_at_run_time(file, modules)) - {file.module} for file in files}


def cycles_of_packages(files: list[Source]) -> dict[str, list[list[str]]]:
    """For each package that has packages in it: the cycles between these, and the modules beside them."""
    graph = import_graph(files)
    packages = {file.module for file in files if file.path.endswith("__init__.py")}
    found = {}
    for package in sorted({name.rpartition(".")[0] for name in packages} & packages):
        parts = defaultdict[str, set[str]](set)
        prefix = f"{package}."
        for module, targets in graph.items():
            if module.startswith(prefix):
                part = prefix + module.removeprefix(prefix).partition(".")[0]
                inside = (target.removeprefix(prefix) for target in targets if target.startswith(prefix))
                parts[part] |= {prefix + name.partition(".")[0] for name in inside} - {part}
        found[package] = cycles(parts)
    return found


# All of them


def measure(root: Path) -> tuple[dict[str, float], dict[str, Any]]:
    """The figures, and the lists they are counted from."""
    files = sources(root, *PRODUCT)
    lines = [file.text.count("\n") for file in files]
    lengths, once, twice = function_lengths(files), used_once(files), classes_defined_twice(files)
    commands = files_by_command(root, files)
    counts = {name: sum(not is_apart(path) for path in paths) for name, paths in commands.items()}
    packages, modules = cycles_of_packages(files), cycles(import_graph(files))
    figures = {
        "source files": len(files),
        "source lines": sum(lines),
        "lines of a file, median": round(median(lines)),
        "functions": len(lengths),
        "private functions used once, %": round(100 * len(once) / len(lengths)),
        "lines of a function, 90th percentile": lengths[int(0.9 * len(lengths))],
        "class names defined twice": len(twice),
        "files that name a command, mean": round(mean(counts.values()), 1),
        "files that name a command, most": max(counts.values()),
        "and players or prices that do, mean": round(mean(sum(map(is_apart, paths)) for paths in commands.values()), 1),
        "packages in a cycle": sum(len(group) for groups in packages.values() for group in groups),
        "modules in a cycle": sum(map(len, modules)),
    }
    lists = {
        "class names defined twice": twice,
        "class names defined twice, tests included": classes_defined_twice(sources(root, *PRODUCT, "tests")),
        "files that name a command": {name: commands[name] for name in sorted(counts, key=counts.__getitem__)[::-1]},
        "packages in a cycle": packages,
        "modules in a cycle": modules,
        "private functions used once": once,
    }
    return figures, lists


def measure_walks(root: Path, settle_s: float = 1.0) -> tuple[dict[str, float], dict[str, Any]]:
    """What a dice press and an undo run through, at a table of that checkout in a process of its own.

    `settle_s` is how long the table is watched after it told of a move: long enough for several looks at its board.
    """
    python = root / ".venv/bin/python"
    command = [str(python) if python.exists() else sys.executable, str(WALK), str(settle_s)]
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True)
    ran: dict[str, list[tuple[str, str]]] = json.loads(done.stdout)
    figures: dict[str, float] = {}
    for act, functions in ran.items():
        figures[f"files {act} runs through"] = len({path for path, _ in functions})
        figures[f"functions {act} runs through"] = len(functions)
    return figures, dict(ran)


def show(figures: Mapping[str, float], lists: Mapping[str, Any], before: Mapping[str, float]) -> None:
    for name, figure in figures.items():
        print(f"{name:<42} {before.get(name, ''):>9} {figure:>9}")
    print("\nFiles that name a command (and players or prices that do):")
    for name, paths in lists["files that name a command"].items():
        apart = sum(map(is_apart, paths))
        print(f"  {name:<20} {len(paths) - apart:>3} {f'+ {apart}' if apart else ''}".rstrip())
    print("\nClass names defined twice:")
    for name, places in lists["class names defined twice"].items():
        print(f"  {name:<20} {', '.join(places)}")
    cycles_of_parts = [group for groups in lists["packages in a cycle"].values() for group in groups]
    for title, groups in (("Packages", cycles_of_parts), ("Modules", lists["modules in a cycle"])):
        print(f"\n{title} in a cycle:")
        for group in groups:
            print(f"  {', '.join(group)}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout, with a .venv of its own")
    parser.add_argument("--json", action="store_true", help="print the figures, and the lists they are counted from")
    parser.add_argument("--before", type=Path, help="what --json printed for another state, shown beside")
    args = parser.parse_args()
    figures, lists = measure(args.root.resolve())
    walked, functions = measure_walks(args.root.resolve())
    if args.json:
        print(json.dumps({"figures": figures | walked, "lists": lists | functions}, indent=1))
    else:
        before = json.loads(args.before.read_text("utf-8"))["figures"] if args.before else {}
        show(figures | walked, lists, before)


if __name__ == "__main__":
    main()
