"""Games, positions and moves."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any, Final, Iterator, Literal, Union

from ._native import ffi, lib
from .errors import KomweError, bytes_of, new_error, no_memory, raised, text_of, whole
from .work import interruptible, new_stop

Player = Literal["south", "north"]
Outcome = Literal["south", "north", "draw"]
Ending = Literal["rules", "repetition", "resignation", "agreement"]
OptionValue = Union[str, int]

PLAYERS: Final[tuple[Player, Player]] = ("south", "north")
_OUTCOMES: Final[tuple[Outcome, ...]] = ("draw", "south", "north", "draw")
_ENDINGS: Final[tuple[Ending, ...]] = ("rules", "repetition", "resignation", "agreement")
_KINDS: Final = ("sow", "pass", "lift", "place", "keep", "plant", "swap")
_TEXT: Final = ffi.typeof("char[]")
#: The rule texts of the games that Game.from_rules has listed, by id.
_LISTED: Final[dict[str, str]] = {}

_POSITION: Final = ffi.typeof("struct kw_position *")
_REASON: Final = ffi.typeof("struct kw_reason *")
_SIZE: Final = int(lib.KW_TEXT)
_PERFT_LONG: Final = 3


@dataclass(frozen=True)
class Clause:
    """One rule of a game.

    Attributes:
        id: a word.
        text: its sentence.
        is_reading: nobody can be shown to state it: our reading.
        is_secondary: not seen in the source; ``place`` has it from there.
        place: where it stands in the source (``"p. 67"``), or the work that has it from there
            (``"StoneShark"``); ``""`` of a reading.
    """

    id: str
    text: str
    is_reading: bool
    is_secondary: bool = False
    place: str = ""


@dataclass(frozen=True)
class Option:
    """Something about the rules that can be chosen.

    Attributes:
        name: as a keyword of :class:`Game`.
        text: what it changes, one sentence.
        choices: the values that it takes, or None for a whole number ``minimum``..``maximum``.
        value: that of the game.
        default: that of a game without options.
    """

    name: str
    text: str
    choices: tuple[str, ...] | None
    minimum: int
    maximum: int
    value: str
    default: str


class Move(str):
    """A move: its text, which also knows the parts that the text stands for.

    Attributes:
        code: the move as libkomwe's 32 bits.
        kind: ``"sow"``, ``"pass"``, ``"plant"`` (Bao), ``"lift"``, ``"place"``, ``"keep"`` or ``"swap"``
            (Kiothi's setup turn).
    """

    code: int
    __slots__ = ("code",)

    def __new__(cls, text: str, code: int) -> Move:
        move = super().__new__(cls, text)
        move.code = code
        return move

    @property
    def kind(self) -> str:
        """What it is, as ``"sow"`` or ``"pass"``: the names of enum kw_kind."""
        return _KINDS[self.code >> 5 & 7] if (self.code >> 5 & 7) < len(_KINDS) else "none"

    @property
    def hole(self) -> int:
        """The index of its hole in ``Position.seeds``, 0..31."""
        return self.code & 31

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (str(self), self.code)


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal: the sentence, the clause that says so, the hole it is about."""

    text: str
    clause: Clause
    hole: str | None
    count: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Event:
    """One thing that happens in a move; ``str(event)`` says it in words.

    Attributes:
        kind: ``"lift"``, ``"drop"``, ``"capture"`` and so on, as struct kw_event has them.
        source: the place where seeds come from (``"A5"``, ``"the hand"``), or None.
        target: the place where they go, or None.
        count: seeds, or what the kind says.
        value: for ``"field"``, ``"next"`` and ``"over"`` what struct kw_event has as ``to``.
        clause: the rule that caused it.
        text: the event in words.
    """

    kind: str
    source: str | None
    target: str | None
    count: int
    value: int | None
    clause: Clause
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes:
        outcome: who has won: ``"south"``, ``"north"``, or ``"draw"``.
        ending: ``"rules"``, ``"repetition"``, ``"resignation"`` or ``"agreement"``.
        score: seeds won by South and North; None where the game counts none.
        is_narrow: Kiothi: won by a margin of exactly two.
        text: as records have it: ``"over 30-18"``.
    """

    outcome: Outcome
    ending: Ending
    score: tuple[int, int] | None
    is_narrow: bool
    text: str

    def __str__(self) -> str:
        return self.text

    def reward(self, player: Player) -> int:
        """1 where the player has won, -1 where he has lost, else 0."""
        return 0 if self.outcome == "draw" else 1 if self.outcome == player else -1


def result_of(result: Any) -> Result:
    """The result in a struct kw_result."""
    text = ffi.new(_TEXT, _SIZE)
    lib.kw_result_text(ffi.addressof(result), text)
    score = (int(result.score[0]), int(result.score[1])) if result.scored else None
    return Result(_OUTCOMES[result.outcome], _ENDINGS[result.ending], score, bool(result.narrow),
                  text_of(text))


def player_of(player: str) -> int:
    """The number of a player.

    Raises:
        KomweError: it is neither.
    """
    if player not in PLAYERS:
        raise KomweError(f'a player is "south" or "north", not {player!r}')
    return PLAYERS.index(player)


def _clause(game: Any, clause: Any) -> Clause:
    return Clause(text_of(clause.id), text_of(clause.text), clause.basis == lib.KW_READING,
                  clause.basis == lib.KW_SECONDARY, text_of(lib.kw_clause_place(game, clause)))


class Game:
    """A rule set with the values of its options.  Immutable; any number of threads may share it.

    Args:
        id: of a listed game (:func:`games`), for example ``"kiswahili"``, or another name of
            it, as ``"Awalé"``.
        options: values that differ from the defaults, for example ``width=8`` or
            ``capture="empty"``.  An option whose name has a dot is given as a dictionary:
            ``**{"endless.limit": 1000}``.  A game that has no option ``width`` takes it too
            where it is that of its board, as ``Game("kiswahili", width=8)``.

    Raises:
        KomweError: no such game or option, or a value that it does not take.

    >>> oware = Game("oware", repetition="first")
    >>> print(oware.start())
    4,4,4,4,4,4/4,4,4,4,4,4 S 0/0
    """

    __slots__ = ("_game", "_keep", "_rules", "__weakref__")
    _game: Any
    _keep: Any
    _rules: str | None

    def __init__(self, id: str, **options: OptionValue):
        error = new_error()
        named = lib.kw_game_named(bytes_of(id), error)
        if named:
            id = text_of(lib.kw_game_info(named).id)
        game = lib.kw_game_open(bytes_of(id), _written(options), error) if named else None
        if not game and "width" in options:
            game = _of_fixed_width(id, dict(options))
        if not game:
            raise raised(error)
        self._hold(ffi.gc(game, lib.kw_game_close), None, None)

    def _hold(self, game: Any, keep: Any, rules: str | None) -> None:
        self._game = game
        self._keep = keep
        self._rules = rules if rules is not None else _LISTED.get(self.id)

    @classmethod
    def from_rules(cls, text: str, *, listed: bool = False) -> Game:
        """The game that a text of the rule language describes (komwe-rules(5)).

        Args:
            listed: all that takes an id knows the game until the process ends, so that
                ``Game(id)`` opens it, texts can extend it and its records can be read.

        Raises:
            KomweError: the text is no game, ``line`` and ``column`` say where; or another game of
                the list has its id.
        """
        error = new_error()
        raw = bytes_of(text)
        self = cls.__new__(cls)

        def read() -> Any:
            if listed:
                return lib.kw_game_add(raw, len(raw), error)
            game = lib.kw_game_read(raw, len(raw), error)
            return ffi.gc(game, lib.kw_game_close) if game else game

        game = interruptible(read, None)
        if not game:
            raise raised(error)
        self._hold(game, None, text)
        if listed:
            _LISTED[self.id] = text
        return self

    @property
    def rules_text(self) -> str | None:
        """The text that it was made of by :meth:`from_rules`; None: it is a game of the library."""
        return self._rules

    @classmethod
    def _lent(cls, game: Any, keep: Any) -> Game:
        self = cls.__new__(cls)
        self._hold(game, keep, None)
        return self

    # ---- what it is ----

    @property
    def _info(self) -> Any:
        return lib.kw_game_info(self._game)

    @property
    def id(self) -> str:
        """The word that names the rules: ``"kiswahili"``."""
        return text_of(self._info.id)

    @property
    def name(self) -> str:
        """As its players call it."""
        return text_of(self._info.name)

    @property
    def summary(self) -> str:
        """What is special about it, in a sentence."""
        return text_of(self._info.summary)

    @property
    def source(self) -> str:
        """The source of its rules, one line."""
        return text_of(self._info.source)

    @property
    def where(self) -> str:
        """Who plays it, and where."""
        return text_of(self._info.where)

    @property
    def region(self) -> str:
        """Where it is played."""
        return text_of(lib.kw_game_region(self._game))

    @property
    def rules(self) -> str:
        """The rule text that it is read from."""
        return text_of(lib.kw_game_text(self._game))

    @property
    def rows(self) -> int:
        """Rows of the board: 2 or 4."""
        return int(self._info.rows)

    @property
    def columns(self) -> int:
        """Holes in a row."""
        return int(lib.kw_game_columns(self._game))

    @property
    def counts_seeds(self) -> bool:
        """Whether the score decides, rather than win, draw or loss alone."""
        return bool(self._info.counts_seeds)

    @property
    def options(self) -> tuple[Option, ...]:
        """All options with their values."""
        return tuple(self._options())

    def _options(self) -> Iterator[Option]:
        text = ffi.new(_TEXT, _SIZE)
        for index in range(lib.kw_option_count(self._game)):
            option = lib.kw_option_at(self._game, index)
            choices: tuple[str, ...] | None = None
            if option.choices:
                names: list[str] = []
                while option.choices[len(names)]:
                    names.append(text_of(option.choices[len(names)]))
                choices = tuple(names)
            value = text_of(lib.kw_option_value(self._game, index, text))
            default = text_of(lib.kw_option_default(self._game, index, text))
            yield Option(text_of(option.name), text_of(option.text), choices, int(option.min),
                         int(option.max), value, default)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The rules that hold under its options, each one sentence."""
        return tuple(_clause(self._game, lib.kw_clause_at(self._game, index))
                     for index in range(lib.kw_clause_count(self._game)))

    @property
    def options_text(self) -> str:
        """The options that are not the defaults, as the command takes them, or ``""``."""
        text = ffi.new(_TEXT, _SIZE)
        return text_of(lib.kw_game_options(self._game, text))

    @property
    def _identity(self) -> tuple[str, str, str]:
        return self.id, self.options_text, text_of(lib.kw_game_checksum(self._game))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._game == other._game or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        options = self.options_text
        return f"<Game {self.id}{' ' + options if options else ''}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._rules is not None:
            return _reopened, (self._rules, self.options_text)
        return _opened, (self.id, self.options_text)

    # ---- positions ----

    def start(self) -> Position:
        """The position that the game begins with."""
        held = ffi.new(_POSITION)
        lib.kw_start(self._game, held)
        return _position(self, held)

    def position(self, text: str) -> Position:
        """The position of that text.

        Raises:
            KomweError: the text cannot be read, or the position is impossible.
        """
        held, error = ffi.new(_POSITION), new_error()
        if not lib.kw_position_read(self._game, bytes_of(text), held, error):
            raise raised(error)
        return _position(self, held)

    def perft(self, depth: int) -> int:
        """The number of move sequences of that many plies from the start."""
        return self.start().perft(depth)


def game_of(value: Any) -> Game:
    """A game that was passed in.

    Raises:
        KomweError: it is none.
    """
    if not isinstance(value, Game):
        raise KomweError(f"a Game was expected, not {type(value).__name__}")
    return value


def position_of(value: Any, game: Game | None = None) -> Position:
    """A position that was passed in, of that game if one is named.

    Raises:
        KomweError: it is none.
    """
    if not isinstance(value, Position):
        raise KomweError(f"a Position was expected, not {type(value).__name__}")
    if game is not None and value.game != game:
        raise KomweError(f"the position is not of {game.id} with the same options")
    return value


def _of_fixed_width(id: str, options: dict[str, OptionValue]) -> Any:
    """The game without ``width``, if its board has that width; else NULL."""
    width, error = _written({"width": options.pop("width")}), new_error()
    game = lib.kw_game_open(bytes_of(id), _written(options), error)
    if not game:
        raise raised(error)
    if width != b"width=%d" % lib.kw_game_columns(game):
        lib.kw_game_close(game)
        return ffi.NULL
    return game


def _written(options: dict[str, OptionValue]) -> bytes:
    """Options as kw_game_open reads them."""
    words = []
    for name, value in options.items():
        if not isinstance(value, str):
            if isinstance(value, bool) or not hasattr(value, "__index__"):  # numpy's have it
                raise KomweError(f"option {name} is a word or a whole number, not {value!r}")
            value = operator.index(value)
        if any(mark in f"{name}{value}" for mark in " ,=\n\t"):
            raise KomweError(f"option {name} has no value {value!r}", "bad value")
        words.append(f"{name}={value}")
    return bytes_of(" ".join(words))


def _reopened(rules: str, options: str) -> Game:
    if options == "":
        return Game.from_rules(rules)
    return _opened(Game.from_rules(rules, listed=True).id, options)


def _opened(id: str, options: str) -> Game:
    error = new_error()
    game = lib.kw_game_open(bytes_of(id), bytes_of(options), error)
    if not game:
        raise raised(error)
    self = Game.__new__(Game)
    self._hold(ffi.gc(game, lib.kw_game_close), None, None)
    return self


def games() -> tuple[Game, ...]:
    """The listed games with their default options."""
    found = []
    for index in range(lib.kw_game_count()):
        game = lib.kw_game_at(index)
        if not game:
            raise no_memory()
        found.append(Game._lent(game, None))
    return tuple(found)


class Position:
    """A position of a game.  Immutable; positions compare and hash by game and contents.

    ``game.start()`` and ``game.position(text)`` make the first one, :meth:`play` those after it.
    """

    __slots__ = ("game", "_held")
    game: Game
    _held: Any

    def __init__(self) -> None:
        raise KomweError("positions are made by Game.start, Game.position and Position.play")

    # ---- what it is ----

    @property
    def text(self) -> str:
        """The position on one line, as ``Game.position`` reads it."""
        text = ffi.new(_TEXT, _SIZE)
        return text_of(lib.kw_position_text(self.game._game, self._held, text))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Position {self.game.id} {self.text}>"

    def __bytes__(self) -> bytes:
        """The 48 bytes of struct kw_position."""
        return bytes(ffi.buffer(self._held))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bytes(self) == bytes(other) and self.game == other.game

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _read, (self.game, self.text)

    @property
    def turn(self) -> Player:
        """Who is to move."""
        return PLAYERS[self._held.turn]

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the 32 holes that struct kw_position draws."""
        return tuple(self._held.hole)

    @property
    def stores(self) -> tuple[int, int]:
        """The seeds captured, or in reserve: South's, North's."""
        return int(self._held.store[0]), int(self._held.store[1])

    @property
    def score(self) -> tuple[int, int] | None:
        """What South and North have won so far, seeds of marked holes (a tuzdik) included.

        None where nothing is won before the end.

        >>> Game("toguz-kumalak").position(
        ...     "13,2,12,3,2,1,0,12,12/12,2,13,13,3n,3,12,12,1 S 22/12").score
        (22, 15)
        """
        score = ffi.new("unsigned[2]")
        won = lib.kw_score(self.game._game, self._held, score)
        return (int(score[0]), int(score[1])) if won else None

    @property
    def missing(self) -> int:
        """How many seeds of the game the position has not: it was read with fewer."""
        return int(lib.kw_position_missing(self.game._game, self._held))

    def board(self, bottom: Player = "south") -> str:
        """The board drawn in characters, as the player sees it who sits at the bottom."""
        text = ffi.new(_TEXT, int(lib.KW_DRAWING))
        return text_of(lib.kw_board_text(self.game._game, self._held, player_of(bottom), ffi.NULL,
                                         text))

    def svg(self, bottom: Player = "south", width: int = 640) -> str:
        """The board drawn as an SVG picture of that width in pixels."""
        from .drawing import svg

        return svg(self, bottom, width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def mirror(self) -> Position:
        """The same position with South and North exchanged, turn included."""
        held = ffi.new(_POSITION)
        lib.kw_mirror(self.game._game, self._held, held)
        return _position(self.game, held)

    def perft(self, depth: int) -> int:
        """The number of move sequences of exactly that many plies, 0..64; Ctrl-C ends it."""
        depth, (flag, stop) = whole(depth, "depth", 0, 64), new_stop()
        game, held = self.game._game, self._held
        if depth < _PERFT_LONG:
            count = int(lib.kw_perft(game, held, depth))
        else:
            count = int(interruptible(lambda: lib.calls_perft(game, held, depth, flag), stop))
        if count == 2**64 - 1:
            raise no_memory()
        return count

    # ---- moves ----

    def moves(self) -> list[Move]:
        """The legal moves; an empty list if the game is over."""
        game, text = self.game._game, ffi.new(_TEXT, _SIZE)
        return [Move(text_of(lib.kw_move_text(game, self._held, code, text)), code)
                for code in self._codes()]

    def _codes(self) -> list[int]:
        few = ffi.new("kw_move[64]")
        count = int(lib.kw_moves(self.game._game, self._held, few, 64))
        if count > 64:
            return self._many_codes()
        return list(few[0:count])

    def _many_codes(self) -> list[int]:
        count = ffi.new("size_t *")
        codes = lib.calls_moves(self.game._game, self._held, count)
        if not codes:
            raise no_memory()
        try:
            return list(ffi.unpack(codes, count[0]))
        finally:
            lib.calls_free(codes)

    def play(self, move: str) -> Position:
        """The position after a move of :meth:`moves`, or after a text of one or several.

        Raises:
            KomweError: the text cannot be read, or the move is not legal, and why.
        """
        if isinstance(move, Move):
            held = ffi.new(_POSITION)
            if lib.calls_play(self.game._game, self._held, move.code, held):
                return _position(self.game, held)
        held = ffi.new("struct kw_position *", self._held[0])
        for code in self._read(move):
            lib.kw_play(self.game._game, held, code, held)
        return _position(self.game, held)

    def _read(self, move: str) -> list[int]:
        """The moves that a text stands for, one after the other, all legal."""
        codes, error = ffi.new("kw_move[]", int(lib.KW_TURN_STEPS)), new_error()
        count = lib.kw_move_read(self.game._game, self._held, bytes_of(move), codes, error)
        if count == 0:
            raise raised(error)
        return list(codes[0:count])

    def why(self, move: str) -> Refusal | None:
        """Why a move is not legal; None if it is.

        Args:
            move: its text; a hole's name alone means any move from it.

        Raises:
            KomweError: the text is no move of the game.
        """
        codes, error = ffi.new("kw_move[]", int(lib.KW_TURN_STEPS)), new_error()
        game = self.game._game
        count = lib.kw_move_parse(game, self._held, bytes_of(move), codes, error)
        if count == 0:
            raise raised(error)
        reason = ffi.new(_REASON)
        if not lib.kw_explain_illegal_first(game, self._held, codes, count, reason):
            return None
        return self._refusal(reason)

    def constraint(self) -> Refusal | None:
        """The rule that narrows the choice here, a capture that must be played for instance."""
        reason = ffi.new(_REASON)
        if not lib.kw_constraint(self.game._game, self._held, reason):
            return None
        return self._refusal(reason)

    def _refusal(self, reason: Any) -> Refusal:
        text = ffi.new(_TEXT, _SIZE)
        sentence = text_of(lib.kw_reason_text(self.game._game, reason, text))
        hole = None if reason.hole == lib.KW_NOWHERE else self._place(reason.hole)
        return Refusal(sentence, _clause(self.game._game, reason.clause), hole, int(reason.count))

    def _place(self, place: int) -> str:
        text = ffi.new(_TEXT, _SIZE)
        return text_of(lib.kw_place_text(self.game._game, place, text))

    def trace(self, move: str) -> list[Event]:
        """What happens in a move, seed by seed.  A move can sow 100 000 seeds.

        Raises:
            KomweError: as :meth:`play`.
        """
        found: list[Event] = []
        here: Position = self
        codes = self._read(move)
        names: dict[int, str] = {}
        clauses: dict[Any, Clause] = {}
        for code in codes:
            found += here._events(code, names, clauses)
            held = ffi.new(_POSITION)
            lib.kw_play(self.game._game, here._held, code, held)
            here = _position(self.game, held)
        return found

    def _events(self, code: int, names: dict[int, str],
                clauses: dict[Any, Clause]) -> Iterator[Event]:
        count = ffi.new("size_t *")
        events = lib.calls_trace(self.game._game, self._held, code, count)
        if not events:
            raise no_memory()
        try:
            text = ffi.new(_TEXT, _SIZE)
            for index in range(count[0]):
                yield self._event(ffi.addressof(events, index), text, names, clauses)
        finally:
            lib.calls_free(events)

    def _event(self, event: Any, text: Any, names: dict[int, str],
               clauses: dict[Any, Clause]) -> Event:
        def name(place: int) -> str | None:
            if place == lib.KW_NOWHERE:
                return None
            if place not in names:
                names[place] = self._place(place)
            return names[place]

        kind = int(event.kind)
        valued = kind in (lib.KW_EVENT_FIELD, lib.KW_EVENT_NEXT, lib.KW_EVENT_OVER)
        if event.clause not in clauses:
            clauses[event.clause] = _clause(self.game._game, event.clause)
        return Event(text_of(lib.kw_event_name(kind)), name(getattr(event, "from")),
                     None if valued else name(event.to), int(event.count),
                     int(event.to) if valued else None, clauses[event.clause],
                     text_of(lib.kw_event_text(self.game._game, event, text)))

    # ---- the end ----

    @property
    def result(self) -> Result | None:
        """How the game has ended by the position alone, without repetition; None: it goes on."""
        result = ffi.new("struct kw_result *")
        if not lib.kw_state(self.game._game, self._held, result):
            return None
        return result_of(result[0])

    @property
    def is_over(self) -> bool:
        """Whether it has a result."""
        return self.result is not None


_new_position = object.__new__


def _position(game: Game, held: Any) -> Position:
    position = _new_position(Position)
    position.game = game
    position._held = held
    return position


def _read(game: Game, text: str) -> Position:
    return game.position(text)
