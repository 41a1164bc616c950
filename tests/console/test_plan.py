"""What goes where, for every size of a terminal and any number of players: nothing overlaps or is too small."""

from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size

from companion.console.plan import ALONG, LOWEST, MARGIN, NARROWEST, OF_SIDE, SIDE_LEAST, table_plan

SIZES = st.builds(Size, st.integers(1, 320), st.integers(1, 100))


@given(SIZES, st.integers(2, 8), st.sampled_from([1, 3]))
def test_everything_has_its_place(screen: Size, players: int, foot: int) -> None:
    plan = table_plan(screen, players, foot=foot)
    assert plan.player >= 1
    if not plan.has_ring:
        assert (plan.side, plan.middle.width) == (screen.width, screen.width)
        used = players * plan.player + OF_SIDE + plan.middle.height + foot
        assert used == screen.height or plan.middle.height == 0
        return
    assert MARGIN + plan.ring.width + plan.side == screen.width
    assert plan.ring.height + foot <= screen.height
    assert plan.side >= SIDE_LEAST
    assert players * plan.player + OF_SIDE + foot <= screen.height
    assert plan.space.width >= NARROWEST
    assert plan.space.height >= LOWEST
    assert plan.corner.width >= plan.space.width
    assert plan.corner.height >= plan.space.height
    assert plan.middle == Size(9 * plan.space.width, 9 * plan.space.height)


@given(SIZES, st.integers(2, 8))
def test_a_larger_window_never_takes_the_ring_away(screen: Size, players: int) -> None:
    larger = Size(screen.width + 1, screen.height + 1)
    assert table_plan(larger, players).has_ring >= table_plan(screen, players).has_ring


def test_the_sizes_that_are_looked_at() -> None:
    assert not table_plan(Size(80, 24), 4).has_ring
    assert not table_plan(Size(109, 60), 2).has_ring
    assert not table_plan(Size(200, 33), 2).has_ring
    spaces = {size: table_plan(Size(*size), 8).space for size in ((110, 34), (120, 36), (160, 45), (200, 50))}
    assert spaces == {(110, 34): (6, 3), (120, 36): (6, 3), (160, 45): (9, 4), (200, 50): (12, 4)}
    assert table_plan(Size(160, 45), 2).ring == Size(105, 2 * 4 + 9 * 4)
    assert ALONG * 4 == 44


def test_players_have_two_lines_where_sixteen_rows_remain() -> None:
    assert [table_plan(Size(80, 24), players).player for players in (2, 4, 5, 8)] == [2, 2, 1, 1]
    assert table_plan(Size(80, 32), 8).player == 2
