"""What a client is told: every move once and in order, only what is saved, and no figure but those of the books."""

import pytest
from msgspec.structs import replace

from companion.table.messages.wire import Answer, Moved, Snapshot, decode_from_table
from tests.storm.broken import LawBroken
from tests.storm.screen import ClientScreen
from tests.storm.watched import Watched, cut_short


@pytest.fixture
def screen(watched: Watched) -> ClientScreen:
    screen = ClientScreen(watched.witness)
    screen.hear(decode_from_table(b'{"type":"Welcome","version":1,"app":"","board":{"spaces":[],"deeds":[]}}'))
    return screen


def snapshot(watched: Watched) -> Snapshot:
    message = decode_from_table(watched.process.dispatcher.snapshot())
    assert isinstance(message, Snapshot)
    return message


def test_the_table_says_welcome_first(watched: Watched) -> None:
    with pytest.raises(LawBroken, match="Snapshot came before a welcome"):
        ClientScreen(watched.witness).hear(snapshot(watched))


def test_moves_come_in_order_after_a_snapshot(watched: Watched, screen: ClientScreen) -> None:
    now = snapshot(watched)
    assert now.view is not None
    with pytest.raises(LawBroken, match="move 3 came before any snapshot"):
        screen.hear(Moved(3, now.view))
    screen.hear(now)
    assert screen.number == 3
    for number in (3, 5):
        with pytest.raises(LawBroken, match=f"move {number} came after 3"):
            screen.hear(Moved(number, now.view))


def test_what_was_shown_is_not_taken_back_unless_it_was_lost(watched: Watched, screen: ClientScreen) -> None:
    screen.hear(snapshot(watched))
    with pytest.raises(LawBroken, match="move 3 was shown, now it is 2"):
        screen.hear(Snapshot(2, None))
    watched.witness.lost = 1
    screen.hear(Snapshot(2, None))
    assert screen.number == 2


def test_what_is_not_on_the_disk_is_not_told(watched: Watched, screen: ClientScreen) -> None:
    with pytest.raises(LawBroken, match="answered means on the disk: move 4 is told, and there are 3"):
        screen.hear(Snapshot(4, None))
    cut_short(watched.disk, 2)
    with pytest.raises(LawBroken, match="answered means on the disk: move 3 is told and not on the disk"):
        screen.hear(Answer("tap-3", "done", 3))


def test_every_figure_on_a_screen_is_that_of_the_books(watched: Watched, screen: ClientScreen) -> None:
    now = snapshot(watched)
    assert now.view is not None
    ann, ben = now.view.players
    wrong = (
        replace(now.view, players=(replace(ann, cash=ann.cash + 1), ben)),
        replace(now.view, players=(replace(ann, name="Anne"), ben)),
        replace(now.view, players=(replace(ann, space=1), ben)),
        replace(now.view, players=(replace(ann, change=1), ben)),
        replace(now.view, bank=now.view.bank + 1),
        replace(now.view, pot=1),
        replace(now.view, houses=31),
        replace(now.view, hotels=13),
        replace(now.view, titles=(replace(now.view.titles[0], owner=0), *now.view.titles[1:])),
        replace(now.view, undo_number=2),
        replace(now.view, redo_number=2),
    )
    for view in wrong:
        with pytest.raises(LawBroken, match="a second ledger agrees: at move 3 a screen "):
            screen.hear(replace(now, view=view))
    screen.hear(now)


@pytest.mark.parametrize(
    ("answer", "law"),
    [
        (Answer("tap-2", "done", 3), "the same id twice is one effect: tap-2 is move 2, and 3 was answered"),
        (Answer("tap-2", "refused"), "refused means unchanged: tap-2 was refused, and is move 2"),
        (Answer("tap-2", "forbidden"), "refused means unchanged: tap-2 was forbidden, and is move 2"),
        (Answer("tap-2", "not-saved"), "refused means unchanged: tap-2 was not-saved, and is move 2"),
        (Answer("tap-9", "mistake"), "no mistake of ours"),
    ],
)
def test_a_false_answer_is_seen(watched: Watched, screen: ClientScreen, answer: Answer, law: str) -> None:
    watched.witness.delivered["tap-2"] += 1
    with pytest.raises(LawBroken, match=law):
        screen.hear(answer)
    screen.hear(Answer("tap-2", "done", 2))
    screen.hear(Answer("tap-9", "refused"))
    watched.witness.delivered["tap-2"] += 1
    screen.hear(Answer("tap-2", "not-saved"))  # the answer to one of two deliveries
