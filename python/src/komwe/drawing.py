"""The board as an SVG picture: wood, carved pits, seeds with light from above left, numbers.

A pit is 100 units wide with its number above or below, away from the ridge.  Up to twelve seeds are
drawn one by one, more as a heap whose number counts.
"""

from __future__ import annotations

import math
from typing import Final

from ._native import lib
from .errors import whole
from .game import Player, Position, player_of

CELL: Final = 100
PIT: Final = 38
SLOT: Final = 34        # of a number
RIDGE: Final = 30       # between the players' sides
EDGE: Final = 34        # with the letters of rows and columns
STORE: Final = 96
MOST_DRAWN: Final = 12

_DEFS: Final = """<defs>
<linearGradient id="kw-wood" x2=".25" y2="1"><stop offset="0" stop-color="#b9793f"/>\
<stop offset=".5" stop-color="#a5652f"/><stop offset="1" stop-color="#874c20"/></linearGradient>
<radialGradient id="kw-bowl" cx=".56" cy=".74" r=".8"><stop offset="0" stop-color="#9a5f30"/>\
<stop offset=".5" stop-color="#74431e"/><stop offset="1" stop-color="#41210b"/></radialGradient>
<linearGradient id="kw-lip" x1=".2" x2=".8" y2="1"><stop offset="0" stop-color="#3a1b07" \
stop-opacity=".85"/><stop offset=".55" stop-color="#ffd9a0" stop-opacity=".1"/>\
<stop offset="1" stop-color="#ffd9a0" stop-opacity=".8"/></linearGradient>
<radialGradient id="kw-seed" cx=".36" cy=".3" r=".82"><stop offset="0" stop-color="#f1f3e8"/>\
<stop offset=".42" stop-color="#bcc3b2"/><stop offset=".8" stop-color="#7f8976"/>\
<stop offset="1" stop-color="#4c5545"/></radialGradient>
<radialGradient id="kw-turn"><stop offset=".7" stop-color="#ffcf66" stop-opacity="0"/>\
<stop offset=".85" stop-color="#ffcf66" stop-opacity=".75"/>\
<stop offset="1" stop-color="#ffcf66" stop-opacity="0"/></radialGradient>
<ellipse id="kw-s" rx="10.4" ry="9.4" fill="url(#kw-seed)" stroke="#2b2f25" stroke-width=".7"/>
<ellipse id="kw-c" cx="1.6" cy="2.6" rx="10.8" ry="9.6" fill="#180802" fill-opacity=".45"/>
</defs>"""


def _spots(count: int, hole: int) -> list[tuple[float, float]]:
    """Where seeds lie in a pit: on a sunflower's spiral, turned for each hole."""
    if count == 1:
        return [(0.0, 2.0)]
    reach = min(25.0, 9.0 * math.sqrt(count) - 1.0)
    turn = 2.39996323
    spots = []
    for i in range(count):
        away = reach * math.sqrt((i + 0.5) / (count - 0.5))
        angle = i * turn + hole * 1.7
        spots.append((away * math.cos(angle), away * math.sin(angle) + 2))
    return sorted(spots, key=lambda spot: spot[1])


def _seeds(count: int, hole: int) -> str:
    if count == 0:
        return ""
    drawn = _spots(min(count, MOST_DRAWN), hole)
    shadows = "".join(f'<use href="#kw-c" x="{x:.1f}" y="{y:.1f}"/>' for x, y in drawn)
    bodies = "".join(f'<use href="#kw-s" transform="translate({x:.1f} {y:.1f}) '
                     f'rotate({(hole * 47 + i * 71) % 180})"/>' for i, (x, y) in enumerate(drawn))
    return shadows + bodies


def _pit(square: bool) -> str:
    if square:
        return ('<rect x="-41" y="-41" width="82" height="82" rx="15" fill="url(#kw-lip)"/>'
                '<rect x="-37" y="-37" width="74" height="74" rx="12" fill="url(#kw-bowl)"/>')
    return (f'<circle r="{PIT + 4}" fill="url(#kw-lip)"/>'
            f'<circle r="{PIT}" fill="url(#kw-bowl)"/>')


def _mark(letter: str) -> str:
    """A mark other than a house: a ring with its letter."""
    return (f'<circle r="{PIT - 3}" fill="none" stroke="#ffcf66" stroke-width="3" '
            'stroke-dasharray="7 5"/>'
            f'<text x="27" y="-25" class="kw-mark">{letter}</text>')


def _marks_of(position: Position, hole: int) -> str:
    held, game = position._held, position.game._game
    letters = ""
    for number, marks in ((1, held.mark), (2, held.mark2)):
        letter = lib.kw_mark_letter(game, number)
        if letter != b"\0" and marks >> hole & 1:
            letters += letter.decode()
    return letters


