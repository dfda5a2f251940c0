"""What OpenSpiel, PettingZoo and Gymnasium ask of a game, where none of them can be installed.

`FakeSpiel` is the part of the module pyspiel that a game in Python meets; `check_agents` asks what
PettingZoo's api_test asks, `check_one` what Gymnasium's check_env does.
"""

import copy
import importlib.machinery
import inspect
import types

import numpy as np


def check_agents(env, cycles):
    """An AECEnv: the reward of last() is what was given since, agents leave one by one."""
    env.reset(seed=1)
    assert env.num_agents == env.max_num_agents == len(env.possible_agents) > 0
    assert not any(env.terminations.values()) and not any(env.truncations.values())
    assert env.last(observe=False)[0] is None and env.unwrapped is env
    for agent in env.agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    given = {agent: 0.0 for agent in env.agents}
    alive, finished = set(env.agents), set()
    for agent in env.agent_iter(env.num_agents * cycles):
        assert agent not in finished and isinstance(env.infos[agent], dict)
        observation, reward, terminated, truncated, info = env.last()
        assert info == env.infos[agent] and isinstance(terminated, bool) and isinstance(truncated, bool)
        assert (terminated, truncated) == (env.terminations[agent], env.truncations[agent])
        assert reward == given[agent], f"last() says {reward}, given was {given[agent]}"
        given[agent] = 0.0
        space = env.observation_space(agent)
        assert space.contains(observation)
        assert space["observation"].dtype == observation["observation"].dtype
        if terminated or truncated:
            alive.remove(agent)
            finished.add(agent)
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
            assert env.action_space(agent).contains(action)
        assert env.step(action) is None
        for name, more in env.rewards.items():
            given[name] += float(more)
        assert set(env.rewards) == set(env.terminations) == set(env.truncations) == \
            set(env.infos) == set(env.agents) == alive
        assert env.num_agents == len(env.agents)
        if not env.agents:
            break
    return finished


def check_one(env):
    """An Env: spaces, seeds, options, and that a seed and an action mean one step."""
    spaces, seed = (env.observation_space, env.action_space), inspect.signature(env.reset).parameters["seed"]
    assert all(space is not None for space in spaces) and seed.default is None
    first, info = env.reset()
    assert isinstance(info, dict) and first in env.observation_space
    steps = []
    for _ in range(2):
        observation, info = env.reset(seed=123)
        assert observation in env.observation_space and (observation == env.reset(seed=123)[0]).all()
        env.action_space.seed(5)
        steps.append(env.step(env.action_space.sample(info["action_mask"])))
    for one, other in zip(*steps):
        assert str(one) == str(other)
    observation, reward, terminated, truncated, info = steps[0]
    assert observation in env.observation_space and isinstance(info, dict)
    assert isinstance(reward, float) and isinstance(terminated, bool) and isinstance(truncated, bool)
    assert env.reset(options={})[0] in env.observation_space
    assert isinstance(env.render(), str)


class _Kept:
    def __init__(self, **fields):
        self.__dict__.update(fields)


class _Words:
    def __getattr__(self, name):
        return name


class _Game:
    """pyspiel.Game, of which a game in Python is made."""

    def __init__(self, kind, info, parameters):
        self._kind, self._info, self._parameters = kind, info, parameters

    def num_distinct_actions(self):
        return self._info.num_distinct_actions

    def max_game_length(self):
        return self._info.max_game_length


class _State:
    """pyspiel.State: the methods that users call, in terms of those that a game in Python has."""

    def __init__(self, game):
        self._game, self._actions = game, []

    def get_game(self):
        return self._game

    def legal_actions(self, player=None):
        return [] if self.is_terminal() else self._legal_actions(
            self.current_player() if player is None else player)

    def apply_action(self, action):
        self._apply_action(action)
        self._actions.append(action)

    def action_to_string(self, action):
        return self._action_to_string(self.current_player(), action)

    def history(self):
        return list(self._actions)

    def clone(self):
        other = self._game.new_initial_state()
        for name, value in vars(self).items():
            if name not in ("_game", "_actions"):
                setattr(other, name, copy.deepcopy(value))
        other._actions = list(self._actions)
        return other


class FakeSpiel(types.ModuleType):
    """The module pyspiel, as far as games in Python meet it."""

    def __init__(self):
        super().__init__("pyspiel")
        self.__spec__ = importlib.machinery.ModuleSpec("pyspiel", None)
        self.Game, self.State, self.GameInfo, self.games = _Game, _State, _Kept, {}
        words = {name: _Words() for name in
                 ("Dynamics", "ChanceMode", "Information", "Utility", "RewardModel")}
        self.GameType = type("GameType", (_Kept,), words)

    def register_game(self, kind, creator):
        self.games[kind.short_name] = kind, creator

    def load_game(self, name, parameters=None):
        kind, creator = self.games[name]
        assert set(parameters or {}) <= set(kind.parameter_specification)
        return creator(parameters or {})
