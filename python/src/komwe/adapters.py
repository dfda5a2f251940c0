"""The games in the shapes of OpenSpiel, PettingZoo and Gymnasium.

None of these libraries is needed: the classes have their method names.  Where Gymnasium or PettingZoo
is installed, spaces are Gymnasium's and the environments are instances of their base classes.

Actions are those of :mod:`komwe.vector`; players 0 and 1 are South and North.
"""

from __future__ import annotations

import importlib
from typing import Any, Final, Iterator

import numpy as np

from .engine import Engine
from .errors import KomweError, whole
from .game import PLAYERS, Game, Player, Position, player_of
from .records import Record
from .vector import Actions, Arrays, Batch

TERMINAL: Final = -4  # OpenSpiel's number of the player to move in a finished game


def _optional(module: str, name: str, default: Any) -> Any:
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError:
        return default


class Discrete:
    """Gymnasium's Discrete where it is not installed: 0..n-1."""

    def __init__(self, n: int):
        self.n = n

    def contains(self, x: Any) -> bool:
        return 0 <= int(x) < self.n


class Box:
    """Gymnasium's Box where it is not installed: arrays of a shape."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: Any):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x: Any) -> bool:
        return bool(x.shape == self.shape and x.dtype == self.dtype)


class DictSpace(dict[str, Any]):
    """Gymnasium's Dict where it is not installed."""

    def contains(self, x: Any) -> bool:
        return set(x) == set(self) and all(self[key].contains(x[key]) for key in self)


_Discrete: Final = _optional("gymnasium.spaces", "Discrete", Discrete)
_Box: Final = _optional("gymnasium.spaces", "Box", Box)
_Dict: Final = _optional("gymnasium.spaces", "Dict", DictSpace)


# ---- OpenSpiel ----------------------------------------------------------------------------------


class SpielGame:
    """A game with the method names of OpenSpiel's Game."""

    def __init__(self, game: Game, max_plies: int = 1000):
        self.game = game
        self.actions = Actions(game)
        self.max_plies = whole(max_plies, "max_plies", 1, 1 << 20)

    def new_initial_state(self, text: str | None = None) -> SpielState:
        """A state at the start, or at the position of a text."""
        return SpielState(self, None if text is None else self.game.position(text))

    def num_distinct_actions(self) -> int:
        return self.actions.count

    def num_players(self) -> int:
        return 2

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def max_game_length(self) -> int:
        return self.max_plies

    def observation_tensor_shape(self) -> list[int]:
        return [int(Batch(self.game, 1, observation="counts", max_plies=1).observations.shape[1])]  # type: ignore[union-attr]


