"""The games in the shapes of OpenSpiel, PettingZoo and Gymnasium.

None of these libraries is needed: the classes have their method names.  Where Gymnasium or PettingZoo
is installed, spaces are Gymnasium's and the environments are instances of their base classes.  Where
OpenSpiel's pyspiel is, all games are registered there, as :mod:`komwe.spiel` says.

Actions are those of :mod:`komwe.vector`; players 0 and 1 are South and North.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import operator
from typing import Any, Callable, Final, Iterator

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
        self._random = np.random.default_rng()

    def contains(self, x: Any) -> bool:
        """Whether it is a whole number 0..n-1."""
        whole_number = isinstance(x, (int, np.integer)) and not isinstance(x, bool)
        return whole_number and 0 <= int(x) < self.n

    __contains__ = contains

    def seed(self, seed: int | None = None) -> None:
        """Begins the numbers of :meth:`sample` anew."""
        self._random = np.random.default_rng(seed)

    def sample(self, mask: Arrays | None = None) -> Any:
        """Any of the numbers, or of those that an int8 [n] mask has 1 for."""
        allowed = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return np.int64(self._random.choice(allowed) if len(allowed) else 0)


class Box:
    """Gymnasium's Box where it is not installed: arrays of a shape."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: Any):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x: Any) -> bool:
        """Whether it is an array of that shape and dtype, within the bounds."""
        return isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype and \
            bool(((self.low <= x) & (x <= self.high)).all())

    __contains__ = contains


class DictSpace(dict[str, Any]):
    """Gymnasium's Dict where it is not installed."""

    def contains(self, x: Any) -> bool:
        """Whether each of its values is in the space of that key."""
        return isinstance(x, dict) and set(x) == set(self) and \
            all(self[key].contains(x[key]) for key in self)


class MultiDiscrete:
    """Gymnasium's MultiDiscrete where it is not installed."""

    def __init__(self, nvec: list[int]):
        self.nvec = np.array(nvec)
        self._random = np.random.default_rng()

    def contains(self, x: Any) -> bool:
        """Whether it is an array of whole numbers, each 0..n-1."""
        return isinstance(x, np.ndarray) and x.shape == self.nvec.shape and \
            x.dtype.kind in "iu" and bool(((0 <= x) & (x < self.nvec)).all())

    __contains__ = contains

    def seed(self, seed: int | None = None) -> None:
        """Begins the numbers of :meth:`sample` anew."""
        self._random = np.random.default_rng(seed)

    def sample(self) -> Arrays:
        """A number of each space: int64."""
        return self._random.integers(0, self.nvec)


_Discrete: Final = _optional("gymnasium.spaces", "Discrete", Discrete)
_Box: Final = _optional("gymnasium.spaces", "Box", Box)
_Dict: Final = _optional("gymnasium.spaces", "Dict", DictSpace)
_MultiDiscrete: Final = _optional("gymnasium.spaces", "MultiDiscrete", MultiDiscrete)


# ---- OpenSpiel ----------------------------------------------------------------------------------


