"""`make figures` counts right on a small made-up tree, and its walk finds the way of a press at a real table."""

from pathlib import Path

import pytest

from tests import figures

TREE = {
    "companion/__init__.py": "",
    "companion/rules/__init__.py": "",
    "companion/rules/commands.py": "class Command: ...\nclass Roll(Command): ...\nclass Bid(Command): ...\n",
    "companion/players/__init__.py": "",
    "companion/players/automatic.py": "from companion.rules.commands import Bid, Roll\n",
    "companion/table/__init__.py": "",
    "companion/table/views/__init__.py": "",
    "companion/table/views/moves.py": """
from typing import TYPE_CHECKING
from companion.rules.commands import Bid
if TYPE_CHECKING:
    from companion.table.session import Rig
class Moves:
    class Rig: ...
def label(command):
    return _once() + _twice() + _twice() + __dunder()
def _once():
    return "Roll the dice"
def _twice(): ...
def __dunder():
    return 1
""",
    "companion/table/games/__init__.py": "from companion.table.views import moves\n",
    "companion/table/games/session.py": "import companion.table.games\nclass Rig: ...\n",
    "companion/table/server/__init__.py": "",
    "companion/table/server/roles.py": "def may():\n    from ..games import moves\n    return 'Roll'\n",
    "companion/web/page/page.js": "// Bid and more\nconst FOLDED = ['Roll']\n",
    "hardware/__init__.py": "",
    "hardware/rig.py": "class Rig: ...\n",
    "tests/kit.py": "class Moves: ...\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_the_figures_of_a_small_tree(tree: Path) -> None:
    counted, lists = figures.measure(tree)
    assert counted == {
        "source files": 14,
        "source lines": 25,
        "lines of a file, median": 0,
        "functions": 5,
        "private functions used once, %": 20,
        "lines of a function, 90th percentile": 3,
        "class names defined twice": 1,
        "files that name a command, mean": 2,
        "files that name a command, most": 3,
        "and players or prices that do, mean": 1.5,
        "packages in a cycle": 0,
        "modules in a cycle": 0,
    }
    assert lists["class names defined twice"] == {"Rig": ["companion/table/games/session.py:2", "hardware/rig.py:1"]}
    assert lists["class names defined twice, tests included"].keys() == {"Moves", "Rig"}
    assert lists["files that name a command"] == {
        "Roll": [
            "companion/players/automatic.py",
            "companion/rules/commands.py",
            "companion/table/server/roles.py",
            "companion/web/page/page.js",
        ],
        "Bid": ["companion/players/automatic.py", "companion/rules/commands.py", "companion/table/views/moves.py"],
    }


def test_a_cycle_is_found_between_packages_and_between_modules(tree: Path) -> None:
    with (tree / "companion/table/views/moves.py").open("a") as file:
        file.write("def look():\n    from companion.table.server.roles import may\n    return may()\n")
    _, lists = figures.measure(tree)
    cycle = ["companion.table.games", "companion.table.server", "companion.table.views"]
    assert lists["packages in a cycle"] == {"companion": [], "companion.table": [cycle]}
    modules = ["companion.table.games", "companion.table.server.roles", "companion.table.views.moves"]
    assert lists["modules in a cycle"] == [modules]


def test_a_dice_press_and_an_undo_are_followed_through_a_real_table() -> None:
    counted, ran = figures.measure_walks(figures.ROOT, settle_s=0)
    for act in ("a dice press", "an undo"):
        assert counted[f"functions {act} runs through"] > counted[f"files {act} runs through"] > 20
        paths = {path for path, _ in ran[act]}
        assert {"companion/rules/state.py", "companion/journal/journal.py"} <= paths
        assert not any(path.startswith("companion/table/client/") for path in paths)
    assert any(path.startswith("hardware/") for path, _ in ran["a dice press"])
