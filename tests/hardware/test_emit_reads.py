"""A TagsRead for every poll, but only while somebody wants them."""

from hardware.signals import TagPlaced, TagsRead
from tests.hardware.rig_bench import CAR, HAT, RigBench


def reads(bench: RigBench) -> list[TagsRead]:
    return [signal for signal in bench.news() if isinstance(signal, TagsRead)]


def test_polls_are_sent_only_while_they_are_wanted() -> None:
    bench = RigBench(readers=("deeds", "cards")).open()
    bench.let_pass(100)
    assert reads(bench) == []
    bench.rig.emit_reads(True)
    bench.let_pass(100)
    told = reads(bench)
    assert [(read.reader, read.uids, read.is_garbled) for read in told] == [
        ("deeds", (), False),
        ("cards", (), False),
    ] * 2
    bench.rig.emit_reads(False)
    bench.let_pass(100)
    assert reads(bench) == []


def test_a_poll_sends_what_answered_and_what_could_not_be_read() -> None:
    bench = RigBench().open()
    bench.rig.emit_reads(True)
    bench.rig.place("deeds", HAT)
    bench.rig.place("deeds", CAR)
    bench.rig.garble("deeds", 1)
    bench.let_pass(100)
    assert [(read.uids, read.is_garbled) for read in reads(bench)] == [
        ((HAT,), False),
        ((CAR, HAT), False),
        ((), True),
        ((CAR, HAT), False),
    ]


def test_taps_are_sent_as_well() -> None:
    bench = RigBench().open()
    bench.rig.emit_reads(True)
    bench.rig.place("deeds", CAR)
    assert [type(signal) for signal in bench.news()] == [TagsRead, TagPlaced]


def test_a_lost_reader_sends_no_polls() -> None:
    bench = RigBench().open()
    bench.rig.emit_reads(True)
    bench.rig.lose("deeds")
    bench.let_pass(200)
    assert reads(bench) == []