class SpielGame:
    """A game with the method names of OpenSpiel's Game."""

    def __init__(self, game: Game, max_plies: int = 1000):
        self.game = game
        self.actions = Actions(game)
        self.max_plies = whole(max_plies, "max_plies", 1, 1 << 20)
        self._observer = Batch(game, 1, observation="counts", max_plies=1)

    def new_initial_state(self, text: str | None = None) -> SpielState:
        """A state at the start, or at the position of a text."""
        return SpielState(self, None if text is None else self.game.position(text))

    def num_distinct_actions(self) -> int:
        """How many actions :mod:`komwe.vector` numbers."""
        return self.actions.count

    def num_players(self) -> int:
        """Always 2."""
        return 2

    def min_utility(self) -> float:
        """-1.0, of who has lost."""
        return -1.0

    def max_utility(self) -> float:
        """1.0, of who has won."""
        return 1.0

    def utility_sum(self) -> float:
        """0.0: what one wins the other loses."""
        return 0.0

    def max_game_length(self) -> int:
        """The plies after which a game is a draw."""
        return self.max_plies

    def max_chance_outcomes(self) -> int:
        """0: nothing is left to chance."""
        return 0

    def get_parameters(self) -> dict[str, Any]:
        """What :mod:`komwe.spiel` makes this game of."""
        return {"game": self.game.id, "options": self.game.options_text, "max_plies": self.max_plies}

    def observation_tensor_shape(self) -> list[int]:
        """``[features]``."""
        return list(self.observe(self.game.start()).shape)

    def observation_tensor_size(self) -> int:
        """How many features there are."""
        return self.observation_tensor_shape()[0]

    def observe(self, position: Position) -> Arrays:
        """The features of :class:`komwe.vector.Batch`, as the player to move sees them: uint8."""
        return self._observer.observe(position)

    def deserialize_state(self, text: str) -> SpielState:
        """The state whose :meth:`SpielState.serialize` is this text.

        Raises:
            KomweError: it is none of this game.
        """
        try:
            start, history = json.loads(text)
            state = self.new_initial_state(start)
            for action in history:
                state.apply_action(action)
        except (ValueError, TypeError):
            raise KomweError("this text is no state") from None
        return state


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
        """The game that is played."""
        return self._game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._record.position

    def current_player(self) -> int:
        """0 (South) or 1 (North) who is to move, or ``TERMINAL``."""
        return TERMINAL if self.is_terminal() else PLAYERS.index(self.position.turn)

    def is_terminal(self) -> bool:
        """Whether the game has a result, or ``max_plies`` plies."""
        return self._record.result is not None or len(self._record) >= self._game.max_plies

    def is_truncated(self) -> bool:
        """Whether the game was ended by ``max_plies``, without a result."""
        return self.is_terminal() and self._record.result is None

    def is_chance_node(self) -> bool:
        """Always False."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Always False."""
        return False

    def is_player_node(self) -> bool:
        """Whether somebody is to move."""
        return not self.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Always empty."""
        return []

    def num_players(self) -> int:
        """Always 2."""
        return 2

    def num_distinct_actions(self) -> int:
        """How many actions :mod:`komwe.vector` numbers."""
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
        """1 for each legal action, 0 for the others: ``[actions]``."""
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self.num_distinct_actions())]

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action, of the player to move; OpenSpiel lets the player be left out."""
        action = player if action is None else action
        if action == self._game.actions.more:
            return "more"
        return str(self._game.actions.move(self.position, action, self._page))

    def string_to_action(self, text: str) -> int:
        """The action of a text.

        Raises:
            KomweError: it is no move, or on another page.
        """
        action = self._game.actions.action(self.position, text, self._page)
        if action is None:
            raise KomweError("this move is on another page", "illegal move")
        return action

    def apply_action(self, action: int) -> None:
        """Plays an action.

        Raises:
            KomweError: it is not legal, or the game is over.
        """
        try:
            legal = operator.index(action) in self.legal_actions()
        except TypeError:
            legal = False
        if not legal:
            raise KomweError(f"action {action!r} is not legal here", "illegal move")
        if action == self._game.actions.more:
            self._page += 1
        else:
            self._record.play(self._game.actions.move(self.position, action, self._page))
            self._page = 0
        self._history.append(operator.index(action))

    def play(self, move: str) -> None:
        """Plays a move, and before it the actions that turn to its page.

        Raises:
            KomweError: it is not legal, or the game is over.
        """
        while (action := self._game.actions.action(self.position, move, self._page)) is None:
            self.apply_action(self._game.actions.count - 1)  # the last one turns the page
        self.apply_action(action)

    def child(self, action: int) -> SpielState:
        """The state after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self) -> SpielState:
        """A copy that is played on its own."""
        copied = SpielState(self._game, self._record.start)
        for action in self._history:
            copied.apply_action(action)
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielState:
        return self.clone()

    def history(self) -> list[int]:
        """The actions played."""
        return list(self._history)

    def history_str(self) -> str:
        """The same as a text."""
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        """How many actions were played."""
        return len(self._history)

    def serialize(self) -> str:
        """A text of which :meth:`SpielGame.deserialize_state` makes the same state."""
        return json.dumps([self._record.start.text, self._history])

    def returns(self) -> list[float]:
        """1, 0 or -1 for both players; 0 while the game goes on."""
        result = self._record.result
        return [0.0 if result is None else float(result.reward(player)) for player in PLAYERS]

    rewards = returns

    def player_return(self, player: int) -> float:
        """That of a player."""
        return self.returns()[player]

    player_reward = player_return

    def observation_string(self, player: int | None = None) -> str:
        """The position as a text."""
        return self.position.text

    information_state_string = observation_string

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The features of :class:`komwe.vector.Batch`, as the player to move sees them."""
        return [float(feature) for feature in self._game.observe(self.position)]

    def __str__(self) -> str:
        return self.position.board()


