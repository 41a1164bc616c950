"""What devices raise, and their twins. Noise on a wire is no error: it is counted and dropped."""


class DeviceMissing(Exception):
    """It cannot be opened, or answers no more. The message says why, in a sentence for people."""


class BadLever(ValueError):
    """Nothing on the simulated table can be moved so, and nothing was. The message is a sentence for people."""
