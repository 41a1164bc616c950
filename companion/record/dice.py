"""Dice as a record writes them: white ones, 1 to 6, and behind two of them the Speed Die: 1, 2, 3, `bus` or `mr`."""

from companion.record.words import Word, Words
from companion.rules.commands import SPEED_FACES
from companion.rules.naming import quoted

WHITE_FACES = ("1", "2", "3", "4", "5", "6")
SPECIAL_FACES = ("bus", "mr")


def dice(words: Words, speed_die: bool) -> tuple[tuple[int, ...], str]:
    """The white dice and the Speed Die's face. Where it is played, it is the third of three.

    How many dice the moment asks for is the engine's to say.
    """
    faces: list[Word] = []
    while words:
        faces.append(_face(words))
    speed = ""
    if faces and (faces[-1].text in SPECIAL_FACES or (speed_die and len(faces) == 3)):
        speed = _speed_face(words, faces.pop())
    return tuple(_white(words, face) for face in faces), speed


def _face(words: Words) -> Word:
    column = words.column
    face = words.take("a face of a die").text.casefold()
    if face not in WHITE_FACES and face not in SPECIAL_FACES:
        raise words.wrong("a face of a die, 1 to 6 (bus or mr for the Speed Die)", column)
    return Word(face, column)


def _speed_face(words: Words, face: Word) -> str:
    if face.text not in SPEED_FACES:
        raise words.wrong(f"a face of the Speed Die: {', '.join(SPEED_FACES)}", face.column)
    return face.text


def _white(words: Words, face: Word) -> int:
    if face.text in SPECIAL_FACES:
        raise words.error(f"{quoted(face.text)} is the Speed Die's: expected it behind the white dice", face.column)
    return int(face.text)
