"""Backups that a stranger has changed, each in one way, with every checksum put right again."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.household.usb_backup import BackupFile, HouseholdFile, decode_manifest, describe_file, encode_manifest
from companion.journal.entry import JournalEntry, JournalHead, TapeLine, entry_line, head_line
from companion.journal.tape import read_tape, render_tape

ESCAPE = "\x1b]0;owned\x07\x1b[2J"
Json = dict[str, Any]
Change = Callable[[Path], None]


def forge_tape(content: bytes, head: Callable[[Json], None] | None, entry: Callable[[Json], None] | None) -> bytes:
    """The same game with other bodies, as a program would have written it that checks nothing."""
    lines = list[TapeLine]()
    for line in read_tape(content).lines:
        body = json.loads(line.record.body)
        change = head if isinstance(line.record, JournalHead) else entry
        if change is not None:
            change(body)
        record = replace(line.record, body=msgspec.json.encode(body))
        if isinstance(record, JournalEntry):
            lines.append(entry_line(record, lines[-1].hash))
        else:
            lines.append(head_line(record))
    return render_tape(lines)


def put(folder: Path, path: str, content: bytes) -> None:
    """A file of the backup with other content, which the list names rightly. A later date makes it the newer one."""
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(content)
    relist(folder, lambda files: [*(one for one in files if one.path != path), _described(path, content)])


def _described(path: str, content: bytes) -> BackupFile:
    return describe_file(HouseholdFile(path, content, 4_000_000_000_000))


def relist(folder: Path, change: Callable[[list[BackupFile]], list[BackupFile]]) -> None:
    manifest = folder / "manifest.json"
    told = decode_manifest(manifest.read_bytes())
    manifest.write_bytes(encode_manifest(replace(told, files=tuple(change(list(told.files))))))


def tape_of(folder: Path) -> Path:
    return min(folder.glob("games/*/*.tape"))


def in_head(change: Callable[[Json], None]) -> Change:
    def do(folder: Path) -> None:
        tape = tape_of(folder)
        put(folder, tape.relative_to(folder).as_posix(), forge_tape(tape.read_bytes(), change, None))

    return do


def in_entries(change: Callable[[Json], None]) -> Change:
    def do(folder: Path) -> None:
        tape = tape_of(folder)
        put(folder, tape.relative_to(folder).as_posix(), forge_tape(tape.read_bytes(), None, change))

    return do


def named(name: str) -> Change:
    def change(body: Json) -> None:
        body["game"]["players"][0]["name"] = name

    return in_head(change)


def set_field(**fields: object) -> Callable[[Json], None]:
    return lambda body: body.update(fields)


def set_rules_title(body: Json) -> None:
    body["game"]["rules"]["title"] = ESCAPE


def gain_money(body: Json) -> None:
    body["game"]["players"][0]["cash"] += 500


def set_reason(body: Json) -> None:
    if "reason" in body["act"]:
        body["act"]["reason"] = ESCAPE


def set_new_name(body: Json) -> None:
    if body["act"]["type"] == "Rename":
        body["act"]["name"] = body["events"][0]["name"] = ESCAPE


def give_unknown_player_the_turn(body: Json) -> None:
    body["game"]["turn"] = 77


def give_unknown_player_a_deed(body: Json) -> None:
    body["game"]["titles"][0]["owner"] = 77


def move_unknown_player(body: Json) -> None:
    for event in body["events"]:
        if "player" in event:
            event["player"] = 77


def household(name: str, content: object) -> Change:
    return lambda folder: put(folder, f"household/{name}", json.dumps(content).encode())


def device(name: str, role: str, id: str = "0123456789abcdef") -> Change:
    paired = {"id": id, "name": name, "role": role, "seat": -1, "paired_at_ms": 0, "person": ""}
    return household("devices.json", {"format": 1, "devices": [paired]})


def sparse(folder: Path) -> None:
    """Four files that take no room on the stick, and 240 MB each for whoever reads them."""
    size = 240 * 1024 * 1024

    def named_so(files: list[BackupFile]) -> list[BackupFile]:
        paths = [f"games/20200101-0000-a{letter}/000001-20200101T000000.tape" for letter in "abcd"]
        for path in paths:
            (folder / path).parent.mkdir(parents=True)
            (folder / path).touch()
            os.truncate(folder / path, size)
        return [*files, *(BackupFile(path, size, "0" * 64) for path in paths)]

    relist(folder, named_so)


def only_newlines(folder: Path) -> None:
    tape = tape_of(folder)
    put(folder, tape.relative_to(folder).as_posix(), b"\n" * (20 * 1024 * 1024))


def linked_folder(folder: Path) -> None:
    games = tape_of(folder).parent
    games.rename(folder.parent / "elsewhere")
    games.symlink_to(folder.parent / "elsewhere", target_is_directory=True)


def linked_list(folder: Path) -> None:
    (folder / "manifest.json").rename(folder / "list")
    (folder / "manifest.json").symlink_to(folder / "list")


def long_list(folder: Path) -> None:
    relist(folder, lambda files: files + [replace(files[0], path=f"boards/b{number}.toml") for number in range(9_000)])


def listed_twice(folder: Path) -> None:
    relist(folder, lambda files: [*files, files[0]])


class HostileStick(NamedTuple):
    name: str
    change: Change
    told: str  # part of what the command must say


ROWS = (
    HostileStick("an escape in the title", in_head(set_field(title=ESCAPE)), "cannot be seen"),
    HostileStick("an escape in a name", named(f"Ann{ESCAPE}"), "cannot be seen"),
    HostileStick("a control character of one byte in a name", named("Ann\x9b2J"), "cannot be seen"),
    HostileStick("a name that turns the line around", named("Ann\u202e"), "cannot be seen"),
    HostileStick("a name of ten thousand letters", named("A" * 10_000), "at most 24 characters"),
    HostileStick("an empty name", named(""), "needs a name"),
    HostileStick("a name that cannot be seen", named("\u3164"), "cannot be seen"),
    HostileStick("a name that looks like another", named("Веn"), "mixes letters"),
    HostileStick("a name that looks like the Bank", named("BANК"), "mixes letters"),
    HostileStick("an escape in a token", in_head(set_field(tokens=["Car", ESCAPE])), "cannot be seen"),
    HostileStick("a title of ten thousand letters", in_head(set_field(title="A" * 10_000)), "at most 60 characters"),
    HostileStick("an escape in the name of the rules", in_head(set_rules_title), "cannot be seen"),
    HostileStick("an escape in a new name", in_entries(set_new_name), "cannot be seen"),
    HostileStick("an escape in a reason", in_entries(set_reason), "cannot be seen"),
    HostileStick("money from nowhere", in_head(gain_money), "sum to"),
    HostileStick("the turn of somebody who does not play", in_head(give_unknown_player_the_turn), "turn of player 78"),
    HostileStick("a deed of somebody who does not play", in_head(give_unknown_player_a_deed), "who does not play"),
    HostileStick("a player who does not play", in_entries(move_unknown_player), "does not fit"),
    HostileStick("a viewer who is the Banker now", device("Ben's iPhone", "banker"), "Ben's iPhone: the Banker"),
    HostileStick("a device with an escape in its name", device(f"Ben{ESCAPE}", "viewer"), "devices.json"),
    HostileStick("a device without an id", device("Ben's iPhone", "viewer", ""), "devices.json"),
    HostileStick(
        "an escape in the name of a token's tag",
        household("tags.json", {"format": 3, "tags": [{"uid": "04A1B2C3", "token": ESCAPE}], "spots": []}),
        "tags.json",
    ),
    HostileStick(
        "an escape in the players of the last game",
        household("last_choices.json", {"format": 1, "chosen": {"players": [{"name": ESCAPE}]}}),
        "last_choices.json",
    ),
    HostileStick("tags that are none", household("tags.json", ["x"]), "tags.json"),
    HostileStick(
        "settings that no table starts with",
        lambda folder: put(folder, "settings/companion.toml", b"[rig]\nkind = '\x1b[2J'\n"),
        "companion.toml is left as it is",
    ),
    HostileStick("four sparse files of 240 MB", sparse, "too large"),
    HostileStick("a tape of nothing but line ends", only_newlines, "not as a table writes it"),
    HostileStick("a folder that leads elsewhere", linked_folder, "it is not a file"),
    HostileStick("a list that leads elsewhere", linked_list, "manifest.json"),
    HostileStick("a list of thousands of files", long_list, "more files than"),
    HostileStick("a list with a file twice", listed_twice, "twice"),
)
