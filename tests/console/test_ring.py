"""The ring of the board: whose deeds, what is built, who stands where, and where a token must go."""

from msgspec.structs import replace
from textual.geometry import Size

from companion.console.colours import FELT, SeatMark
from companion.console.widgets.ring import RingSide, RingSizes, RingSpace, ring_spaces, space_lines
from companion.play.acts import Undo
from companion.rules.commands import BuyDeed, Mortgage, Roll
from companion.table.messages.views import DeviceView, TitleView
from companion.table.messages.wire import TablePrompts
from tests.console.screen_pilot import SMALL, settled, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, deed, game
from tests.table.fake_table import in_loop

RING = (120, 36)
SPACE = Size(6, 3)
SIZES = RingSizes(SPACE, SPACE)
ANNS, BENS = SeatMark("A", "#dd1144", "#ffffff"), SeatMark("B", "#6655ff", "#ffffff")
EIGHT = tuple(SeatMark(letter, "#dd1144", "#ffffff") for letter in "ABCDEFGH")


def drawn(space: RingSpace, size: Size = SPACE) -> list[str]:
    lines = [line.plain for line in space_lines(space, size)]
    assert [len(line) for line in lines] == [size.width] * size.height
    return [line.rstrip() for line in lines]


# One space


def test_a_deed_shows_its_owner_and_what_is_built() -> None:
    band = "#ffffff on #b8323a"
    built = [TitleView(0, count, mortgaged=False) for count in range(6)]
    lines = [drawn(RingSpace("Kentu", band, owner=ANNS, title=title))[1] for title in built]
    assert lines == ["▌A", "▌A  ⌂", "▌A ⌂⌂", "▌A 3⌂", "▌A 4⌂", "▌A H"]
    wide = [drawn(RingSpace("Kentucky", band, owner=ANNS, title=title), Size(9, 4))[1] for title in built]
    assert wide[3:] == ["▌A   ⌂⌂⌂", "▌A  ⌂⌂⌂⌂", "▌A    H"]


def test_a_mortgaged_deed_lies_face_down() -> None:
    space = RingSpace("Kentu", "#ffffff on #b8323a", owner=ANNS, title=TitleView(0, 0, mortgaged=True))
    assert drawn(space)[:2] == ["▌Kent", "▌A  m"]
    band = space_lines(space, SPACE)[0]
    assert "#b8323a on $surface" in {str(span.style) for span in band.spans}


def test_a_deed_for_sale_has_its_price_where_there_is_room() -> None:
    assert drawn(RingSpace("Kentucky", "#ffffff on #b8323a", price="$220"), Size(9, 4))[1] == "$220"


def test_tokens_stand_at_the_foot_and_eight_of_them_have_room() -> None:
    assert drawn(RingSpace("GO", tokens=(ANNS,)))[-1] == " A"
    assert drawn(RingSpace("GO", tokens=(ANNS, BENS)))[-1] == "A B"
    assert "".join(drawn(RingSpace("GO", tokens=EIGHT))[1:]).replace(" ", "") == "FGHABCDE"
    assert drawn(RingSpace("GO", tokens=EIGHT), Size(13, 4))[-1] == "ABCDEFGH"


def test_in_jail_is_not_visiting() -> None:
    assert drawn(RingSpace("Jail", tokens=(ANNS,), jailed=(BENS,)), Size(9, 4)) == ["Jail", "in  B", "", " A"]


def test_a_low_space_has_its_name_and_its_tokens() -> None:
    assert drawn(RingSpace("Orient", "#000000 on #9bd3ec", tokens=(ANNS, BENS)), Size(7, 1)) == ["OrieAB"]


# The way of a token


@in_loop
async def test_the_guide_counts_the_steps_and_marks_the_goal() -> None:
    async with shown(InMemoryTable(game(at={"Ann": 38}), Roll(ANN, (2, 4))), RING) as (app, _):
        ring = ring_spaces(app.state, SIZES, FELT)
        assert {at: space.step for at, space in enumerate(ring) if space.step} == {39: 1, 0: 2, 1: 3, 2: 4, 3: 5}
        assert [at for at, space in enumerate(ring) if space.goal_of] == [4]
        assert [at for at, space in enumerate(ring) if space.left_by] == [38]
        assert drawn(ring[4])[-1] == "▶ A ◀"
        assert drawn(ring[38])[-1] == "(A)"
        assert drawn(ring[39])[-1] == "    1"
        assert "▶ A ◀" in text_of(app)


@in_loop
async def test_a_token_sent_to_jail_takes_no_steps() -> None:
    async with shown(InMemoryTable(game(at={"Ann": 24}), Roll(ANN, (2, 4))), RING) as (app, _):
        ring = ring_spaces(app.state, SIZES, FELT)
        assert not any(space.step for space in ring)
        assert (ring[10].goal_of, ring[24].left_by) != (None, None)


@in_loop
async def test_the_guide_goes_when_the_board_has_seen_the_token() -> None:
    board = DeviceView("board", "present")
    async with shown(InMemoryTable(game(), Roll(ANN, (2, 4))), RING) as (app, pilot):
        app.change(replace(app.state, prompts=TablePrompts(devices=(board,), guides=("Car: move 6 spaces",))))
        await settled(pilot)
        assert "▶ A ◀" in text_of(app)
        app.change(replace(app.state, prompts=TablePrompts(devices=(board,))))
        await settled(pilot)
        assert "▶ A ◀" not in text_of(app)


@in_loop
async def test_an_undo_takes_the_guide_back() -> None:
    table = InMemoryTable(game(), Roll(ANN, (2, 4)))
    async with shown(table, RING) as (app, pilot):
        table.act(Undo())
        await settled(pilot)
        assert "▶ A ◀" not in text_of(app)


# The widget


def painted(sides: list[RingSide]) -> set[str]:
    return {side.id or "" for side in sides if side._repaint_required}


@in_loop
async def test_only_a_side_that_changed_is_painted() -> None:
    table = InMemoryTable(game(owns={"Ann": ["Reading"], "Ben": ["Water"]}))
    async with shown(table, RING) as (app, pilot):
        before = app.state
        table.act(Mortgage(ANN, deed("Reading")))
        await settled(pilot)
        after = app.state
        app.change(before)
        await settled(pilot)
        app.change(after)
        assert painted(list(app.screen.query(RingSide))) == {"side-bottom"}


@in_loop
async def test_the_ring_comes_and_goes_with_the_size_of_the_window() -> None:
    table = InMemoryTable(game(), Roll(ANN, (2, 4)), BuyDeed(ANN))
    async with shown(table, RING) as (app, pilot):
        large = text_of(app)
        assert "Orien" in large
        await pilot.resize_terminal(*SMALL)
        await settled(pilot)
        assert not any(side.region.height for side in app.screen.query(RingSide))
        await pilot.resize_terminal(*RING)
        await settled(pilot)
        assert text_of(app) == large
