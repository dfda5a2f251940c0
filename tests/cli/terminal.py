#!/usr/bin/python3
"""Plays in a pseudo-terminal.  usage: tests/cli/terminal.py PROGRAM"""

import sys
import tempfile

import pexpect


def start(arguments):
    child = pexpect.spawn(sys.argv[1], arguments, encoding="utf-8", echo=False, timeout=60)
    child.logfile_read = sys.stdout if "-v" in sys.argv else None
    return child


def finish(child, status=0):
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == status, (child.exitstatus, child.signalstatus)


def play_asks_for_a_game():
    child = start(["play", "--plain"])
    child.expect("Which game.*game> ")
    child.sendline("nonsense")
    child.expect("no game 'nonsense'.*game> ")
    child.sendline("bao")
    child.expect("South> ")
    child.sendline("moves")
    child.expect("A6<.*South> ")
    child.sendline("quit")
    finish(child)


def a_number_picks_a_game():
    child = start(["play", "--plain", "--seed", "1"])
    child.expect(r"(\d+)  kalah")
    number = child.match.group(1)
    child.expect("game> ")
    child.sendline(number)
    child.expect("South> ")
    child.sendline("C")
    child.expect("South: C\r\n.*lifts 4 from C.*South> ")
    child.sendline("why C")
    child.expect("not legal.*empty.*South> ")
    child.sendline("undo")
    child.expect("South> ")
    child.sendline("why C")
    child.expect("legal: C.*South> ")
    child.sendeof()
    finish(child)


def the_end_of_input_leaves_the_question():
    child = start(["play", "--plain"])
    child.expect("game> ")
    child.sendeof()
    finish(child)


def a_terminal_shows_the_usage_to_a_pipe():
    child = start(["help"])
    child.expect("usage: komwe")
    finish(child)


def a_game_ends_with_its_result():
    child = start(["play", "--plain", "kalah", "--north", "human", "-p", "0,0,0,0,0,1/0,0,0,0,0,1 S 23/23"])
    child.expect("South> ")
    child.sendline("F")
    child.expect("The game is over 24-24.*over> ")
    child.sendline("undo")
    child.expect("South to move.*South> ")
    child.sendline("quit")
    finish(child)


def commands_are_answered_line_by_line():
    child = start(["play", "--plain", "kiothi", "--north", "human"])
    child.expect("South> ")
    for line, answer in (
        ("hello", "neither a word of the first turn.*IJ=A2B4a6"),
        ("I", r"South: \^I\r\n.*6 in the hand.*A places one"),
        ("A2", r"South: \+A \+A\r\n.*4 in the hand.*continue from A"),
        ("undo", "6 in the hand"),
        ("redo", "4 in the hand"),
        ("b4", "North to move"),
        ("=", "North: =.*South to move"),
        ("moves J", "move +ends in +takes +laps.*J1"),
        ("preview J1", "If South plays J1:.*lifts 1 from J"),
        ("hint", "The engine would play"),
        ("draw", r"North, is it a draw \(yes, no\)"),
        ("no", "The draw is declined"),
        ("flip", "South .*North"),
        ("resign", "The game is over: North wins by resignation"),
    ):
        child.sendline(line)
        child.expect(f"{answer}.*(> |[?] )")
    child.sendline("quit")
    finish(child)


def control_c_prints_what_the_analysis_has_found():
    child = start(["analyse", "hus", "--depth", "126"])
    child.expect("depth 5")
    child.sendintr()
    child.expect("Hus: South to move, .* plies deep.* 1[.] ")
    finish(child, 130)
    child = start(["analyse", "hus", "--depth", "126", "--json"])
    child.expect('"depth":5')
    child.sendintr()
    child.expect('"best":.*"depth":')
    finish(child, 130)


def control_c_prints_the_result_so_far():
    child = start(["match", "kalah", "--player", "random", "--player", "greedy", "-n", "1000000"])
    child.expect("[1-9][0-9]* of 1000000 games  random - greedy")
    child.sendintr()
    child.expect("cut short after [1-9][0-9]* of 1000000 games.*random - greedy: [+][0-9]")
    finish(child, 130)


def lines_of_progress_that_are_asked_for_stay():
    child = start(["match", "kalah", "--player", "random", "--player", "greedy", "-n", "2", "--progress", "2"])
    finish(child)
    assert "2 of 2 games" in child.before and "\x1b" not in child.before, child.before


def tuning_shows_how_far_it_is():
    child = start(["tune", "kalah", "-n", "20", "--nodes", "20", "--generations", "2"])
    child.expect(r"generation 1 of 2: [1-9][0-9]* of 20 games\r")
    child.expect(r"generation 2 of 2: 20 of 20 games, learning\r\x1b\[Kkomwe-weights 2 kalah\r")
    finish(child)
    child = start(["tune", "kalah", "-n", "2", "--nodes", "20"])
    child.expect(r"\x1b\[K1 of 2 games\r\x1b\[K2 of 2 games, learning\r\x1b\[Kkomwe-weights")
    finish(child)


def annotating_shows_how_far_it_is():
    with tempfile.NamedTemporaryFile("w") as record:
        record.write("Game: kalah\nOpening-Plies: 2\n\n1. A a 2. C b\nunfinished\n")
        record.flush()
        child = start(["annotate", "--depth", "1", record.name])
        child.expect_exact("\r\x1b[K".join(["", *(f"{done} of 2 turns" for done in range(3)), "Game:"]))
        finish(child)


TESTS = [
    play_asks_for_a_game,
    a_number_picks_a_game,
    the_end_of_input_leaves_the_question,
    a_terminal_shows_the_usage_to_a_pipe,
    a_game_ends_with_its_result,
    commands_are_answered_line_by_line,
    control_c_prints_what_the_analysis_has_found,
    control_c_prints_the_result_so_far,
    lines_of_progress_that_are_asked_for_stay,
    tuning_shows_how_far_it_is,
    annotating_shows_how_far_it_is,
]


def main():
    failed = 0
    for test in TESTS:
        try:
            test()
        except (AssertionError, pexpect.ExceptionPexpect) as error:
            failed += 1
            print(f"FAILED: {test.__name__}: {error}")
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
