#!/usr/bin/env python3
"""Ends `komwe tune` and `komwe mine` at many moments and goes on: what they come to stays the same.

    tune_resume.py KOMWE [--kills N] [--seed N]

Each call is ended by SIGTERM or SIGKILL, either as soon as the checkpoint is there, or when it has
been saved again, or some time after; the last one is let go on to its end.
"""

import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

WEIGHTS = pathlib.Path(__file__).resolve().parents[2] / "data/weights"

# Each with the flag for the file; mine keeps in it what it would print.
COMMANDS = [(["tune", "giuthi", "-n", "400", "--nodes", "300", "--generations", "2"], "--checkpoint"),
            (["tune", "kujifunza", "-n", "160", "--nodes", "400",
              "--weights", f"{WEIGHTS}/kujifunza.weights"], "--checkpoint"),
            (["mine", "kalah", "-o", "pits=4", "--puzzles", "100", "--nodes", "1600"], "--out")]


def state_of(path):
    try:
        status = os.stat(path)
        return (status.st_ino, status.st_size, status.st_mtime_ns) if status.st_size else None
    except FileNotFoundError:
        return None


def end_once(command, path, chance):
    """Starts the command and ends it; False if it came to its end before."""
    before = state_of(path)
    # The first call is ended at once: on a fast machine the others may have nothing left to do.
    wait = chance.choice(["there", "saved", "later", "later"]) if before else "there"
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while process.poll() is None:
        now = state_of(path)
        if now is not None and (wait != "saved" or now != before):
            break
        time.sleep(0.002)
    if wait == "later":
        time.sleep(chance.random() * 0.5)
    number = chance.choice([signal.SIGTERM, signal.SIGKILL])
    process.send_signal(number)
    _, said = process.communicate()
    if process.returncode == 0:
        return False
    kept = b"the same command resumes from it" in said
    # A signal that comes before the command heeds it ends it as SIGKILL does.
    if process.returncode not in (-number, 128 + number) or (
        process.returncode == 128 + number and not kept
    ):
        sys.exit(f"{command}: status {process.returncode}: {said.decode()}")
    return True


def finish(command, path):
    """What the command prints or, if there is a path, keeps there and does not print."""
    printed = subprocess.run(command, check=True, capture_output=True).stdout
    if path is None:
        return printed
    with open(path, "rb") as file:
        return printed + file.read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("komwe")
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    failed = passed = 0
    for words, flag in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/kept"
            work = [arguments.komwe, *words]
            whole = subprocess.run([*work, "--threads", "2"], check=True, capture_output=True).stdout
            kills = 0
            while kills < arguments.kills:
                threads = chance.choice(["1", "2", "3"])
                command = [*work, "--threads", threads, flag, path]
                if not end_once(command, path, chance):
                    break
                kills += 1
            # The second time there is nothing left to do.
            last = [finish([*work, flag, path], path if flag == "--out" else None) for _ in range(2)]
            left = os.listdir(folder)
            same = all(text == whole for text in last)
            good = same and kills > 0 and left == ["kept"]
            print(f"{words[:2]}: ended {kills} times: {'the same' if same else 'another'}, {left}")
            passed += good
            failed += not good
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
