#!/usr/bin/python3
"""Plays on the full screen of a pseudo-terminal.  usage: tests/cli/screen.py PROGRAM [-v]

What the program writes is given to a terminal emulator, and a test waits until the screen shows
what it looks for.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import termios
import time

import pexpect
import pyte

LIMIT = int(os.environ.get("LIMIT", 60))  # seconds until what is waited for is given up
HOLE = re.compile(r"[<\[!]?([0-9.·]+[a-z]*)[>\]]?")

UP, DOWN, RIGHT, LEFT = "\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"
PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"
ESCAPE, BACKSPACE, CONTROL_C, CONTROL_D, CONTROL_P = "\x1b", "\x7f", "\x03", "\x04", "\x10"


class Emulator(pyte.Screen):
    """With what pyte leaves out of an xterm: scrolling and repeated characters."""

    def draw(self, data):
        self.drawn = data[-1:]
        super().draw(data)

    def repeat(self, count=1):
        super().draw(self.drawn * count)

    def scroll(self, count, edge, step):
        row, column = self.cursor.y, self.cursor.x
        margins = self.margins or pyte.screens.Margins(0, self.lines - 1)
        for _ in range(count):
            self.cursor.y = margins[edge]
            step()
        self.cursor.y, self.cursor.x = row, column

    def scroll_up(self, count=1):
        self.scroll(count, 1, self.index)

    def scroll_down(self, count=1):
        self.scroll(count, 0, self.reverse_index)


class Stream(pyte.ByteStream):
    csi = {**pyte.ByteStream.csi, "S": "scroll_up", "T": "scroll_down", "b": "repeat"}
    events = pyte.ByteStream.events | {"scroll_up", "scroll_down", "repeat"}


class Screen:
    """The program on a terminal of its own."""

    def __init__(self, arguments, height=24, width=80, **environment):
        self.emulator = Emulator(width, height)
        self.stream = Stream(self.emulator)
        self.raw = b""
        settings = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment}
        inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LANG")}
        self.child = pexpect.spawn(
            sys.argv[1], arguments, dimensions=(height, width), env={**inherited, **settings}
        )
        self.child.delaybeforesend = None

    def text(self):
        return "\n".join(line.rstrip() for line in self.emulator.display)

    def line(self, row):
        return self.emulator.display[row].rstrip()

    def read(self, seconds):
        """Takes in what the program writes; False at its end."""
        try:
            data = self.child.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        return True

    def wait(self, *patterns):
        """Waits until the screen shows all of the patterns; each may be a function."""
        end = time.monotonic() + LIMIT

        def shown(pattern):
            return pattern(self) if callable(pattern) else re.search(pattern, self.text(), re.M)

        while not all(shown(pattern) for pattern in patterns):
            if not self.read(0.2) or time.monotonic() > end:
                missing = [pattern for pattern in patterns if not shown(pattern)]
                if missing:
                    raise AssertionError(f"not on the screen: {missing}\n{self.text()}")
        return self

    def send(self, keys):
        self.child.send(keys)
        return self

    def type(self, line):
        return self.send(line + "\r")

    def click(self, row, column, button=0):
        place = f"\x1b[<{button};{column + 1};{row + 1}"
        return self.send(place + "M" + place + "m")

    def click_hole(self, name):
        """Clicks on the hole of that name on a board of two rows."""
        for row, line in enumerate(self.emulator.display[:20]):
            if re.fullmatch(r"(\s+[A-Pa-p])+\s*", line[:60]) and f" {name} " in line[:60]:
                return self.click(row + (2 if row < 5 else -2), line.index(f" {name} ") + 1)
        raise AssertionError(f"no hole {name}\n{self.text()}")

    def resize(self, height, width):
        self.emulator.resize(height, width)
        self.child.setwinsize(height, width)
        return self

    def rows(self):
        """The texts of the holes, as the position's text writes them, row by row."""
        rows = []
        for line in self.emulator.display:
            cells = re.findall(r"(?<=[│|])[^│|]*(?=[│|])", line)
            found = [HOLE.fullmatch(cell.strip()) for cell in cells]
            if cells and all(found):
                rows.append([re.sub("^[.·]", "0", match.group(1)) for match in found])
        return rows

    def finish(self, status=0, by_signal=None):
        end = time.monotonic() + LIMIT
        while self.read(0.2):
            if time.monotonic() > end:
                self.child.close(force=True)
                raise AssertionError(f"does not end\n{self.text()}")
        terminal = termios.tcgetattr(self.child.fileno())[3]
        assert terminal & termios.ECHO and terminal & termios.ICANON, "left without echo"
        self.child.close()
        assert self.child.exitstatus == (None if by_signal else status), self.child.exitstatus
        assert self.child.signalstatus == by_signal, self.child.signalstatus


