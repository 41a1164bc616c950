"""A machine under a folder, with whatever a test puts there. The real machine is not examined."""

import os
from pathlib import Path

from companion.household.doctor_checks import Diagnosis
from companion.household.machine import Machine, User

GROUPS = "root:x:0:\nspi:x:{gid}:\ngpio:x:{gid}:\ndialout:x:{gid}:\ni2c:x:{gid}:\n"
OUTSIDER = User("pi", os.geteuid() + 1, frozenset({os.getegid() + 1}))
MEMBER = User("pi", os.geteuid() + 1, frozenset({os.getegid()}))
ROOT = User("root", 0, frozenset({0}))


def machine(root: Path, user: User = MEMBER, **files: str) -> Machine:
    """`files` are paths with `__` for `/`. Only owner and group may use them."""
    put(root, "etc/group", GROUPS.format(gid=os.getegid()))
    for name, content in files.items():
        put(root, name.replace("__", "/"), content)
    return Machine(user, root)


def put(root: Path, name: str, content: str = "") -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    path.chmod(0o660)


def told(*diagnoses: Diagnosis) -> list[tuple[str, str]]:
    return [(diagnosis.state, diagnosis.says) for diagnosis in diagnoses]