# ---- PettingZoo ---------------------------------------------------------------------------------

_AEC: Any = _optional("pettingzoo", "AECEnv", object)


class AgentEnv(_AEC):  # type: ignore[misc]
    """A game of two agents, ``"south"`` and ``"north"``, as PettingZoo's AECEnv.

    Observations are ``{"observation": uint8 [features], "action_mask": int8 [actions]}``, the
    features as the agent to move sees them, the mask without an action for the other.
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

    @property
    def num_agents(self) -> int:
        """Agents that have not left."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """All agents."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Any:
        """This environment itself."""
        return self

    def observation_space(self, agent: str) -> Any:
        """A Dict of ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """A Discrete of all actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew; nothing is random, so that ``seed`` changes nothing."""
        self.state_of_play = self._spiel.new_initial_state()
        self.agents: list[str] = list(self.possible_agents)
        self.rewards: dict[str, float] = {agent: 0.0 for agent in PLAYERS}
        self._cumulative_rewards: dict[str, float] = {agent: 0.0 for agent in PLAYERS}
        self.terminations: dict[str, bool] = {agent: False for agent in PLAYERS}
        self.truncations: dict[str, bool] = {agent: False for agent in PLAYERS}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in PLAYERS}
        self.agent_selection: str = self.state_of_play.position.turn

    def observe(self, agent: str) -> dict[str, Arrays]:
        """The observation of an agent: see the class."""
        mine = self.state_of_play.current_player() == self.possible_agents.index(agent)
        mask = np.zeros(self._spiel.num_distinct_actions(), np.int8)
        if mine:
            mask[self.state_of_play.legal_actions()] = 1
        return {"observation": self._spiel.observe(self.state_of_play.position),
                "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Of the agent to move: observation, reward since it moved, terminated, truncated, info."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents to move, until all have left or ``max_iter`` have moved."""
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
            self.rewards = {name: 0.0 for name in self.agents}  # they were given before
            self.agent_selection = self.agents[0] if self.agents else agent
            return
        self._cumulative_rewards[agent] = 0.0
        if action is None:
            raise ValueError("an agent acts by a number")
        self.state_of_play.apply_action(action)
        state = self.state_of_play
        self.rewards = dict(zip(self.possible_agents, state.returns()))
        if state.is_terminal():
            cut = state.is_truncated()
            self.terminations = {name: not cut for name in PLAYERS}
            self.truncations = {name: cut for name in PLAYERS}
            self.agent_selection = "north" if agent == "south" else "south"
        else:
            self.agent_selection = state.position.turn
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward

    def render(self) -> str:
        """The board as text, or as SVG."""
        position = self.state_of_play.position
        return position.svg() if self.render_mode == "svg" else position.board()

    def close(self) -> None:
        """Nothing is held."""


# ---- Gymnasium ----------------------------------------------------------------------------------

_Vector: Any = _optional("gymnasium.vector", "VectorEnv", object)
_Single: Any = _optional("gymnasium", "Env", object)
_Autoreset: Any = _optional("gymnasium.vector", "AutoresetMode", None)


def _played(env: Any, play: Callable[[], Any]) -> Any:
    """Begins a step of an environment by our moves; it is whole again when the engine has answered."""
    if not env._is_whole:
        raise KomweError("Ctrl-C has ended a step in its middle: reset() begins anew")
    env._is_whole = False
    try:
        return play()
    except KomweError:  # nothing has been played
        env._is_whole = True
        raise