def komwe(*arguments):
    return subprocess.run(
        [sys.argv[1], *arguments], check=True, capture_output=True, encoding="utf-8"
    ).stdout


def play(*arguments, **settings):
    return Screen(["play", *arguments, "--speed", "off", "--seed", "1"], **settings)


def two_humans(game, *arguments, **settings):
    return play(game, "--north", "human", *arguments, **settings)


def position_rows(game, *moves):
    board = komwe("show", game, *moves).split()[0]
    return [row.split(",") for row in board.split("/")]


# ---- the board ----------------------------------------------------------------------------------


def assert_board_is_whole(screen, game, *moves):
    rows = position_rows(game, *moves)
    screen.wait(r"^(South|North)>", lambda screen: screen.rows() == rows, "(?s)human.*human")
    board = [line for line in screen.emulator.display if re.search("[│|]", line)]
    assert len({re.sub(r"[^│|]", " ", line).rstrip() for line in board}) == 1, screen.text()
    title = re.search(rf"^{game}\t(.*?)\t", komwe("games"), re.M).group(1)
    listed = screen.emulator.columns >= 80  # there is room for the moves and the game's name
    assert not listed or re.search(f" ({re.escape(title)}|{game})$", screen.line(0)), screen.text()


def boards():
    """A game for each shape of a board: what its text has beside the numbers of seeds."""
    found = {}
    for line in komwe("games").splitlines():
        game = line.split("\t")[0]
        found.setdefault(re.sub("[0-9]+", "0", komwe("show", game)), game)
    return found.values()


def every_board_fits_the_screen():
    for game in boards():
        move = komwe("moves", game).split()[0]
        for size in ({}, {"height": 50, "width": 132}, {"height": 15, "width": 50}):
            screen = two_humans(game, **size)
            assert_board_is_whole(screen, game)
            screen.type(move).wait(r"South: .*")
            assert_board_is_whole(screen, game, move)
            screen.type("quit!").finish()


def a_wide_board_is_whole():
    for option in ("pits=10", "pits=3"):
        screen = two_humans("kalah", "-o", option)
        screen.wait("South>")
        columns = int(option[5:])
        assert [len(row) for row in screen.rows()] == [columns, columns], screen.text()
        screen.type("quit!").finish()


def seeds_are_drawn_and_numbered():
    screen = two_humans("kalah").wait("••••")
    screen.type("A").wait("•••••", "<·>", r"\[5\]")
    screen.type("quit!").finish()
    heap = "200,0,0,0,0,0/9,18,0,0,0,0 S 10/11"
    screen = two_humans("kalah", "-o", "seeds=10", "-p", heap.replace("200", "72"))
    screen.wait("▒▒▒", r"│ +72 +│", r"│ +18 +│")
    screen.type("quit!").finish()


def flip_shows_the_other_side():
    screen = two_humans("kiswahili").wait(r"^a .*6h.*\n(.*\n)*^A .*6h")
    screen.type("flip").wait(r"^A .*6h.*\n(.*\n)*^a .*6h")
    numbers = [line for line in screen.text().split("\n") if re.fullmatch(r"( +\d){8}", line)]
    assert [line.split()[0] for line in numbers] == ["8", "1"], screen.text()
    screen.type("flip").wait(r"^a .*6h.*\n(.*\n)*^A .*6h")
    screen.type("quit!").finish()


