"""Reads a QR code of bytes, as a phone does once it has found the modules: without mending any that are wrong."""

from collections.abc import Callable, Iterator, Sequence

# By level and version: blocks, and bytes of each without those that mend errors (ISO/IEC 18004, table 9).
LEVEL_M, LEVEL_H, LEVEL_Q = 0b00, 0b10, 0b11
BLOCKS = {
    LEVEL_M: {1: (1, 16), 2: (1, 28), 3: (1, 44), 4: (2, 32), 5: (2, 43), 6: (4, 27)},
    LEVEL_Q: {1: (1, 13), 2: (1, 22), 3: (2, 17), 4: (2, 24), 6: (4, 19)},
    LEVEL_H: {1: (1, 9), 2: (1, 16), 3: (2, 13), 4: (4, 9), 6: (4, 15)},
}
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, _: row % 2 == 0,
    lambda _, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
FORMAT_MASK, OF_BYTES = 0b10101, 0b0100


def read_code(rows: Sequence[Sequence[int]]) -> str:
    size = len(rows)
    version = (size - 17) // 4
    format = int("".join(str(int(rows[8][column])) for column in range(5)), 2) ^ FORMAT_MASK
    level, mask = format >> 3, MASKS[format & 0b111]
    bits = [int(rows[row][column]) ^ mask(row, column) for row, column in _places(size)]
    everything = [int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits) - 7, 8)]
    blocks, each = BLOCKS[level][version]
    told = bytes(everything[place * blocks + block] for block in range(blocks) for place in range(each))
    stream = int.from_bytes(told, "big")
    total = 8 * len(told)
    assert stream >> (total - 4) == OF_BYTES, "not a code of bytes"
    length = stream >> (total - 12) & 0xFF
    return (stream >> (total - 12 - 8 * length) & (1 << 8 * length) - 1).to_bytes(length, "big").decode()


def _places(size: int) -> Iterator[tuple[int, int]]:
    """Where the bits stand, in their order: up and down in pairs of columns, around what every code has."""
    columns = [column for column in range(size - 1, 0, -2) if column > 6] + [5, 3, 1]
    for pair, right in enumerate(columns):
        for row in range(size - 1, -1, -1) if pair % 2 == 0 else range(size):
            for column in (right, right - 1):
                if not _is_fixed(row, column, size):
                    yield row, column


def _is_fixed(row: int, column: int, size: int) -> bool:
    is_corner = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
    is_alignment = size > 21 and abs(row - (size - 7)) <= 2 and abs(column - (size - 7)) <= 2
    return is_corner or is_alignment or 6 in (row, column)
