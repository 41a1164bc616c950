"""The table card says what the table does: each gesture is tried, and each light and tune compared."""

import re
from collections.abc import Callable, Sequence

import pytest

from companion.console.widgets.simulated_board import LIGHTS as SIMULATED_LIGHTS
from companion.rules.cards import Deck
from companion.rules.commands import Bid, BuyDeed, DrawCard, Roll, UseJailCard
from companion.rules.pending_steps import CardDue
from companion.table.gestures.context import THROW_GAP_MS, ChoicePrompt, Close, Do, Meaning, MoveHighlight, Notice, Show
from companion.table.gestures.interpret import interpret
from companion.table.gestures.sheet import deed_sheet
from companion.table.gestures.tags import CardTag, DeedTag, JailTag, TokenTag
from hardware.buttons import HOLD_MS
from hardware.lamps_and_speaker import AMBER, BLUE, DARK, GREEN, LIGHTS, PURPLE, QUIET, RED, TUNES, WHITE
from hardware.outputs import CUES, Cue
from hardware.signals import ButtonHeld, Signal, TagsCrowded, TokenSeen
from tests.docs.card_page import CARD, PAGE, page
from tests.docs.documents import section, table_rows
from tests.kit import ANN, BEN, game
from tests.table.gestures.contexts import NOW, card, context, press, tag
from tests.table.gestures.states import AUCTION, BUYING, ORIENTAL
from tests.web.browser import CHROMIUM, chromium

GESTURE_ROWS, CUE_ROWS = table_rows(section(CARD, "## What you do")), table_rows(section(CARD, "## What it says"))
COLOURS = {"white": WHITE, "purple": PURPLE, "red": RED, "green": GREEN, "amber": AMBER, "blue": BLUE}
TIMES = {"once": 1, "twice": 2, "four times": 4}
TONES = {"one": 1, "two": 2, "three": 3, "four": 4}


# Lights and sounds


def cue_of(row: Sequence[str]) -> Cue:
    name = row[2].partition(":")[0].replace(" ", "-")
    return next(cue for cue in CUES if cue == name)


def test_every_cue_has_a_row() -> None:
    assert sorted(cue_of(row) for row in CUE_ROWS) == sorted(CUES)


@pytest.mark.parametrize("row", CUE_ROWS, ids=lambda row: row[0])
def test_a_light_is_as_the_card_says(row: Sequence[str]) -> None:
    colour, times, *_ = (part.strip() for part in row[0].split(","))
    lit = [shown for shown, _ in LIGHTS[cue_of(row)] if shown != DARK]
    assert lit == [COLOURS[colour]] * TIMES[times]


@pytest.mark.parametrize("row", CUE_ROWS, ids=lambda row: row[0])
def test_the_simulated_table_shows_the_same_light(row: Sequence[str]) -> None:
    assert SIMULATED_LIGHTS[cue_of(row)][0] == row[0].split(",")[0]


def test_a_light_is_as_long_as_the_card_says() -> None:
    longest = {row[0]: max(ms for shown, ms in LIGHTS[cue_of(row)] if shown != DARK) for row in CUE_ROWS}
    usual = max(ms for words, ms in longest.items() if "long" not in words)
    long = [ms for words, ms in longest.items() if words.endswith(", long")]
    very_long = [ms for words, ms in longest.items() if words.endswith("very long")]
    assert usual < min(long) <= max(long) < min(very_long)


@pytest.mark.parametrize("row", CUE_ROWS, ids=lambda row: row[1])
def test_a_tune_is_as_the_card_says(row: Sequence[str]) -> None:
    tones = [hz for hz, _ in TUNES[cue_of(row)] if hz != QUIET]
    count, *_, way = row[1].split()
    assert len(tones) == TONES[count]
    assert (tones == sorted(tones) and len(set(tones)) > 1) == (way == "upwards")
    assert (tones == sorted(tones, reverse=True) and len(set(tones)) > 1) == (way == "downwards")
    assert ("equal" in row[1]) == (len(tones) > 1 and len(set(tones)) == 1)


def test_the_low_tone_is_the_lowest_and_the_high_one_the_highest() -> None:
    first = {row[1]: TUNES[cue_of(row)][0][0] for row in CUE_ROWS}
    assert min(first, key=lambda words: first[words]) == "one long low tone"
    assert max(first, key=lambda words: first[words]) == "one short high tone"


# Gestures


def meant(signal: Signal, **table: object) -> Meaning:
    return interpret(signal, context(game(**table)))  # type: ignore[arg-type]