def north_alone_sits_below():
    screen = play("kalah", "--south", "greedy", "--north", "human")
    screen.wait("North>", r"North \(human\).*to move$")
    names = [line for line in screen.text().split("\n") if re.search("[a-f]     +[a-f]", line)]
    assert re.search("a +b +c +d +e +f", names[-1]), screen.text()
    screen.type("quit!").finish()


def it_can_be_resized():
    screen = two_humans("kiothi").wait("South>$")
    screen.resize(40, 120).wait(lambda s: s.line(39) == "South>")
    assert_board_is_whole(screen, "kiothi")
    screen.resize(13, 41).wait(lambda s: s.line(12) == "South>")
    assert_board_is_whole(screen, "kiothi")
    screen.resize(10, 41).wait("Too small: this board needs 41 x 13")
    screen.type("^F").resize(24, 80).wait("6 in the hand", lambda s: s.line(23) == "South>")
    assert_board_is_whole(screen, "kiothi", "^F")
    screen.type("quit!").finish()


def it_can_be_resized_while_seeds_are_sown():
    screen = Screen(["play", "kalah", "--north", "human", "--speed", "0"]).wait("South>")
    screen.type("A").wait("in the hand")
    screen.resize(15, 50).wait(lambda s: "in the hand" in s.line(9))
    screen.send(" ").wait("South: A: 1 lap", "North>")
    screen.type("quit!").finish()


# ---- commands -----------------------------------------------------------------------------------


def commands_are_answered():
    screen = two_humans("kalah").wait("for example A")
    screen.type("nonsense").wait("nonsense: 'nonsense' does not begin")
    screen.type("moves").wait("ends in +takes", r"C +South's store +- +1  moves again")
    screen.type("moves C").wait(r"laps\n  C +South's store.*\n\n")
    screen.type("hint").wait(r"engine would play C \(\+[0-9.]+\): ends in", "is expected to go on with")
    screen.type("why a").wait("not legal: a is not a pit", "move: A player plays any hole")
    screen.type("preview C").wait("This is what would be", "If South plays C", "lifts 4 from C")
    assert screen.rows() == position_rows("kalah", "C"), screen.text()
    screen.type("").wait(lambda s: s.rows() == position_rows("kalah"))
    screen.type("C A").wait(r"South: C: 1 lap\nSouth: A: 1 lap", "1 C,A")
    screen.type("a").wait("North: a: 1 lap", "1 C,A +a")
    screen.type("last").wait("lifts 4 from a, sows 4 to e")
    screen.type("undo").wait(lambda s: s.rows() == position_rows("kalah", "C", "A"))
    screen.type("undo").wait(lambda s: s.rows() == position_rows("kalah", "C"))
    screen.type("redo").wait(lambda s: s.rows() == position_rows("kalah", "C", "A"))
    screen.type("redo").wait(lambda s: s.rows() == position_rows("kalah", "C", "A", "a"))
    screen.type("redo").wait("nothing to play again")
    screen.type("speed x").wait("The speed is ")
    screen.type("new").wait("This game is neither over nor saved: new! leaves it")
    screen.type("new!").wait(lambda s: s.rows() == position_rows("kalah"))
    screen.type("undo").wait("nothing to take back")
    screen.type("board").type("help").wait("Type a move, for example A")
    screen.type("quit!").finish()


def games_are_saved_and_loaded():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        screen = two_humans("kalah").type("C A a").wait("North: a: 1 lap")
        screen.type(f"save {path}").wait("Saved in '")
        screen.type("E").wait("South: E: 1 lap").type("load").wait("Load what")
        screen.type(f"load {path}").wait("neither over nor saved")
        screen.type(f"load! {path}").wait("This is the only game", "after 3 moves", "1 C,A +a")
        assert_board_is_whole(screen, "kalah", "C", "A", "a")
        screen.type("undo").wait("North>").type(f"save {path}").wait("exists: save! ")
        screen.type(f"save! {path}").wait("Saved in '").type("quit!").finish()
        assert komwe("record", "--list", path) == "C A\n"
        with open(path, "w", encoding="utf-8") as file:
            file.write(komwe("notate", "kiswahili", "A6>", "-H", "South=Ann Ää") * 2)
        screen = two_humans("kalah").type(f"load {path}").wait("the first game", "South: Ann Ää")
        screen.wait(r"South \(Ann Ää, human\)")
        assert_board_is_whole(screen, "kiswahili", "A6>")
        screen.type("new!").wait("South>")
        assert_board_is_whole(screen, "kiswahili")
        screen.type("load /nowhere").wait("cannot read '/nowhere'").type("quit!").finish()


