"""What was chosen for the last game, kept in the data folder: the next one starts from it.

The settings of the household come first. If they have changed since, they count again; the players stay.
"""

from pathlib import Path

from msgspec.structs import replace

from companion.play.acts import Start
from companion.play.setup import text_problem
from companion.rules.editions import Cards
from companion.table.games.kept_file import KeptFile, KeptRecord, record_format
from companion.table.messages.requests import NewGame
from companion.table.messages.setup import Theme, Usual, UsualPlayer

FILE = "last_choices.json"
MAX_BYTES = 200_000


class KeptChoices(KeptRecord, frozen=True, kw_only=True):
    settings: Usual = Usual()  # what companion.toml said at that time
    chosen: Usual | None = None


def _out_of_range(kept: KeptChoices) -> str:
    """What nobody can have typed."""
    for usual in (kept.settings, kept.chosen or kept.settings):
        for player in usual.players:
            if problem := text_problem(player.name):
                return problem.rstrip(".")
    return ""


CHOICES = record_format(FILE, MAX_BYTES, KeptChoices(), _out_of_range)


class LastChoices:
    """`trouble` says why the file cannot be read. Then the settings count, and the next choices are kept."""

    def __init__(self, data: Path, settings: Usual) -> None:
        self._settings = settings
        self._kept = KeptFile(data, CHOICES)

    @property
    def trouble(self) -> str:
        return self._kept.describe_trouble("What you chose last", "The next game starts afresh.")

    @property
    def usual(self) -> Usual:
        """What a new game starts from."""
        chosen = self._kept.value.chosen
        if chosen is None or self._kept.value.settings == self._settings:
            return chosen or self._settings
        return replace(self._settings, players=chosen.players, theme=chosen.theme)

    def keep_game(self, wanted: NewGame, start: Start) -> tuple[str, ...]:
        """Remembers what this game begins with. Returns what there is to tell."""
        rules, board = start.game.rules, start.game.board
        chosen_board = wanted.board.casefold() if wanted.corrections else board.key
        names = (player.name for player in start.game.players)
        chosen = Usual(
            rules.key,
            rules.variants,
            dict(wanted.options),
            self.usual.electronic_cards if rules.cards is Cards.TASK else bool(wanted.electronic_cards),
            start.dice or self.usual.dice,
            "" if chosen_board == rules.board else chosen_board,
            tuple(map(UsualPlayer, names, start.tokens, start.colours)),
            start.minutes,
            wanted.corrections,
            self.usual.theme,
        )
        return self._keep(chosen)

    def keep_theme(self, theme: Theme) -> tuple[str, ...]:
        return self._keep(replace(self.usual, theme=theme))

    def rename(self, before: str, after: str) -> None:
        """A player has another name from now on."""
        players = tuple(replace(one, name=after) if one.name == before else one for one in self.usual.players)
        if players != self.usual.players:
            self._keep(replace(self.usual, players=players))

    def _keep(self, chosen: Usual) -> tuple[str, ...]:
        try:
            aside = self._kept.keep(KeptChoices(settings=self._settings, chosen=chosen))
        except OSError as error:
            return (f"What you chose cannot be remembered for the next game: {error.strerror or error}.",)
        return (f"What you chose before could not be read. That file is kept as {aside}.",) if aside else ()
