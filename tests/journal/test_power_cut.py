"""The power goes at any moment, and what was being written arrives in any order: nothing answered for is lost."""

import os
from pathlib import Path

import pytest

from tests.emulators import faultfs
from tests.journal.power_cuts import Tallies, all_tallies

LONG = (400, 1000) if os.environ.get("COMPANION_LONG") else (16, 80)


@pytest.fixture(scope="session")
def recording_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if faultfs.compiler() is None:
        pytest.skip("no C compiler: the disk that is recorded (tests/emulators/recordfs.c) needs cc")
    return faultfs.build(tmp_path_factory.mktemp("recordfs") / "recordfs.so", "recordfs.c")


@pytest.mark.parametrize(("evenings", "images"), [(6, 60), pytest.param(*LONG, marks=pytest.mark.long_run)])
def test_what_was_answered_is_there_after_a_power_cut(
    recording_disk: Path, tmp_path: Path, evenings: int, images: int
) -> None:
    totals = Tallies()
    for tallies in all_tallies(recording_disk, tmp_path / "cuts", evenings, images):
        totals.add(tallies)
    assert totals.wrong == ""
    assert min(totals.honest.total(), totals.liar.total()) > evenings * images / 3
    assert totals.unsynced["lost"], "where no sync counts, something must get lost: otherwise this proves nothing"
    assert totals.liar["lost"], "and where the last ones do not"