def long_answers_are_paged():
    screen = two_humans("kiswahili").wait("South>$")
    screen.type("rules").wait("start: ", "PgDn: more")
    first = screen.line(18)
    screen.send(PAGE_DOWN).wait(lambda s: s.line(18) != first)
    screen.send(PAGE_UP).wait(lambda s: s.line(18) == first)
    screen.send("\t").wait(lambda s: s.line(1) == first, "PgDn: more")
    screen.click(5, 5, button=65).wait(lambda s: s.line(1) != first)
    screen.send(ESCAPE).wait(r"^A .*6h")
    for _ in range(40):
        screen.send(PAGE_DOWN)
    screen.wait("PgUp: back")
    screen.type("quit!").finish()


def a_game_ends_and_can_be_taken_up_again():
    screen = two_humans("kalah", "-p", "0,0,0,0,0,1/0,0,0,0,0,1 S 23/23").wait("South>")
    screen.type("F").wait("The game is over 24-24", "over>", "undo takes the last move back")
    screen.type("moves").wait(r"^The game is over 24-24: a draw\.\n *\n")
    screen.type("E").wait("not legal: the game is over")
    screen.type("undo").wait("South>")
    screen.type("resign").wait("over N resign", "over>")
    screen.type("undo").wait("South>$")
    screen.type("draw").wait(r"North, is it a draw \(yes, no\)\?")
    screen.type("no").wait("The draw is declined", "South>")
    screen.type("draw").wait("North, is it a draw")
    screen.type("yes").wait("over draw agreed", "over>")
    screen.type("quit!").finish()


def a_computer_weighs_a_draw():
    screen = play("kalah", "-p", "4,4,4,4,4,4/4,4,4,4,4,3 S 0/1").wait("South>")
    screen.type("draw").wait("North does not agree")
    screen.type("quit!").finish()
    screen = play("kalah").wait("South>")
    screen.type("draw").wait("over draw agreed")
    screen.type("quit!").finish()


def computers_play_to_the_end():
    screen = play("oware", "--south", "greedy", "--north", "random").wait("over>", "The game is ")
    screen.type("quit!").finish()


# ---- keys and the mouse -------------------------------------------------------------------------


def the_line_can_be_edited():
    screen = two_humans("kalah").wait("South>$")
    screen.send("wh B").send(LEFT + LEFT + "y" + RIGHT + RIGHT + BACKSPACE + "a")
    screen.wait("South> why a$").send("\r").wait("a is not a pit")
    screen.send(CONTROL_P).wait("South> why a$").send("\x15").wait("South>$")
    screen.send("why b\x17c").wait("South> why c$").send(ESCAPE).wait("South>$")
    screen.send("C").wait("C: ends in South's store, moves again", r"<4>").send("\r")
    screen.wait("South: C: 1 lap").send(CONTROL_D).finish()


def arrows_choose_a_hole():
    screen = two_humans("kiswahili").wait("South>$")
    screen.send(DOWN).wait("A1: not legal: A1 is empty", "plant: A player with a reserve")
    screen.send(RIGHT * 5).wait("South> A6<", "A6<: ends in A3 .*1 of 2", "<2>")
    screen.send(" ").wait("South> A6>", "A6>: ends in B8 .*2 of 2")
    screen.send(" ").wait("South> A6<").send(UP).wait("a3: not legal", "South>$")
    screen.send(DOWN).wait("South> A6<").send("\r").wait("South: A6<: 1 lap", "North>")
    screen.type("quit!").finish()


def the_mouse_chooses_a_hole():
    screen = two_humans("giuthi").wait("South>$")
    screen.click_hole("C").wait("South> C<").click_hole("C").wait("South> C>")
    screen.click_hole("a").wait("a: not legal").click_hole("B").wait("South> B<").send("\r")
    screen.wait("South: B<: ", "North>")
    screen.type("quit!").finish()


