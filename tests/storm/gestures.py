"""Every gesture of a storm: what the table asks for, and everything else that hands, tags and devices can do."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.play.whose_turn import waited_for
from companion.rules.cards import Deck
from companion.rules.pending_steps import CardDue
from companion.table.gestures.tags import CardTag, DeedTag, JailTag, PlayerTag, TokenTag
from hardware.board import BOARD
from hardware.buttons import SEATS
from hardware.rig import DICE_DISPLAY, LAMPS, SPEAKER
from tests.storm.furniture import READERS
from tests.storm.hand import RigHand

if TYPE_CHECKING:
    from tests.storm.world import StormWorld

MAX_RESTING = 3
DEVICES = (*READERS, BOARD, LAMPS, SPEAKER, DICE_DISPLAY, "dice", "confirm")


class ClumsyHands(RigHand):
    def step(self, world: "StormWorld") -> None:
        self.join(world)
        self.idle(world)
        for _ in range(world.odds.hands):
            world.tally["gestures"] += 1
            name, gesture = world.rng.choice(GESTURES)
            world.tally[name] += 1
            gesture(self, world)

    # What the table asks for

    def honest(self, world: "StormWorld") -> None:
        if world.process is None or world.session.game.over:
            self.press(world, world.rng.choice(("dice", "confirm")))
        elif world.rng.happens(0.5) and self._set_right(world):
            self.wait(world, 1_200)
        elif world.rng.happens(0.5) and self.questions(world):
            self.decide(world)
        elif world.furniture.hand_dice and world.rng.happens(0.3):
            self.go_and_say(world)
        elif self.is_short(world):
            self.raise_or_give_up(world)
        elif self.is_jailed(world) and world.rng.happens(0.5):
            self.leave_jail(world)
        else:
            self._answer(world)
            self.linger(world)

    def _set_right(self, world: "StormWorld") -> bool:
        """Put one token where the game has it."""
        furniture = world.furniture
        if furniture.rig.board is None:
            return False
        stands = furniture.rig.board.standing
        for seat, piece in enumerate(world.session.start.tokens):
            uid, player = furniture.tag_of(TokenTag(piece)), world.session.game.players[seat]
            if not player.is_out and stands.get(uid) != player.place:
                self.pull(world, lambda rig, uid=uid, place=player.place: rig.put(uid, place))  # type: ignore[misc]
                return True
        return False

    def _answer(self, world: "StormWorld") -> None:
        game, rng = world.session.game, world.rng
        first = game.pending[0] if game.pending else None
        seat = rng.choice(waited_for(game) or game.still_in())
        if isinstance(first, CardDue) and rng.happens(0.6):
            self.tap(world, _some_card(world, first.deck))
        elif not game.pending and game.throw_due and rng.happens(0.8):
            self.press(world, "dice")
        elif rng.happens(0.6):
            self.press(world, rng.choice(("confirm", SEATS[seat])))
        else:
            self.tap(world, world.furniture.tag_of(PlayerTag(seat)))

    # Everything else

    def any_button(self, world: "StormWorld") -> None:
        self.press(world, world.rng.choice(("dice", "confirm", "cancel", world.rng.choice(SEATS))))
        self.linger(world)

    def double_press(self, world: "StormWorld") -> None:
        button = world.rng.choice(("dice", "confirm", world.rng.choice(SEATS)))
        self.press(world, button)
        self.wait(world, world.rng.randint(1, 300))
        self.press(world, button)

    def bounce(self, world: "StormWorld") -> None:
        self.chatter_once(world, world.rng.choice(("dice", "dice", "confirm", world.rng.choice(SEATS))))
        self.linger(world)

    def hold(self, world: "StormWorld") -> None:
        self.hold_down(world, world.rng.choice(("cancel", "cancel", "dice", "confirm")))
        if world.rng.happens(0.5):
            self.press(world, "confirm")

    def let_go(self, world: "StormWorld") -> None:
        """Release every button, and clear the readers."""
        rig = world.furniture.rig
        for button in rig.buttons.names:
            if rig.buttons.is_down(button):
                self.pull(world, lambda rig, button=button: rig.edge(button, False))  # type: ignore[misc]
        for reader in READERS:
            self.clear(world, reader)

    def look_at_deed(self, world: "StormWorld") -> None:
        """And perhaps take what it offers, or cancel."""
        self.tap(world, world.rng.choice(world.furniture.of(DeedTag)))
        if world.rng.happens(0.5) and world.process is not None:
            self._answer(world)
        elif world.rng.happens(0.3):
            self.walk_on(world)

    def player_card(self, world: "StormWorld") -> None:
        self.tap(world, world.rng.choice(world.furniture.of(PlayerTag)))

    def drawn_card(self, world: "StormWorld") -> None:
        self.tap(world, world.rng.choice(world.furniture.of(CardTag)))

    def way_out(self, world: "StormWorld") -> None:
        self.tap(world, world.rng.choice(world.furniture.of(JailTag)))

    def token_on_reader(self, world: "StormWorld") -> None:
        self.tap(world, world.rng.choice(world.furniture.of(TokenTag)))

    def unknown(self, world: "StormWorld") -> None:
        world.tally["strange tags"] += 1
        self.tap(world, world.furniture.new_uid(world.rng))

    def foreign(self, world: "StormWorld") -> None:
        world.tally["strange tags"] += 1
        self.tap(world, world.rng.choice(world.furniture.foreign))

    def ghost(self, world: "StormWorld") -> None:
        """A tag that nobody laid there is read: often garbled, and in one poll only."""
        rng, furniture = world.rng, world.furniture
        uid = rng.choice(furniture.of(PlayerTag))
        if rng.happens(0.7):
            world.tally["strange tags"] += 1
            uid = furniture.misread(rng, uid)
        self.tap(world, uid, for_ms=1)

    def double_tap(self, world: "StormWorld") -> None:
        uid, reader = world.rng.choice(world.furniture.of(PlayerTag)), world.rng.choice(READERS)
        for _ in range(2):
            self.lay(world, reader, uid)
            self.wait(world, world.rng.randint(1, 200))
            self.lift(world, reader, uid)
            self.wait(world, world.rng.choice((50, 450)))

    def clone(self, world: "StormWorld") -> None:
        uid = world.rng.choice((*world.furniture.of(PlayerTag), *world.furniture.of(CardTag)))
        for reader in READERS:
            self.lay_twin(world, reader, uid)
            self.wait(world, world.rng.choice((1, 100)))
        for reader in READERS:
            self.lift(world, reader, uid)
        self.linger(world)

    def rest(self, world: "StormWorld") -> None:
        """A card is left lying, and is read badly at times."""
        rig, rng = world.furniture.rig, world.rng
        reader = rng.choice(READERS)
        if sum(len(one.lying) for one in rig.readers.values()) >= MAX_RESTING:
            self.let_go(world)
        self.lay(world, reader, rng.choice(tuple(world.furniture.tags)))
        self.pull(world, lambda rig: (rig.garble if rng.happens(0.5) else rig.overlook)(reader, rng.randint(1, 2)))
        self.wait(world, 600)

    def crowd(self, world: "StormWorld") -> None:
        reader, tags = world.rng.choice(READERS), world.furniture.of(PlayerTag)
        both = world.rng.choice(tags), world.rng.choice((*tags, *world.furniture.foreign))
        for uid in both:
            self.lay_twin(world, reader, uid)
        self.wait(world, 200)
        for uid in both:
            self.lift(world, reader, uid)
        self.linger(world)

    def put_token(self, world: "StormWorld") -> None:
        uid = world.rng.choice((*world.furniture.of(TokenTag), *world.furniture.foreign))
        space = world.rng.below(40)
        self.pull(world, lambda rig: rig.put(uid, space) if world.rng.happens(0.7) else rig.pick_up(uid))
        self.linger(world)

    def knock_over(self, world: "StormWorld") -> None:
        self.pull(world, lambda rig: rig.knock_over(world.rng.below(3)))
        self.linger(world)

    def lose(self, world: "StormWorld") -> None:
        device = world.rng.choice(DEVICES)
        self.pull(world, lambda rig: rig.lose(device))
        self.linger(world)

    def find(self, world: "StormWorld") -> None:
        """Every device is plugged in again."""
        for device in DEVICES:
            self.pull(world, lambda rig, device=device: rig.find(device))  # type: ignore[misc]
        self.linger(world)

    def decide(self, world: "StormWorld") -> None:
        """The Banker answers the questions about the board."""
        for question in self.questions(world):
            world.hand_watch.decide(world, question.number, board_is_right=world.rng.happens(0.5))


def _some_card(world: "StormWorld", deck: Deck) -> str:
    """Most of the time from the deck that is due."""
    tags = [uid for uid, what in world.furniture.tags.items() if isinstance(what, CardTag)]
    of_deck = [uid for uid in tags if getattr(world.furniture.tags[uid], "card", "").startswith(deck.value)]
    return world.rng.choice(of_deck if world.rng.happens(0.9) else tags)


Gesture = tuple[str, Callable[[ClumsyHands, "StormWorld"], None]]
GESTURES: tuple[Gesture, ...] = (
    *[("honest gestures", ClumsyHands.honest)] * 20,
    *[("walks with cancel", ClumsyHands.walk_on)] * 3,
    ("throws told by tokens", ClumsyHands.go_and_say),
    ("answers about the board", ClumsyHands.decide),
    ("let go", ClumsyHands.let_go),
    ("any buttons", ClumsyHands.any_button),
    ("double presses", ClumsyHands.double_press),
    ("bounces", ClumsyHands.bounce),
    ("holds", ClumsyHands.hold),
    ("deeds looked at", ClumsyHands.look_at_deed),
    ("player cards", ClumsyHands.player_card),
    ("drawn cards", ClumsyHands.drawn_card),
    ("ways out", ClumsyHands.way_out),
    ("tokens on a reader", ClumsyHands.token_on_reader),
    ("unknown tags", ClumsyHands.unknown),
    ("foreign tags", ClumsyHands.foreign),
    ("ghost taps", ClumsyHands.ghost),
    ("double taps", ClumsyHands.double_tap),
    ("clones", ClumsyHands.clone),
    ("resting cards", ClumsyHands.rest),
    ("crowds", ClumsyHands.crowd),
    ("tokens put anywhere", ClumsyHands.put_token),
    ("knocked over", ClumsyHands.knock_over),
    ("devices lost", ClumsyHands.lose),
    ("devices found", ClumsyHands.find),
)
