"""Dice as a record writes them: white ones, 1 to 6, and behind two of them the Speed Die: 1, 2, 3, `bus` or `mr`."""

from companion.record.words import Words, quoted
from companion.rules.commands import SPEED_FACES

WHITE_FACES = ("1", "2", "3", "4", "5", "6")
SPECIAL_FACES = ("bus", "mr")


def dice(words: Words, speed_die: bool) -> tuple[tuple[int, ...], str]:
    """The white dice and the Speed Die's face. Where it is played, it is the third of three.

    How many dice the moment asks for is the engine's to say.
    """
    columns, faces = [], []
    while words:
        columns.append(words.column)
        faces.append(_face(words))
    special = len(faces) - 1 if faces and faces[-1] in SPECIAL_FACES else -1
    if speed_die and len(faces) == 3:
        special = 2
        if faces[2] not in SPEED_FACES:
            raise words.wrong(f"a face of the Speed Die: {', '.join(SPEED_FACES)}", columns[2])
    for index, face in enumerate(faces):
        if face in SPECIAL_FACES and index != special:
            raise words.error(f"{quoted(face)} is the Speed Die's: expected it behind the white dice", columns[index])
    white = tuple(int(face) for index, face in enumerate(faces) if index != special)
    return white, faces[special] if special >= 0 else ""


def _face(words: Words) -> str:
    column = words.column
    face = words.take("a face of a die").text.casefold()
    if face not in WHITE_FACES and face not in SPECIAL_FACES:
        raise words.wrong("a face of a die, 1 to 6 (bus or mr for the Speed Die)", column)
    return face
