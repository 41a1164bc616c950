"""Dice that have fallen fall again: a throw of the companion's that was taken back shows the same faces."""

from typing import Any

from tests.storm.broken import must
from tests.storm.ledger import THROWS

LAW = "what has fallen once falls again"


class Falls:
    """By the number of the throw, as far as the companion threw it."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[list[int], str]] = {}

    def hear(self, number: int, body: dict[str, Any]) -> None:
        """A move, when so many throws had been made before it. Raises LawBroken."""
        act = body["act"]
        if act["type"] not in ("Roll", "Throw") or act["dice"]:
            return
        fallen = next(event for event in body["events"] if event["type"] in THROWS)
        dice, speed = fallen["dice"], fallen.get("speed", "")
        old, face = self._faces.get(number, ([], ""))
        count = min(len(old), len(dice))
        must(old[:count] == dice[:count], LAW, f"throw {number} was {old} and is {dice}")
        must(not (face and speed) or face == speed, LAW, f"the Speed Die of throw {number} was {face} and is {speed}")
        self._faces[number] = dice, speed