class SpielState:
    """A game being played, with the method names of OpenSpiel's State.

    A game of ``max_plies`` is a draw.
    """

    def __init__(self, game: SpielGame, start: Position | None = None):
        self._game = game
        self._record = Record(game.game, start)
        self._page = 0
        self._history: list[int] = []

    def get_game(self) -> SpielGame:
        return self._game

    @property
    def position(self) -> Position:
        return self._record.position

    def current_player(self) -> int:
        return TERMINAL if self.is_terminal() else PLAYERS.index(self.position.turn)

    def is_terminal(self) -> bool:
        return self._record.result is not None or len(self._record) >= self._game.max_plies

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self._game.actions.count

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in ascending order; none of a player who is not to move."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        position, actions = self.position, self._game.actions
        codes = position.moves()
        found = {actions.action(position, move, self._page) for move in codes}
        if actions.more is not None and any(move.code >> 10 > 32 * (self._page + 1)
                                            for move in codes):
            found.add(actions.more)
        return sorted(action for action in found if action is not None)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self.num_distinct_actions())]

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action, of the player to move; OpenSpiel lets the player be left out."""
        action = player if action is None else action
        if action == self._game.actions.more:
            return "more"
        return str(self._game.actions.move(self.position, action, self._page))

    def string_to_action(self, text: str) -> int:
        action = self._game.actions.action(self.position, text, self._page)
        if action is None:
            raise KomweError("this move is on another page", "illegal move")
        return action

    def apply_action(self, action: int) -> None:
        """Plays an action.

        Raises:
            KomweError: it is not legal, or the game is over.
        """
        if action not in self.legal_actions():
            raise KomweError(f"action {action} is not legal here", "illegal move")
        if action == self._game.actions.more:
            self._page += 1
        else:
            self._record.play(self._game.actions.move(self.position, action, self._page))
            self._page = 0
        self._history.append(int(action))

    def child(self, action: int) -> SpielState:
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self) -> SpielState:
        copied = SpielState(self._game, self._record.start)
        for action in self._history:
            copied.apply_action(action)
        return copied

    def history(self) -> list[int]:
        return list(self._history)

    def returns(self) -> list[float]:
        """1, 0 or -1 for both players; 0 while the game goes on."""
        result = self._record.result
        return [0.0 if result is None else float(result.reward(player)) for player in PLAYERS]

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def observation_string(self, player: int | None = None) -> str:
        return self.position.text

    information_state_string = observation_string

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The features of :class:`komwe.vector.Batch`, as the player to move sees them."""
        if self.position.is_over:
            return [0.0] * self._game.observation_tensor_shape()[0]
        batch = Batch(self._game.game, 1, observation="counts", max_plies=1)
        batch.set(0, self.position)
        assert batch.observations is not None
        return [float(feature) for feature in batch.observations[0]]

    def __str__(self) -> str:
        return self.position.board()


# ---- PettingZoo ---------------------------------------------------------------------------------

_AEC: Any = _optional("pettingzoo", "AECEnv", object)


