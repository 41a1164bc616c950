"""Exported tables: what they hold, that they reconcile, and that docs/exports.md describes every column and kind."""

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path

from companion.play.acts import Rename, Start, Undo
from companion.report.tables import COLUMNS, as_csv, as_json, rows
from companion.rules.commands import BuyDeed, Roll
from companion.rules.editions import CLASSIC, Rules
from companion.story import tell_story
from companion.story.money import MoneyKind
from tests.kit import ANN, in_every_game, new_game
from tests.story.games import story_of
from tests.table.games.test_export import ExportedGame

EXPORTS = Path(__file__).parents[2] / "docs/exports.md"


@in_every_game
def test_the_money_table_accounts_for_every_players_cash(rules: Rules) -> None:
    story = story_of(rules)
    read = list(csv.DictReader(io.StringIO(as_csv(story, "money"), newline="")))
    change = Counter[str]()
    for row in read:
        change[row["payer"].removeprefix("'")] -= int(row["amount"])
        change[row["payee"].removeprefix("'")] += int(row["amount"])
    for first, last in zip(story.start.game.players, story.end.players, strict=True):
        assert first.cash + change[last.name] == last.cash
    told = json.loads(as_json(story, "g"))
    assert [player["cash"] for player in told["players"]] == [player.cash for player in story.end.players]
    assert [row["amount"] for row in told["money"]] == [int(row["amount"]) for row in read]
    assert len(told["moves"]) == len(story.recorded)


def test_what_was_taken_back_is_in_the_moves_and_does_not_count() -> None:
    played = ExportedGame(Start(new_game(CLASSIC, ("Ann", "Ben"))), "x")
    played.give(Roll(ANN, (1, 2)), BuyDeed(ANN), Undo(), Rename(ANN, "=1+1"))
    story = tell_story(played.start, played.timeline.moves, played.timeline.game)
    assert [(row[0], row[4], row[5]) for row in rows(story, "moves")] == [
        (1, "=1+1's roll of 1 + 2", 1),
        (2, "=1+1 bought Baltic Avenue", 0),
        (3, "Taken back: =1+1 bought Baltic Avenue (Ann gets back $60)", 0),
        (4, "Ann is now called =1+1", 0),
    ]
    assert rows(story, "money") == []
    assert ",'=1+1,3,Baltic Avenue,0" in as_csv(story, "landings"), "a spreadsheet must not take a name for a formula"


def test_the_document_describes_every_column_and_every_kind() -> None:
    text = EXPORTS.read_text("utf-8")
    for name, columns in COLUMNS.items():
        section = text.split(f"## {name}\n")[1].split("\n## ")[0]
        described = re.findall(r"^\| `([a-z_-]+)` \|", section, re.MULTILINE)
        kinds = [kind.value for kind in MoneyKind] if name == "money" else []
        assert described == [*columns, *kinds]
