"""Whatever is passed, KomweError alone is raised; the process goes on."""

import io

import komwe
from hypothesis import given, settings, strategies as st
from komwe.vector import Batch

settings.register_profile("short", max_examples=60, deadline=None, derandomize=True, database=None)
settings.load_profile("short")

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
                     game.start().svg, game.start().board, game.start().perft):
            if call != game.start().perft or not isinstance(wrong, int):
                tried(call, wrong)
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
        tried(engine.set_weights, GAMES[3], other)
        tried(engine.seed, other)
        assert engine.analyse(position, depth=1).best.move in position.moves()
    tried(komwe.solve, one)
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