class LevelEnv(_Vector):  # type: ignore[misc]
    """Games against the engine at a level, as Gymnasium's VectorEnv.

    Observations are uint8 [n, features]; ``infos["action_mask"]`` is bool [n, actions]; the reward
    is 1, 0 or -1 at the end of a game, after which the next one begins in the same step.  Then
    ``infos["final_obs"]`` are uint8 [n, features] of games that have ended, as the player to move
    there would see them, and ``infos["_final_obs"]`` says which, bool [n].  A step or a reset that
    Ctrl-C has ended leaves games in its middle: only :meth:`reset` goes on.
    """

    metadata = {"render_modes": [],
                "autoreset_mode": "SameStep" if _Autoreset is None else _Autoreset.SAME_STEP}

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
        self._is_whole = True
        self._final = np.zeros_like(observations)
        count = self._batch.actions.count
        self.single_observation_space = _Box(0, 255, observations.shape[1:], np.uint8)
        self.observation_space = _Box(0, 255, observations.shape, np.uint8)
        self.single_action_space = _Discrete(count)
        self.action_space = _MultiDiscrete([count] * self.num_envs)

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begins all games anew; the seed is that of the engine's noise."""
        self._is_whole = False
        if seed is not None:
            self._engine.seed(seed)
        self._batch.reset()
        self._answer(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_),
                     np.zeros(self.num_envs, np.bool_))
        self._is_whole = True
        return self._shown.copy(), {"action_mask": self._batch.mask.copy()}

    def _keep_final(self, index: int) -> None:
        position = self._batch.final_position(index)
        if position is not None:
            self._final[index] = self._batch.observe(position)

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
                self._keep_final(index)

    def step(self, actions: Any) -> tuple[Arrays, Arrays, Arrays, Arrays, dict[str, Any]]:
        """Our actions, then the engine's.

        Raises:
            KomweError: an action is not legal; nothing has been played.
        """
        step = _played(self, lambda: self._batch.step(actions))
        rewards = step.rewards[:, self._me].copy()
        terminated, truncated = step.terminated.copy(), step.truncated.copy()
        for index in np.flatnonzero(terminated | truncated):
            self._keep_final(int(index))
        self._answer(rewards, terminated, truncated)
        self._is_whole = True
        infos: dict[str, Any] = {"action_mask": self._batch.mask.copy()}
        ended = terminated | truncated
        if ended.any():
            infos |= {"final_obs": np.where(ended[:, None], self._final, 0), "_final_obs": ended}
        return self._shown.copy(), rewards, terminated, truncated, infos

    def close(self, **kwargs: Any) -> None:
        """Gives the memory of the engine back."""
        self._engine.close()


class OneLevelEnv(_Single):  # type: ignore[misc]
    """One game against the engine at a level, as Gymnasium's Env, which ``check_env`` takes.

    Observations are uint8 [features], ``info["action_mask"]`` is int8 [actions], as
    ``action_space.sample`` takes it; the reward is 1, 0 or -1 at the end of the game.  A step or a
    reset that Ctrl-C has ended leaves the game in its middle: only :meth:`reset` goes on.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(self, game: Game, level: int = 1, player: Player = "south",
                 max_plies: int = 1000, render_mode: str | None = None):
        self._spiel = SpielGame(game, max_plies)
        self._engine = Engine(memory=4)
        self._level = whole(level, "level", 1, 10)
        self._me = player_of(player)
        self._state = self._spiel.new_initial_state()
        self._is_whole = True
        self.render_mode = render_mode
        self.action_space = _Discrete(self._spiel.num_distinct_actions())
        self.observation_space = _Box(0, 255, tuple(self._spiel.observation_tensor_shape()),
                                      np.uint8)

    def _seen(self) -> tuple[Arrays, dict[str, Any]]:
        mask = np.array(self._state.legal_actions_mask(), np.int8)
        return self._spiel.observe(self._state.position), {"action_mask": mask}

    def _answer(self) -> None:
        """The engine's moves, until it is our turn or the game is over."""
        while self._state.current_player() == 1 - self._me:
            self._state.play(self._engine.play(self._state.position, self._level))

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begins anew; the seed is that of the engine's noise too."""
        if _Single is not object:
            super().reset(seed=seed)
        self._is_whole = False
        if seed is not None:
            self._engine.seed(seed)
        self._state = self._spiel.new_initial_state()
        self._answer()
        self._is_whole = True
        return self._seen()

    def step(self, action: Any) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Our action, then the engine's.

        Raises:
            KomweError: the action is not legal, or the game is over; nothing has been played.
        """
        _played(self, lambda: self._state.apply_action(action))
        self._answer()
        self._is_whole = True
        observation, info = self._seen()
        ended, truncated = self._state.is_terminal(), self._state.is_truncated()
        return (observation, self._state.player_return(self._me), ended and not truncated,
                truncated, info)

    def render(self) -> str:
        """The board as text, or as SVG."""
        position = self._state.position
        return position.svg() if self.render_mode == "svg" else position.board()

    def close(self) -> None:
        """Gives the memory of the engine back."""
        self._engine.close()


if importlib.util.find_spec("pyspiel") is not None:
    try:
        importlib.import_module("komwe.spiel")
    except ImportError:
        pass  # a pyspiel that cannot be loaded: the shapes above need none
