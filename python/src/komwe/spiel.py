"""All games as one game of OpenSpiel, ``python_komwe``, which this module registers with pyspiel.

>>> import pyspiel, komwe.adapters
>>> game = pyspiel.load_game("python_komwe", {"game": "kalah", "options": "pits=4,seeds=3"})

``game`` is the id of a game, ``oware`` by default; ``options`` are texts like ``pits=4,seeds=3``, in
which ``:`` may stand for ``=``, that OpenSpiel keeps for itself where parameters are one text; a
game of ``max_plies`` is a draw.  Actions and observations are those of :mod:`komwe.vector`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel  # type: ignore[import]

from .adapters import SpielGame, SpielState
from .game import PLAYERS, Game
from .vector import Arrays

NAME: Final = "python_komwe"
DEFAULTS: Final[dict[str, Any]] = {"game": "oware", "options": "", "max_plies": 1000}

_TYPE: Final = pyspiel.GameType(
    short_name=NAME, long_name="Komwe's mancala games",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(PLAYERS), min_num_players=len(PLAYERS),
    provides_information_state_string=True, provides_information_state_tensor=False,
    provides_observation_string=True, provides_observation_tensor=True,
    parameter_specification=DEFAULTS)


def _options(text: str) -> dict[str, Any]:
    """The options in a text of a parameter."""
    pairs = (word.replace(":", "=").partition("=") for word in text.replace(",", " ").split())
    return {name: value for name, _, value in pairs}


class KomweGame(pyspiel.Game):  # type: ignore[misc]
    """A game of komwe as a Game of pyspiel."""

    def __init__(self, params: dict[str, Any] | None = None):
        chosen = DEFAULTS | (params or {})
        self.shape = SpielGame(Game(str(chosen["game"]), **_options(str(chosen["options"]))),
                               int(chosen["max_plies"]))
        shape = self.shape
        super().__init__(_TYPE, pyspiel.GameInfo(
            num_distinct_actions=shape.num_distinct_actions(), max_chance_outcomes=0,
            num_players=shape.num_players(), min_utility=shape.min_utility(),
            max_utility=shape.max_utility(), utility_sum=shape.utility_sum(),
            max_game_length=shape.max_game_length()), params or {})

    def new_initial_state(self) -> KomweState:
        """The start of the game."""
        return KomweState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KomweObserver:
        """What observes its states; all of a position is seen, whatever is asked for."""
        return KomweObserver(self.shape)


class KomweState(pyspiel.State):  # type: ignore[misc]
    """A game being played as a State of pyspiel, which asks the methods with a leading ``_``."""

    def __init__(self, game: KomweGame):
        super().__init__(game)
        self.play: SpielState = game.shape.new_initial_state()

    def current_player(self) -> int:
        """0 for South, 1 for North, or pyspiel's number for the end."""
        return self.play.current_player()  # TERMINAL is pyspiel's number

    def _legal_actions(self, player: int) -> list[int]:
        """The actions, ascending; those of :mod:`komwe.vector`."""
        return self.play.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        """Plays a legal action."""
        self.play.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The move as text."""
        return self.play.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or has lasted ``max_plies``."""
        return self.play.is_terminal()

    def returns(self) -> list[float]:
        """1, -1 or 0 for South and for North."""
        return self.play.returns()

    def __str__(self) -> str:
        return str(self.play)


class KomweObserver:
    """What OpenSpiel's PyObserver asks: the features of :class:`komwe.vector.Batch` as float32."""

    def __init__(self, game: SpielGame):
        self._game = game
        self.tensor: Arrays = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict: dict[str, Arrays] = {"observation": self.tensor}

    def set_from(self, state: KomweState, player: int) -> None:
        """Fills in ``tensor`` with what the player to move sees."""
        self.tensor[:] = self._game.observe(state.play.position)

    def string_from(self, state: KomweState, player: int) -> str:
        """The position as text."""
        return state.play.position.text


pyspiel.register_game(_TYPE, KomweGame)
