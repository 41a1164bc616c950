"""What stands on one reader. A tag comes or goes only after enough looks in a row have said so."""

ARRIVE, LEAVE = 2, 3  # looks in a row


class Presence:
    def __init__(self, arrive: int = ARRIVE, leave: int = LEAVE) -> None:
        self._arrive, self._leave = arrive, leave
        self._standing: set[str] = set()
        self._looks: dict[str, int] = {}  # in a row that contradict `_standing`, by tag

    def standing(self) -> list[str]:
        return sorted(self._standing)

    def look(self, found: tuple[str, ...]) -> tuple[list[str], list[str]]:
        """What has come and what has gone, counting this look."""
        doubted = set(found) ^ self._standing
        self._looks = {uid: self._looks.get(uid, 0) + 1 for uid in doubted}
        came = [uid for uid, looks in self._looks.items() if uid in found and looks >= self._arrive]
        gone = [uid for uid, looks in self._looks.items() if uid not in found and looks >= self._leave]
        self._standing = (self._standing | set(came)) - set(gone)
        for uid in came + gone:
            del self._looks[uid]
        return sorted(came), sorted(gone)
