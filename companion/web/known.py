"""Which devices the table knows: whoever is removed there is nobody here from the same moment on."""

from collections.abc import Iterable

from companion.web.cookies import Device


class Known:
    """As the table told last. Before it has told anything a signed cookie must do: without a table it opens nothing."""

    def __init__(self) -> None:
        self._ids: frozenset[str] | None = None

    def become(self, ids: Iterable[str]) -> frozenset[str]:
        """Those that are known no more."""
        before, self._ids = self._ids or frozenset(), frozenset(ids)
        return before - self._ids

    def add(self, id: str) -> None:
        """Paired a moment ago: the table's own news of it may still be on the way."""
        if self._ids is not None:
            self._ids |= {id}

    def has(self, device: Device) -> bool:
        return self._ids is None or device.id in self._ids
