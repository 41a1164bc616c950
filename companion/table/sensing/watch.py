"""The watch over the board: what was felt, what the game moved, what was asked, and what is still to be put right."""

from collections.abc import Sequence

from companion.play.acts import RecordedMove
from companion.play.board_fixes import fixes_after
from companion.rules.state import Game
from companion.table.sensing.checklist import Checklist
from companion.table.sensing.evidence import Verdict, evidence
from companion.table.sensing.moved import Moves, arrived, moved_by, moved_in
from companion.table.sensing.question import Asked, Question, screen_is_right
from companion.table.sensing.sensed import Sensed
from companion.table.sensing.whereabouts import whereabouts
from hardware.signals import BoardKind, Signal


class Watch:
    """Told the time with everything it hears. It holds no game: that is shown to it at each look."""

    def __init__(self, sensed: Sensed, *, hand_dice: bool = False) -> None:
        self.sensed = sensed
        self.hand_dice = hand_dice
        self.moves: Moves = ()
        self.asked = Asked()
        self.to_put_right = Checklist()

    def begin(self, history: Sequence[RecordedMove], at_ms: int) -> None:
        """Another game is in play, or the same again after a stop."""
        self.moves, self.asked, self.to_put_right = moved_in(history, at_ms), Asked(), Checklist()

    def feel(self, signal: Signal) -> None:
        self.sensed = self.sensed.feel(signal)

    def follow(self, taken: RecordedMove, history: Sequence[RecordedMove], at_ms: int) -> None:
        """The game went on. `history` is every move of it, this one included."""
        self.moves = moved_by(self.moves, taken, at_ms)
        self.to_put_right = self.to_put_right.following(fixes_after(taken, history), taken.after, at_ms)

    def look(self, game: Game | None, now_ms: int) -> Verdict:
        self.sensed = self.sensed.tick(now_ms)
        verdict = evidence(self.sensed, game, self.moves, now_ms, asked=self.asked, hand_dice=self.hand_dice)
        self.asked = verdict.asked
        if verdict.arrived is not None and self.sensed.kind is BoardKind.IDENTIFYING:
            self.moves = arrived(self.moves, verdict.arrived)
        if game is not None:
            where = whereabouts(self.sensed, game, self.moves, hand_dice=self.hand_dice)
            self.to_put_right = self.to_put_right.see(where)
        return verdict

    def keep_screen(self, question: Question) -> None:
        """The answer is: the screen is right."""
        self.asked = screen_is_right(self.asked, question)
