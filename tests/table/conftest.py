"""The disk that fails on demand, and a folder that is quick to sync, as for the journal."""

from tests.journal.conftest import closed_in_the_end, failing_disk, tmp_path

__all__ = ["closed_in_the_end", "failing_disk", "tmp_path"]