# B6 sows 135 seeds here: a second each, and nobody waits for its end.
LONG = ["hus", "-p", "1,2,1,4,1,4,0,1/2,2,1,0,2,4,3,1/1,2,0,1,1,1,1,1/2,0,0,4,1,2,0,2 S 0/0"]


def any_key_skips_the_sowing():
    screen = Screen(["play", *LONG, "--north", "human", "--speed", "0"]).wait("South>")
    screen.type("B6").wait("lap 1, ", "any key: to the end").send("x")
    screen.wait("South: B6: ", "North> x$")
    screen.send("\x7f").type("quit!").finish()


def the_sowing_is_shown_and_ends_by_itself():
    screen = Screen(["play", "kalah", "--north", "human"]).wait("South>")
    screen.type("A").wait("any key: to the end").wait("South: A: 1 lap", "North>")
    screen.type("undo").wait("South>").type("quit!").finish()


# ---- Kiothi's first turn ------------------------------------------------------------------------


def a_placing_is_clicked():
    screen = two_humans("kiothi").wait("Your first turn")
    screen.click_hole("I").wait("6 in the hand", lambda s: s.rows()[1][8] == "0")
    for left in range(5, 0, -1):
        screen.click_hole("A").wait(f"{left} in the hand")
    screen.type("undo").wait("2 in the hand").type("redo").wait("1 in the hand")
    screen.click_hole("b").wait("North>", "I=A5b1")
    screen.type("quit!").finish()


def a_placing_is_typed():
    screen = two_humans("kiothi").wait("Your first turn")
    screen.type("hello").wait("hello: neither a word of the first turn", "Your first turn")
    screen.type("IJ=A2B4C6").wait("North>", "IJ=A2B4C6")
    screen.type("a").wait("a: a is empty").type("j").wait("6 in the hand")
    screen.type("+a2").wait("4 in the hand: ", "continue from a").type("B9").wait("4 in the hand")
    screen.type("B4").wait("j=a2B4", "South>")
    screen.type("quit!").finish()


def a_placing_is_made_with_arrows():
    screen = two_humans("kiothi").wait("Your first turn")
    screen.send(DOWN + LEFT).wait(r"South> \^J").send("\r").wait("6 in the hand")
    screen.send(DOWN).wait(r"South> \+A").send("\r").wait("5 in the hand")
    screen.type("quit!").finish()


# ---- choosing a game ----------------------------------------------------------------------------


def games_are_walked_through():
    screen = Screen([]).wait("Which game")
    screen.send(DOWN + DOWN + UP).wait("Threes in the opponent's row").send("\r")
    screen.wait("South>", "Bulto").type("quit!").finish()
    screen = Screen(["play"]).wait("Which game").send(PAGE_DOWN + PAGE_DOWN).wait("26  oware")
    screen.send(PAGE_UP + PAGE_UP).wait("^  1  kiothi").type("quit").finish()


def a_game_is_typed():
    screen = Screen(["play"]).wait("Which game")
    screen.type("nonsense").wait("There is no such game").type("kalah").wait("Kalah", "South>$")
    screen.type("quit!").finish()
    screen = Screen(["play"]).wait("Which game").type("24").wait("Kalah", "South>$")
    screen.type("quit!").finish()


def games_are_found_by_a_part_of_the_name():
    screen = Screen(["play"]).wait("Which game")
    screen.send("Karnataka").wait("ali-guli-mane", lambda s: "kiothi" not in s.text())
    screen.send(ESCAPE).wait("^  1  kiothi").send("kiswahi").wait("^ 23  kiswahili")
    screen.send("\r").wait("Bao la Kiswahili", "South>$").type("quit!").finish()


def a_game_is_clicked():
    screen = Screen(["play"]).wait("^  3  adji-boto").click(3, 10).wait("Single laps").click(3, 10)
    screen.wait("Adji-boto", "South>").type("quit!").finish()


# ---- terminals ----------------------------------------------------------------------------------


def colours(screen):
    cells = (cell for row in screen.emulator.buffer.values() for cell in row.values())
    return {cell.fg for cell in cells} | {cell.bg for cell in cells}