def _store(x: float, y: float, height: float, seeds: int, player: int) -> str:
    """An upright trough with its seeds and their number."""
    columns, spots = 4, []
    for i in range(min(seeds, 48)):
        row, column = divmod(i, columns)
        spots.append((-22 + 14 * column + (row % 2) * 3 + (i * 37 % 5) - 2,
                      height / 2 - 32 - row * 15 - (i * 53 % 4)))
    spots = [spot for spot in spots if spot[1] > -height / 2 + 18]
    drawn = "".join(f'<use href="#kw-c" x="{sx}" y="{sy:.0f}"/><use href="#kw-s" x="{sx}" '
                    f'y="{sy:.0f}"/>' for sx, sy in spots)
    side = STORE - 16
    below = player == 0
    number = height / 2 + 26 if below else -height / 2 - 12
    return (f'<g transform="translate({x} {y})">'
            f'<rect x="{-side / 2 - 4}" y="{-height / 2 - 4}" width="{side + 8}" '
            f'height="{height + 8}" rx="{side / 2 + 4}" fill="url(#kw-lip)"/>'
            f'<rect x="{-side / 2}" y="{-height / 2}" width="{side}" height="{height}" '
            f'rx="{side / 2}" fill="url(#kw-bowl)"/>{drawn}'
            f'<text y="{number}" class="kw-n">{seeds}</text></g>')


def svg(position: Position, bottom: Player = "south", width: int = 640) -> str:
    """The board as the player sees it who sits at the bottom, ``width`` pixels wide (64..8192).

    A store lies at its owner's right hand; the side to move is lit; the drawing needs nothing
    beside itself.  A description for screen readers is its title.
    """
    game = position.game
    turned = player_of(bottom) == 1
    width = whole(width, "width", 64, 8192)
    rows, columns = game.rows, game.columns
    stores = bool(lib.kw_has_stores(game._game))
    side = (STORE if stores else 0) + (20 if rows == 4 else 0)  # four rows have letters there
    half = rows // 2
    row_height = PIT * 2 + SLOT + 6
    wide = 2 * EDGE + 2 * side + columns * CELL
    high = 2 * EDGE + rows * row_height + RIDGE
    middle = high / 2
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
             f'width="{width}" height="{round(width * high / wide)}" role="img">',
             f"<title>{_escaped(game.name)}: {_escaped(position.text)}</title>", _DEFS,
             "<style>.kw-n{font:600 25px system-ui,sans-serif;fill:#fff3dc;text-anchor:middle}"
             ".kw-zero{fill-opacity:.35}"
             ".kw-l{font:500 17px system-ui,sans-serif;fill:#ffe2b4;fill-opacity:.7;"
             "text-anchor:middle}"
             ".kw-mark{font:700 19px system-ui,sans-serif;fill:#ffcf66}</style>",
             f'<rect width="{wide}" height="{high}" rx="30" fill="#5a2f11"/>',
             f'<rect x="4" y="3" width="{wide - 8}" height="{high - 9}" rx="27" '
             'fill="url(#kw-wood)"/>',
             f'<rect x="{EDGE + side}" y="{middle - 2}" width="{columns * CELL}" height="4" rx="2" '
             'fill="#4a240b" fill-opacity=".55"/>']
    legal = {code & 31 for code in position._codes() if code >> 5 & 7 not in (1, 4)}
    own = _own_holes(position)
    for row in range(rows):
        upper = row < half
        y = (EDGE + row * row_height + (SLOT + PIT + 3 if upper else PIT + 3) +
             (0 if upper else RIDGE))
        for column in range(columns):
            seen = (rows - 1 - row, columns - 1 - column) if turned else (row, column)
            hole = int(lib.kw_hole_at(game._game, *seen))
            x = EDGE + side + column * CELL + CELL / 2
            seeds, marks = int(position._held.hole[hole]), _marks_of(position, hole)
            number = -PIT - 11 if upper else PIT + 29
            lit = '<circle r="51" fill="url(#kw-turn)"/>' if hole in legal & own else ""
            parts.append(f'<g transform="translate({x:g} {y})">{_pit("h" in marks)}{lit}'
                         f"{_seeds(seeds, hole)}"
                         + "".join(_mark(letter) for letter in marks if letter != "h")
                         + f'<text y="{number}" class="kw-n{" kw-zero" * (seeds == 0)}">{seeds}'
                         "</text></g>")
            parts.append(_label(position, hole, row, column, rows, columns, x, y, wide, high,
                                side))
    if stores:
        tall = rows * row_height + RIDGE - 60
        for player, right in ((0, not turned), (1, turned)):
            x = wide - EDGE - STORE / 2 if right else EDGE + STORE / 2
            parts.append(_store(x, middle, tall, position.stores[player],
                                0 if right else 1))
    return "\n".join(part for part in parts if part) + "\n</svg>"


def _own_holes(position: Position) -> set[int]:
    """The holes of the player to move."""
    game = position.game
    north = 16 if game.rows == 4 else game.columns
    return set(range(north, 32)) if position.turn == "north" else set(range(north))


def _label(position: Position, hole: int, row: int, column: int, rows: int, columns: int,
           x: float, y: float, wide: float, high: float, side: float) -> str:
    """Names of holes: of two rows at each, of four those of rows at the left, columns at the edge."""
    name = position._place(hole)
    if rows == 2:
        return f'<text x="{x:g}" y="{22 if row == 0 else high - 11}" class="kw-l">{name}</text>'
    texts = ""
    if column == 0:
        texts += f'<text x="{EDGE + side - 5}" y="{y + 6}" class="kw-l">{name[0]}</text>'
    if row in (0, rows - 1):
        texts += (f'<text x="{x:g}" y="{22 if row == 0 else high - 11}" class="kw-l">'
                  f"{name[1:]}</text>")
    return texts


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
