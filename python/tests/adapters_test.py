"""The shapes of OpenSpiel, PettingZoo and Gymnasium: small checks of their published interfaces."""

import copy
import importlib
import pathlib
import random
import sys

import komwe
import numpy as np
import pytest
from komwe.adapters import TERMINAL, AgentEnv, LevelEnv, OneLevelEnv, SpielGame

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import published  # noqa: E402

GAMES = ["oware", "kalah", "kiswahili", "kiothi", "bulto", "giuthi"]


@pytest.mark.parametrize("id", GAMES)
def test_spiel(id):
    game, choose = SpielGame(komwe.Game(id), max_plies=200), random.Random(id)
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and legal
        assert state.legal_actions(1 - state.current_player()) == []
        assert [i for i, allowed in enumerate(state.legal_actions_mask()) if allowed] == legal
        assert len(state.observation_tensor()) == game.observation_tensor_shape()[0]
        action = choose.choice(legal)
        if action != game.actions.more:
            assert state.string_to_action(state.action_to_string(action)) == action
        assert state.returns() == [0.0, 0.0]
        if len(state.history()) == 10:
            assert state.child(action).history() == state.history() + [action]
        state.apply_action(action)
    assert state.current_player() == TERMINAL and state.legal_actions() == []
    again = game.deserialize_state(state.serialize())
    assert again.history() == copy.deepcopy(state).history() == state.history()
    assert again.observation_tensor() == state.observation_tensor() and again.is_terminal()
    assert sum(state.returns()) == game.utility_sum()
    for wrong in (0, None, "A", 0.0):
        with pytest.raises(komwe.KomweError):
            state.apply_action(wrong)
    for wrong in ("", "[]", "[null, [99]]", "[1, 2]", "{}"):
        with pytest.raises(komwe.KomweError):
            game.deserialize_state(wrong)


@pytest.mark.parametrize("id", GAMES)
def test_registered_with_pyspiel(id, monkeypatch):
    pyspiel = published.FakeSpiel()
    monkeypatch.setitem(sys.modules, "pyspiel", pyspiel)
    monkeypatch.delitem(sys.modules, "komwe.spiel", raising=False)
    importlib.reload(importlib.import_module("komwe.adapters"))  # where pyspiel is, it registers
    assert "komwe.spiel" in sys.modules
    game, choose = pyspiel.load_game("python_komwe", {"game": id, "max_plies": 60}), random.Random(id)
    state, observer = game.new_initial_state(), game.make_py_observer()
    while not state.is_terminal():
        before = str(state)
        copied = state.clone()
        copied.apply_action(copied.legal_actions()[-1])
        assert str(state) == before and len(copied.history()) == len(state.history()) + 1
        observer.set_from(state, state.current_player())
        assert observer.tensor.tolist() == state.play.observation_tensor()
        action = choose.choice(state.legal_actions())
        assert 0 <= action < game.num_distinct_actions() and state.action_to_string(action)
        state.apply_action(action)
    assert state.current_player() == TERMINAL and sum(state.returns()) == 0
    small = pyspiel.load_game("python_komwe", {"game": "kalah", "options": "pits:3,seeds=2"})
    assert small.num_distinct_actions() == 3 and small.shape.get_parameters()["options"] == "pits=3 seeds=2"


@pytest.mark.parametrize("id", GAMES)
def test_agents(id):
    """Whole games, which somebody wins, and games that are cut."""
    for max_plies in (7, 2000):
        env = AgentEnv(komwe.Game(id), max_plies=max_plies)
        for agent in env.possible_agents:
            env.action_space(agent).seed(3)
        assert published.check_agents(env, 2001) == {"south", "north"}
    env.reset()
    env.step(np.int32(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(komwe.KomweError):
        env.step(env.action_space("north").n)
    assert env.render() and env.close() is None


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("player", ["south", "north"])
def test_one_level(id, player):
    env = OneLevelEnv(komwe.Game(id), 1, player, max_plies=150)
    published.check_one(env)
    observation, info = env.reset(seed=2)
    ended = truncated = False
    while not (ended or truncated):
        observation, reward, ended, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert observation in env.observation_space
        assert info["action_mask"].any() != (ended or truncated)
        assert reward == 0.0 or ended
    with pytest.raises(komwe.KomweError):
        env.step(0)
    env.close()


@pytest.mark.parametrize("player", ["south", "north"])
def test_level(player):
    env = LevelEnv(komwe.Game("kalah", pits=3, seeds=3), 4, level=1, player=player)
    observations, infos = env.reset(seed=5)
    choose, ended = np.random.default_rng(1), 0
    for _ in range(40):
        assert env.observation_space.contains(observations)
        actions = np.array([choose.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        assert env.action_space.contains(actions)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (4,)
        assert not rewards[~(terminated | truncated)].any()
        assert (np.abs(rewards) <= 1).all() and infos["action_mask"].any(axis=1).all()
        ended += terminated.sum()
        assert ("final_obs" in infos) == bool((terminated | truncated).any())
        if "final_obs" in infos:
            assert (infos["_final_obs"] == terminated | truncated).all()
            # A game of three seeds a pit has eighteen.
            assert (infos["final_obs"][:, :8].sum(axis=1) == 18 * infos["_final_obs"]).all()
    assert ended > 4
    env.close()