JAILED: dict[str, object] = {"jailed": {"Ann": 0}, "jail_cards": {"Ann": 1}}
CHANCE = "chance/advance-go"
TO_BUY: dict[str, object] = {"pending": BUYING, "thrown": True}
TO_DRAW: dict[str, object] = {"pending": (CardDue(ANN, Deck.CHANCE),), "thrown": True}
NONE_COUNTS = "One at a time: several tags lie on the reader, and none of them counts."


def laying_down_a_deed_shows_it() -> bool:
    return isinstance(meant(tag(DeedTag(ORIENTAL)), **TO_BUY), Show)


def laying_down_a_token_tells_what_its_player_has() -> bool:
    told = meant(tag(TokenTag("Dog")), owns={"Ben": ["Baltic Avenue"]}, jail_cards={"Ben": 1}, cash={"Ben": 70})
    has = "Ben has $70, Baltic Avenue and the Chance card to leave Jail."
    return told == Notice(f"This is the Dog, Ben's token. {has}", "read")


def cancel_closes_or_moves_on() -> bool:
    closed = interpret(press("cancel"), context(game(), deed_sheet(game(), ORIENTAL)))
    return isinstance(closed, Close) and isinstance(meant(press("cancel"), **TO_BUY), MoveHighlight)


def holding_cancel_offers_undo() -> bool:
    offered = interpret(ButtonHeld("cancel", NOW), context(game(), undo="Ann rolls 1 2", undo_number=1))
    return isinstance(offered, ChoicePrompt) and offered.choices[0].label == "Take it back"


GESTURES: dict[str, Callable[[], bool]] = {
    "dice": lambda: meant(press("dice")) == Do(Roll(ANN, ()), ANN),
    "deed": laying_down_a_deed_shows_it,
    "your own token": laying_down_a_token_tells_what_its_player_has,
    "confirm": lambda: meant(press("confirm"), **TO_BUY) == Do(BuyDeed(ANN), ANN),
    "your own card": lambda: meant(card(BEN), pending=(AUCTION,), thrown=True) == Do(Bid(BEN, 10), BEN),
    "cancel": cancel_closes_or_moves_on,
    "hold cancel": holding_cancel_offers_undo,
    "Chance or Community Chest card": lambda: meant(tag(CardTag(CHANCE)), **TO_DRAW) == Do(DrawCard(ANN, CHANCE), ANN),
    "Get out of Jail card": lambda: meant(tag(JailTag("chance")), **JAILED) == Do(UseJailCard(ANN), ANN),
    "token": lambda: not isinstance(meant(TokenSeen(5, "04", NOW)), Do),
    "two things": lambda: meant(TagsCrowded("deeds", ("04", "05"), NOW)) == Notice(NONE_COUNTS, "refused"),
}


def gesture(row: Sequence[str]) -> str:
    name = re.findall(r"\*\*(.+?)\*\*", row[0])[0]
    return f"hold {name}" if row[0].startswith("hold") else str(name)


@pytest.mark.parametrize("row", GESTURE_ROWS, ids=gesture)
def test_a_gesture_means_what_the_card_says(row: Sequence[str]) -> None:
    assert GESTURES[gesture(row)]()


def test_every_gesture_is_tried() -> None:
    assert [gesture(row) for row in GESTURE_ROWS] == list(GESTURES)


def test_the_seconds_on_the_card_are_right() -> None:
    text = CARD.read_text("utf-8")
    assert f"or {['', 'one', 'two', 'three', 'four'][THROW_GAP_MS // 1_000]} seconds" in text
    assert f"for {['', 'one', 'two'][HOLD_MS // 1_000]} seconds" in text


# The page


def test_the_printed_page_is_made_from_the_card() -> None:
    """`make pictures` makes it again."""
    assert PAGE.read_text("utf-8") == page(CARD.read_text("utf-8"))


@pytest.mark.skipif(not CHROMIUM, reason="needs Debian's chromium")
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_page_is_one_sheet(paper: str) -> None:
    with chromium() as started:
        sheet = started.browser.new_page()
        sheet.goto(PAGE.as_uri())
        printed = sheet.pdf(format=paper, margin={"top": "11mm", "bottom": "11mm", "left": "12mm", "right": "12mm"})
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_a_lamp_is_drawn_once_per_flash_and_as_long() -> None:
    text = page("| light | sound |\n|---|---|\n| red, four times | x |\n| blue, once, very long | y |\n| grey | z |")
    assert text.count('<span class="lamp" style="background: #e00000">') == 4
    assert text.count('<span class="lamp very long"') == 1
    assert text.count("<span") == 5


def test_the_page_fetches_nothing() -> None:
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script", PAGE.read_text("utf-8"))
