"""Every look at a reader is told while somebody asks for it, and none otherwise."""

from hardware.signals import TagPlaced, TagsRead
from tests.hardware.desk import CAR, HAT, Desk


def reads(desk: Desk) -> list[TagsRead]:
    return [signal for signal in desk.news() if isinstance(signal, TagsRead)]


def test_looks_are_told_only_while_they_are_wanted() -> None:
    desk = Desk(readers=("deeds", "cards")).open()
    desk.let_pass(100)
    assert reads(desk) == []
    desk.rig.emit_reads(True)
    desk.let_pass(100)
    told = reads(desk)
    assert [(read.reader, read.uids, read.is_garbled) for read in told] == [
        ("deeds", (), False),
        ("cards", (), False),
    ] * 2
    desk.rig.emit_reads(False)
    desk.let_pass(100)
    assert reads(desk) == []


def test_a_look_tells_what_answered_and_what_could_not_be_read() -> None:
    desk = Desk().open()
    desk.rig.emit_reads(True)
    desk.rig.place("deeds", HAT)
    desk.rig.place("deeds", CAR)
    desk.rig.garble("deeds", 1)
    desk.let_pass(100)
    assert [(read.uids, read.is_garbled) for read in reads(desk)] == [
        ((HAT,), False),
        ((CAR, HAT), False),
        ((), True),
        ((CAR, HAT), False),
    ]


def test_taps_are_told_all_the_same() -> None:
    desk = Desk().open()
    desk.rig.emit_reads(True)
    desk.rig.place("deeds", CAR)
    assert [type(signal) for signal in desk.news()] == [TagsRead, TagPlaced]


def test_a_reader_that_is_lost_reads_nothing() -> None:
    desk = Desk().open()
    desk.rig.emit_reads(True)
    desk.rig.lose("deeds")
    desk.let_pass(200)
    assert reads(desk) == []