def colours_can_be_declined():
    screen = two_humans("kalah").wait("South>")
    assert len(colours(screen)) > 2, colours(screen)
    screen.type("quit!").finish()
    screen = two_humans("kalah", NO_COLOR="1").wait("South>").type("A").wait(r"\[5\]", "<·>")
    assert colours(screen) == {"default"}, colours(screen)
    screen.type("quit!").finish()


def poor_terminals_get_what_they_can():
    # On the Linux console ncurses asks libgpm for a mouse, which forgets ten bytes.
    console = {"TERM": "linux", "ASAN_OPTIONS": "detect_leaks=0"}
    for settings in ({"LC_ALL": "C"}, {"LC_ALL": "C", "TERM": "vt100"}, console):
        screen = two_humans("kiswahili", **settings).wait("South>")
        assert_board_is_whole(screen, "kiswahili")
        assert settings.get("LC_ALL") != "C" or screen.text().isascii(), screen.text()
        screen.type("A6>").wait("South: A6>: 1 lap").type("quit!").finish()
    for name in ("dumb", "", "nonesuch"):
        screen = play("kalah", TERM=name).wait("for example A", "^South>")
        assert b"\x1b" not in screen.raw, screen.raw
        screen.send("quit\n").finish()
    screen = play("kalah", "--plain").wait("^South>")
    assert b"\x1b" not in screen.raw, screen.raw
    screen.send("quit\n").finish()


def the_terminal_is_restored():
    endings = (
        (lambda screen: screen.type("quit"), None),
        (lambda screen: screen.send(CONTROL_C), None),
        (lambda screen: screen.send(CONTROL_D), None),
        (lambda screen: screen.child.kill(signal.SIGTERM), signal.SIGTERM),
        (lambda screen: screen.child.kill(signal.SIGHUP), signal.SIGHUP),
    )
    for ending, by_signal in endings:
        for game in ([], ["kalah"]):
            screen = Screen(["play", *game]).wait("^(game|South)>")
            ending(screen)
            screen.finish(by_signal=by_signal)
            assert b"\x1b[?1049l" in screen.raw[-60:], screen.raw[-60:]


def signals_end_a_sowing():
    for number in (signal.SIGINT, signal.SIGTERM):
        screen = Screen(["play", *LONG, "--speed", "0"]).wait("^South>")
        screen.type("B6").wait("any key: to the end")
        screen.child.kill(number)
        screen.finish(by_signal=None if number == signal.SIGINT else number)
        assert b"\x1b[?1049l" in screen.raw[-60:], screen.raw[-60:]


TESTS = [
    every_board_fits_the_screen,
    a_wide_board_is_whole,
    seeds_are_drawn_and_numbered,
    flip_shows_the_other_side,
    north_alone_sits_below,
    it_can_be_resized,
    it_can_be_resized_while_seeds_are_sown,
    commands_are_answered,
    games_are_saved_and_loaded,
    long_answers_are_paged,
    a_game_ends_and_can_be_taken_up_again,
    a_computer_weighs_a_draw,
    computers_play_to_the_end,
    the_line_can_be_edited,
    arrows_choose_a_hole,
    the_mouse_chooses_a_hole,
    any_key_skips_the_sowing,
    the_sowing_is_shown_and_ends_by_itself,
    a_placing_is_clicked,
    a_placing_is_typed,
    a_placing_is_made_with_arrows,
    games_are_walked_through,
    a_game_is_typed,
    games_are_found_by_a_part_of_the_name,
    a_game_is_clicked,
    colours_can_be_declined,
    poor_terminals_get_what_they_can,
    the_terminal_is_restored,
    signals_end_a_sowing,
]


def main():
    failed = 0
    names = [word for word in sys.argv[2:] if word != "-v"]
    tests = [test for test in TESTS if not names or test.__name__ in names]
    for test in tests:
        try:
            if "-v" in sys.argv:
                print(test.__name__, flush=True)
            test()
        except (AssertionError, pexpect.ExceptionPexpect) as error:
            failed += 1
            print(f"FAILED: {test.__name__}: {error}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
