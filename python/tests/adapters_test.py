"""The shapes of OpenSpiel, PettingZoo and Gymnasium: small checks of their published interfaces."""

import random

import komwe
import numpy as np
import pytest
from komwe.adapters import TERMINAL, AgentEnv, LevelEnv, SpielGame

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
    assert sum(state.returns()) == game.utility_sum()
    with pytest.raises(komwe.KomweError):
        state.apply_action(0)


@pytest.mark.parametrize("id", GAMES)
def test_agents(id):
    env, choose = AgentEnv(komwe.Game(id), max_plies=100), np.random.default_rng(3)
    for _ in range(2):
        env.reset(seed=1)
        gained = {agent: 0.0 for agent in env.possible_agents}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            gained[agent] += reward
            assert env.observation_space(agent).contains(observation)
            if terminated or truncated:
                env.step(None)
                continue
            assert set(env.rewards) == set(env.agents) == {"south", "north"}
            action = choose.choice(np.flatnonzero(observation["action_mask"]))
            assert env.action_space(agent).contains(action)
            env.step(action)
        assert env.agents == [] and sum(gained.values()) == 0
    env.reset()
    assert env.render() and env.close() is None


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
    assert ended > 4
    env.close()
