"""The disk that fails on demand, and a folder that is quick to sync, as for the journal."""

from tests.journal.conftest import failing_disk, tmp_path

__all__ = ["failing_disk", "tmp_path"]
