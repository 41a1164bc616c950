"""The compiled build, which `make compiled` asks for. All that every build needs is in pyproject.toml.

mypyc makes machine code of the rules and the automatic players, from the types that are checked anyway. Modules with
records stay as they are: msgspec has made machine code of those already.
"""

import os
from pathlib import Path

from setuptools import setup

FOLDERS = "companion/rules", "companion/players"
is_asked_for = "COMPANION_COMPILED" in os.environ


def modules() -> list[str]:
    files = sorted(path for folder in FOLDERS for path in Path(folder).glob("[!_]*.py"))
    return [str(path) for path in files if "import Struct" not in path.read_text("utf-8")]


if is_asked_for:
    from mypyc.build import mypycify

    setup(ext_modules=mypycify(modules()))
else:
    setup()
