"""What is raised when a law does not hold."""


class LawBroken(Exception):
    """`law` is the law in a few words, `what` what was found instead."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law
        self.what = what


def must(holds: bool, law: str, what: str) -> None:
    if not holds:
        raise LawBroken(law, what)