class AgentEnv(_AEC):  # type: ignore[misc]
    """A game of two agents, ``"south"`` and ``"north"``, as PettingZoo's AECEnv.

    Observations are ``{"observation": uint8 [features], "action_mask": int8 [actions]}``.
    """

    metadata = {"name": "komwe", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game: Game, max_plies: int = 1000, render_mode: str | None = None):
        self._spiel = SpielGame(game, max_plies)
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(PLAYERS)
        shape = tuple(self._spiel.observation_tensor_shape())
        count = self._spiel.num_distinct_actions()
        self.observation_spaces: dict[str, Any] = {agent: _Dict({
            "observation": _Box(0, 255, shape, np.uint8),
            "action_mask": _Box(0, 1, (count,), np.int8)}) for agent in PLAYERS}
        self.action_spaces: dict[str, Any] = {agent: _Discrete(count) for agent in PLAYERS}
        self.reset()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.state_of_play = self._spiel.new_initial_state()
        self.agents: list[str] = list(self.possible_agents)
        self.rewards: dict[str, float] = {agent: 0.0 for agent in PLAYERS}
        self._cumulative_rewards: dict[str, float] = {agent: 0.0 for agent in PLAYERS}
        self.terminations: dict[str, bool] = {agent: False for agent in PLAYERS}
        self.truncations: dict[str, bool] = {agent: False for agent in PLAYERS}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in PLAYERS}
        self.agent_selection: str = self.state_of_play.position.turn

    def observe(self, agent: str) -> dict[str, Arrays]:
        mine = self.state_of_play.current_player() == self.possible_agents.index(agent)
        mask = np.zeros(self._spiel.num_distinct_actions(), np.int8)
        if mine:
            mask[self.state_of_play.legal_actions()] = 1
        features = np.array(self.state_of_play.observation_tensor(), np.uint8)
        return {"observation": features, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """Plays an action of the selected agent; None for one whose game has ended."""
        agent = self.agent_selection
        if self.terminations.get(agent) or self.truncations.get(agent):
            if action is not None:
                raise ValueError("an agent whose game has ended acts by None")
            self.agents.remove(agent)
            for table in (self.rewards, self._cumulative_rewards, self.terminations,
                          self.truncations, self.infos):
                table.pop(agent)  # type: ignore[attr-defined]
            self.agent_selection = self.agents[0] if self.agents else agent
            return
        self._cumulative_rewards[agent] = 0.0
        if action is None:
            raise ValueError("an agent acts by a number")
        self.state_of_play.apply_action(int(action))
        state = self.state_of_play
        self.rewards = dict(zip(self.possible_agents, state.returns()))
        if state.is_terminal():
            ended = state._record.result is not None
            self.terminations = {name: ended for name in PLAYERS}
            self.truncations = {name: not ended for name in PLAYERS}
            self.agent_selection = "north" if agent == "south" else "south"
        else:
            self.agent_selection = state.position.turn
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward

    def render(self) -> str:
        position = self.state_of_play.position
        return position.svg() if self.render_mode == "svg" else position.board()

    def close(self) -> None:
        """Nothing is held."""


# ---- Gymnasium ----------------------------------------------------------------------------------

_Vector: Any = _optional("gymnasium.vector", "VectorEnv", object)


class LevelEnv(_Vector):  # type: ignore[misc]
    """Games against the engine at a level, as Gymnasium's VectorEnv.

    Observations are uint8 [n, features]; ``infos["action_mask"]`` is bool [n, actions]; the reward
    is 1, 0 or -1 at the end of a game, after which the next one begins in the same step.
    """

    def __init__(self, game: Game, num_envs: int = 1, level: int = 1, player: Player = "south",
                 max_plies: int = 1000):
        self.num_envs = whole(num_envs, "num_envs", 1, 1 << 20)
        self._batch = Batch(game, num_envs, observation="counts", max_plies=max_plies)
        self._engine = Engine(memory=4)
        self._level = whole(level, "level", 1, 10)
        self._me = player_of(player)
        observations = self._batch.observations
        assert observations is not None
        self._shown = observations
        count = self._batch.actions.count
        self.single_observation_space = _Box(0, 255, observations.shape[1:], np.uint8)
        self.observation_space = _Box(0, 255, observations.shape, np.uint8)
        self.single_action_space = _Discrete(count)
        self.action_space = _optional("gymnasium.spaces", "MultiDiscrete", MultiDiscrete)(
            [count] * self.num_envs)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._batch.mask.copy()}

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begins all games anew; the seed is that of the engine's noise."""
        if seed is not None:
            self._engine.seed(seed)
        self._batch.reset()
        self._answer(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_),
                     np.zeros(self.num_envs, np.bool_))
        return self._shown.copy(), self._infos()

    def _answer(self, rewards: Arrays, terminated: Arrays, truncated: Arrays) -> None:
        """The engine's moves, until it is our turn in every game."""
        for index in range(self.num_envs):
            while self._batch.turn[index] != self._me:
                position = self._batch.position(index)
                move = self._engine.play(position, self._level)
                step = self._batch.step_to(index, move)
                rewards[index] += step.rewards[index, self._me]
                terminated[index] |= step.terminated[index]
                truncated[index] |= step.truncated[index]

    def step(self, actions: Any) -> tuple[Arrays, Arrays, Arrays, Arrays, dict[str, Any]]:
        """Our actions, then the engine's.

        Raises:
            KomweError: an action is not legal; nothing has been played.
        """
        step = self._batch.step(actions)
        rewards = step.rewards[:, self._me].copy()
        terminated, truncated = step.terminated.copy(), step.truncated.copy()
        self._answer(rewards, terminated, truncated)
        return self._shown.copy(), rewards, terminated, truncated, self._infos()

    def close(self, **kwargs: Any) -> None:
        self._engine.close()


class MultiDiscrete:
    """Gymnasium's MultiDiscrete where it is not installed."""

    def __init__(self, nvec: list[int]):
        self.nvec = np.array(nvec)

    def contains(self, x: Any) -> bool:
        return bool(x.shape == self.nvec.shape and ((0 <= x) & (x < self.nvec)).all())
