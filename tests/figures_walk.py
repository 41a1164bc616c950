"""What a dice press and an undo run through: every function of ours at a real table, from the signal to the news of it.

Run in the root of a checkout. It starts itself again as the table, whose calls are noted, and plays the console to it.
What a table does anyway while nobody touches it is left out, and so are comprehensions and lambdas.
"""

import asyncio
import importlib
import json
import os
import pkgutil
import random
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path.cwd()
OURS = (f"{ROOT}/companion/", f"{ROOT}/hardware/")
POSITION = "given turn Ann\n"


class Fives(random.Random):
    """Two dice are always five, whatever was drawn before them: every walk lands on the same railroad."""

    def __init__(self) -> None:
        super().__init__(0)
        self._is_second = False

    def random(self) -> float:
        self._is_second = not self._is_second
        return 0.2 if self._is_second else 0.4


def functions_of_ours(codes: set[CodeType]) -> list[tuple[str, str]]:
    ours = [code for code in codes if code.co_filename.startswith(OURS) and not code.co_name.startswith("<")]
    return sorted({(str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname) for code in ours})


def run_table(data: str, ordered: int, told: int) -> None:
    """`on` and `off` come by one pipe; what ran in between goes out by the other."""
    noted: set[CodeType] = set()
    is_on = threading.Event()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and is_on.is_set():
            noted.add(frame.f_code)

    def obey() -> None:
        with os.fdopen(ordered) as orders, os.fdopen(told, "w") as answers:
            for order in orders:
                if order == "on\n":
                    noted.clear()
                    is_on.set()
                else:
                    is_on.clear()
                print(json.dumps(functions_of_ours(set(noted))), file=answers, flush=True)

    threading.Thread(target=obey, daemon=True).start()
    random.SystemRandom = Fives  # type: ignore[assignment,misc]
    threading.setprofile(note)
    sys.setprofile(note)
    importlib.import_module("companion.cli").main(["table", "--simulated", "--data", data])


def find_client() -> Any:
    """The class `Client`, wherever it lies in the package of that name."""
    package = importlib.import_module("companion.table.client")
    names = [package.__name__, *(f"{package.__name__}.{one.name}" for one in pkgutil.iter_modules(package.__path__))]
    return next(found for name in names if (found := getattr(importlib.import_module(name), "Client", None)))


async def walk(data: Path, settle_s: float) -> dict[str, list[list[str]]]:
    orders, ordered = os.pipe()
    answers, told = os.pipe()
    command = [sys.executable, __file__, str(data), str(orders), str(told)]
    table = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, pass_fds=(orders, told))
    os.close(orders)
    os.close(told)
    try:
        assert table.stdout is not None
        table.stdout.readline()  # it listens
        with os.fdopen(ordered, "w") as say, os.fdopen(answers) as hear:

            def order(word: str) -> str:
                print(word, file=say, flush=True)
                return hear.readline()

            position = data / "position.txt"
            position.write_text(POSITION)
            new = ["new", "--players", "Ann", "Ben", "--position", str(position), "--data", str(data)]
            subprocess.run([sys.executable, "-m", "companion", *new], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            async with find_client()(data / "table.sock", "banker") as client:

                async def news(number: int) -> None:
                    while getattr(await anext(client), "number", -1) < number:
                        continue
                    await asyncio.sleep(settle_s)

                await news(0)
                order("on")
                await asyncio.sleep(3 * settle_s)  # its disk is looked at less often than its board
                idle = json.loads(order("off"))
                order("on")
                await client.signal(b'{"lever":"press","button":"dice"}')
                await news(1)
                press = json.loads(order("off"))
                order("on")
                await client.give(b'{"type":"Undo"}')
                await news(2)
                undo = json.loads(order("off"))
        return {
            "a dice press": [one for one in press if one not in idle],
            "an undo": [one for one in undo if one not in idle],
        }
    finally:
        table.kill()
        table.communicate()


def main() -> None:
    sys.path[0] = str(ROOT)
    match sys.argv[1:]:
        case [settle_s]:
            with tempfile.TemporaryDirectory() as folder:
                print(json.dumps(asyncio.run(walk(Path(folder), float(settle_s)))))
        case [data, orders, told]:
            run_table(data, int(orders), int(told))


if __name__ == "__main__":
    main()
