"""Mancala games whose every rule cites its source: rules, engine, exact values, explanations.

>>> import komwe
>>> position = komwe.Game("oware").start()
>>> print(position.play("C").text)
4,4,0,5,5,5/5,4,4,4,4,4 N 0/0

``komwe.vector`` plays many games at once; ``komwe.adapters`` has the shapes of other libraries.
"""

from . import records
from ._native import lib as _lib
from .engine import (Analysis, Engine, Evaluation, Line, Proof, Solution, Tables, TurnReview, prove,
                     review, solve)
from .errors import KomweError, text_of as _text_of
from .game import Clause, Event, Game, Move, Option, Position, Refusal, Result, games
from .records import Record

__version__: str = _text_of(_lib.kw_version())

__all__ = [
    "Analysis", "Clause", "Engine", "Evaluation", "Event", "Game", "KomweError", "Line", "Move",
    "Option", "Position", "Proof", "Record", "Refusal", "Result", "Solution", "Tables", "TurnReview",
    "games", "prove", "records", "review", "solve",
]
