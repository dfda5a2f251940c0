"""Many games at once play as single ones do."""

import os
import random

import komwe
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from komwe.vector import POSITION, Actions, Batch

EXAMPLES = int(os.environ.get("KOMWE_EXAMPLES", 0))  # other ones each time, where it is set
settings.register_profile("komwe", max_examples=EXAMPLES or 60, deadline=None, database=None,
                          derandomize=not EXAMPLES, suppress_health_check=list(HealthCheck))
settings.load_profile("komwe")


@pytest.mark.parametrize("game", komwe.games(), ids=lambda game: game.id)
def test_every_game(game):
    """Masks are the legal moves, actions and moves are one another's, results the record's."""
    batch = Batch(game, 3, max_plies=60, seed=7)
    records = [komwe.Record(game) for _ in range(3)]
    for _ in range(80):
        chosen = batch.random_actions()
        for index, record in enumerate(records):
            position, page = batch.position(index), int(batch.pages[index])
            assert position == record.position and len(record) == batch.plies(index)
            legal = {batch.actions.action(position, move, page): move
                     for move in position.moves()}
            assert len(legal) - (None in legal) >= 1
            masked = set(np.flatnonzero(batch.mask[index]).tolist())
            assert masked - {batch.actions.more} == set(legal) - {None}
            for action, move in legal.items():
                if action is not None:
                    assert batch.actions.move(position, action, page).code == move.code
            if chosen[index] != batch.actions.more:
                record.play(legal[int(chosen[index])])
        step = batch.step(chosen)
        for index, record in enumerate(records):
            assert step.terminated[index] == (record.result is not None)
            if record.result is not None:
                assert tuple(step.rewards[index]) == (record.result.reward("south"),
                                                      record.result.reward("north"))
                score = record.result.score
                assert tuple(batch.scores[index]) == (score if score else (-1, -1))
                assert batch.final_positions[index].tobytes() == bytes(record.position)
            if step.terminated[index] or step.truncated[index]:
                records[index] = komwe.Record(game)


@pytest.mark.parametrize("id", ["oware", "kiswahili", "kiothi"])
def test_threads_and_observations(id):
    game = komwe.Game(id)
    one = Batch(game, 50, observation="counts")
    more = Batch(game, 50, observation="counts", threads=3)
    planes = Batch(game, 50, observation="planes")
    own = game.columns * game.rows // 2
    for _ in range(60):
        actions = one.random_actions()
        assert (actions == more.random_actions()).all()
        first, second, third = one.step(actions), more.step(actions), planes.step(actions)
        assert (first.observations == second.observations).all()
        assert (one.positions == more.positions).all() and (one.mask == more.mask).all()
        seeds = first.observations[:, :2 * own].sum(axis=1)
        assert (seeds == one.positions["hole"].sum(axis=1)).all()
        assert (third.observations[:, 0].sum(axis=(1, 2)) == seeds).all()
        assert (third.observations[:, 1:5].sum(axis=1) <= 1).all()
        assert (third.observations[:, -1, 0, 0] == one.turn).all()


def test_sizes():
    assert Actions(komwe.Game("kalah")).count == 6 == Actions(komwe.Game("oware")).count
    assert Actions(komwe.Game("kiswahili")).count == 2 * 16 * 4


def test_labels():
    game = komwe.Game("oware")
    tables = komwe.Tables.small(game)
    batch = Batch(game, 4)
    batch.set(1, game.position("0,0,0,0,0,1/1,0,0,0,0,0 S 30/16"))
    bounds, known = batch.table_values(tables)
    assert known.tolist() == [False, True, False, False] and bounds[1].tolist() == [-2, 2]
    with komwe.Engine(memory=1) as engine:
        actions, scores = batch.search_values(engine, depth=3)
    assert batch.mask[np.arange(4), actions].all() and scores.shape == (4,)
    with pytest.raises(komwe.KomweError, match="over"):
        batch.set(0, game.position("0,0,0,0,0,0/0,0,0,0,0,0 S 30/18"))


def test_refused():
    batch = Batch(komwe.Game("oware"), 2)
    batch.step([0, 1])
    before = batch.positions
    for wrong in ([0, 6], [-1, 0], [0, 2**40]):
        with pytest.raises(komwe.KomweError, match="actions lie in"):
            batch.step(wrong)
    batch.step([0, 0])
    batch.step([1, 2])
    batch.step([1, 1])
    with pytest.raises(komwe.KomweError, match="game 0: .*empty"):
        batch.step([1, 3])
    assert before.dtype == POSITION


@given(st.one_of(st.lists(st.integers(-3, 9), max_size=4), st.floats(), st.text(max_size=3),
                 st.lists(st.lists(st.integers()), max_size=3), st.none()))
def test_misuse(actions):
    batch = Batch(komwe.Game("kalah"), 2)
    try:
        batch.step(actions)
    except komwe.KomweError as fault:
        assert str(fault)
    with pytest.raises(ValueError):
        batch.mask[0, 0] = True
    for array in (batch.mask, batch.turn, batch.scores):
        with pytest.raises(ValueError):  # the memory that C writes stays
            array.base.resize(1, refcheck=False)
    for values in ({"n": 0}, {"n": 2**24, "max_plies": 2**20}, {"n": "a"}, {"n": 1, "threads": 0}):
        with pytest.raises(komwe.KomweError):
            Batch(komwe.Game("kalah"), **values)


def test_one_game_alone_is_stepped():
    batch = Batch(komwe.Game("kalah", pits=2, seeds=1), 3, max_plies=1)
    batch.step(batch.random_actions())
    batch.step(batch.random_actions())
    step = batch.step_to(1, str(batch.position(1).moves()[0]))
    assert step.truncated.tolist()[0::2] == [False, False]
    assert step.terminated.tolist()[0::2] == [False, False]
    assert not step.rewards[[0, 2]].any()


@pytest.mark.parametrize("observation", ["counts", "planes"])
def test_any_position_is_observed(observation):
    batch = Batch(komwe.Game("oware"), 50, observation=observation, max_plies=90)
    assert (batch.final_positions["hole"].sum(axis=1) == 48).all() and batch.final_position(3) is None
    for _ in range(120):
        step = batch.step(batch.random_actions())
        for index in range(50):
            final = batch.final_position(index)
            assert (batch.observe(batch.position(index)) == step.observations[index]).all()
            assert (final is not None) == (step.terminated[index] or step.truncated[index])
            if final is not None:
                assert final.is_over or step.truncated[index] or batch.scores[index].min() >= 0
                assert batch.observe(final).shape == step.observations.shape[1:]
    with pytest.raises(komwe.KomweError):
        batch.observe(komwe.Game("kalah").start())
    with pytest.raises(komwe.KomweError):
        Batch(komwe.Game("oware"), 1).observe(batch.position(0))
