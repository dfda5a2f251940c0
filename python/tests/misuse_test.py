"""Whatever is passed, KomweError alone is raised; the process goes on."""

import io
import os

import komwe
from hypothesis import HealthCheck, given, settings, strategies as st
from komwe.adapters import AgentEnv, LevelEnv, OneLevelEnv, SpielGame
from komwe.vector import Actions, Batch

EXAMPLES = int(os.environ.get("KOMWE_EXAMPLES", 0))  # other ones each time, where it is set
settings.register_profile("komwe", max_examples=EXAMPLES or 60, deadline=None, database=None,
                          derandomize=not EXAMPLES, suppress_health_check=list(HealthCheck))
settings.load_profile("komwe")

GAMES = [komwe.Game(id) for id in ("kiothi", "bulto", "kiswahili", "oware", "kalah", "enkeshui")]
TABLES = komwe.Tables.small(komwe.Game("kalah"))
BATCH = Batch(komwe.Game("kalah"), 2)
anything = st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=80),
                     st.binary(max_size=20), st.lists(st.integers(), max_size=3))
words = st.one_of(st.text(max_size=40), st.text("ABCabc0123456789/,+<>=* SN", max_size=60))


def tried(call, *values, **named):
    """The result, or None where the call refuses its arguments."""
    try:
        return call(*values, **named)
    except komwe.KomweError as fault:
        assert str(fault)
        return None


@given(anything, st.dictionaries(words, anything, max_size=2))
def test_game(id, options):
    tried(komwe.Game, id, **options)
    tried(komwe.Game, "oware", **options)


@given(words)
def test_rules(text):
    tried(komwe.Game.from_rules, text)
    tried(komwe.Game.from_rules, "game x\nboard 2 x 6\nstart 4\n" + text)


@given(st.sampled_from(GAMES), words, anything)
def test_position(game, text, other):
    for wrong in (text, other):
        for call in (game.position, game.start().play, game.start().why, game.start().trace,
                     game.start().svg, game.start().board):
            tried(call, wrong)
        if not isinstance(wrong, int):  # it might count for years
            tried(game.start().perft, wrong)
    tried(komwe.Position)
    assert game.start() != other


@given(st.sampled_from(GAMES), st.lists(st.integers(0, 2**32 - 1), max_size=8))
def test_moves_of_elsewhere(game, codes):
    """Moves whose codes are no moves, or moves of other positions, are refused or read."""
    position = game.start()
    for code in codes:
        after = tried(position.play, komwe.Move("?", code))
        assert (after is not None) == (code in position._codes())
        moves = position.moves()
        if moves:
            position = position.play(moves[code % len(moves)])


@given(words, anything, st.integers())
def test_records(text, other, number):
    record = komwe.Record(GAMES[3])
    for call in (record.play, record.resign, record.comment):
        tried(call, text)
        tried(call, other)
    tried(record.set_header, text, other)
    tried(record.set_header, "South", text)
    tried(record.set_comment, number, text)
    tried(lambda: list(komwe.records.parse(text)))
    tried(lambda: list(komwe.records.parse(record.text + text)))
    tried(komwe.Record, other)
    tried(komwe.Record, GAMES[0], GAMES[1].start())
    assert komwe.records.parse_one(record.text).moves == record.moves


@given(anything, anything)
def test_engine(one, other):
    if not (isinstance(one, int) and one > 64):
        tried(komwe.Engine, memory=one)
    with komwe.Engine(memory=1) as engine:
        position = GAMES[3].start()
        tried(engine.analyse, one, depth=1)
        tried(engine.analyse, position, depth=1, lines=other)
        tried(engine.analyse, position, depth=1, nodes=one)
        tried(engine.analyse, position, depth=1, seconds=other)
        tried(engine.play, position, one if not isinstance(one, int) or not 1 < one < 11 else 1)
        tried(engine.review, one, depth=1)
        if not (isinstance(one, int) and one >= 0):
            tried(engine.review, komwe.Record(GAMES[3]), first=one)
            tried(engine.review, komwe.Record(GAMES[3]), nodes=one)
        tried(engine.set_weights, GAMES[3], other)
        tried(engine.seed, other)
        tried(engine.set_aim, one)
        tried(engine.set_book, GAMES[3], other)
        tried(engine.set_book, one, other)
        assert engine.analyse(position, depth=1).best.move in position.moves()
    tried(komwe.solve, one)
    tried(komwe.review, one)
    tried(komwe.prove, other)
    tried(komwe.Tables, other)
    tried(komwe.Tables.small, one)
    if not isinstance(other, str):
        tried(komwe.Tables.build, GAMES[3], other, 1)
    small = GAMES[4].position("0,0,0,0,0,1/0,0,0,0,0,1 S 23/23")
    tried(komwe.solve, small, tables=other)
    tried(TABLES.seeds, one)
    tried(TABLES.probe, other)
    tried(BATCH.table_values, one)
    tried(BATCH.search_values, other, depth=1)
    tried(BATCH.actions.action, one, other)
    tried(BATCH.actions.action, GAMES[3].start(), "A")
    tried(BATCH.actions.move, other, one)
    tried(BATCH.step_to, one, other)
    tried(komwe.records.write, one, io.StringIO())


@given(st.sampled_from(GAMES), anything, st.lists(st.integers(-2, 300), max_size=12), words)
def test_adapters(game, one, actions, text):
    spiel = SpielGame(game, max_plies=20)
    state, agents, level = spiel.new_initial_state(), AgentEnv(game, 20), OneLevelEnv(game, 1)
    for action in [one, *actions]:
        for call in (state.apply_action, state.child, state.action_to_string, level.step):
            tried(call, action)
        if action is not None or not agents.terminations.get(agents.agent_selection):
            try:
                tried(agents.step, action)
            except ValueError as fault:  # PettingZoo's own
                assert "acts by" in str(fault)
        tried(state.string_to_action, one)
    for call in (spiel.new_initial_state, spiel.deserialize_state, state.string_to_action, state.play,
                 spiel.observe):
        tried(call, text)
        tried(call, one)
    tried(Actions, one)
    for kind in (SpielGame, AgentEnv, OneLevelEnv, LevelEnv):
        tried(kind, one)
        tried(kind, game, one if not isinstance(one, int) or abs(one) < 99 else 1)
    level.close()
    tried(level.reset)


@given(anything, st.integers(-3, 9))
def test_batch(one, index):
    batch = Batch(GAMES[1], 3, observation="counts")
    for call in (batch.position, batch.plies, batch.final_position, batch.observe, batch.step):
        tried(call, one)
        tried(call, index)
    tried(batch.set, index, one)
    tried(batch.set, one, GAMES[1].start())
    tried(batch.set, index, GAMES[4].start())
    for name in ("observation", "threads", "max_plies", "start", "seed"):
        if not (isinstance(one, int) and one > 64):
            tried(lambda: Batch(GAMES[3], 2, **{name: one}))
    assert batch.step(batch.random_actions()).rewards.shape == (3, 2)
