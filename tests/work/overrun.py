#!/usr/bin/env python3
"""Measures by how much long commands overrun a limit of time, or an interrupt, with a slow rule text.

overrun.py [PROGRAM] [TEXT]   prints a line for each command, in milliseconds

Not a test: a busy machine makes the figures larger.  What is tested is how many seeds are sown between two looks
at the clock (tests/work).
"""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SLOW = ROOT / "tests" / "work" / "slow.rules"
HANGS = 60  # seconds after which a command is given up
WARM = 1.5  # seconds until it is interrupted


def finish(process, begun):
    """Waits for the end: milliseconds since then, or a word."""
    try:
        process.wait(HANGS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return f"not back after {HANGS} s"
    return f"{1000 * (time.monotonic() - begun):.0f} ms"


class Runs:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def start(self, *words, **how):
        return subprocess.Popen([self.program, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler), **how)

    def rules(self):
        return "--rules", str(self.folder)

    def whole(self, *words):
        """The time that a command takes, and that of the processor."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        begun = time.monotonic()
        took = finish(self.start(*words), begun)
        worked = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        print(f"{' '.join(words[:-2]) if '--rules' in words else ' '.join(words)}: {took}, "
              f"of the processor {1000 * worked:.0f} ms", flush=True)

    def interrupted(self, *words):
        """The time from Ctrl-C to the end of a command."""
        process = self.start(*words)
        time.sleep(WARM)
        if process.poll() is not None:
            print(f"Ctrl-C in {words[0]}: it had ended with status {process.returncode}", flush=True)
            return
        process.send_signal(signal.SIGINT)
        print(f"Ctrl-C in {' '.join(words[:2])}: {finish(process, time.monotonic())}", flush=True)

    def engine(self, go, stop_after=None):
        """The time from `go`, or from `stop`, to the move."""
        process = subprocess.Popen([self.program, "engine", *self.rules(), "--table-limit", "0"], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        def say(line):
            process.stdin.write(line + "\n")
            process.stdin.flush()

        def receive(word):
            for line in process.stdout:
                if line.startswith(word):
                    return

        say("ugi")
        say("setoption name Game value hh")
        say("isready")
        receive("readyok")
        say(go)
        begun = time.monotonic()
        if stop_after is not None:
            time.sleep(stop_after)
            begun = time.monotonic()
            say("stop")
        receive("bestmove")
        print(f"engine: {go}{'' if stop_after is None else ', stop'}: "
              f"{1000 * (time.monotonic() - begun):.0f} ms", flush=True)
        process.kill()
        process.wait()


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "release" / "komwe")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else SLOW
        (folder / "hh.rules").write_text(text.read_text(encoding="utf-8"), encoding="utf-8")
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        runs = Runs(program, folder)
        runs.whole("check", str(folder / "hh.rules"))
        for limit in ["0.2", "1"]:
            runs.whole("analyse", "hh", "--time", limit, "--tables", "none", *runs.rules())
        runs.whole("analyse", "hh", "--time", "1", "--multipv", "5", "--threads", "2", *runs.rules())
        runs.engine("go movetime 200")
        runs.engine("go movetime 1500")
        runs.engine("go infinite", stop_after=0.7)
        tables = ["--dir", str(folder / "tables"), *runs.rules()]
        for words in [["analyse", "hh", "--time", "50", *runs.rules()], ["solve", "hh", *runs.rules()],
                      ["table", "build", "hh", "--seeds", "9", *tables],
                      ["table", "build", "hh", "--seeds", "9", "--threads", "2", *tables],
                      ["prove", "hh", *runs.rules()], ["perft", "hh", "6", *runs.rules()],
                      ["playout", "hh", "1", *runs.rules()], ["stats", "hh", *runs.rules()],
                      ["match", "hh", *runs.rules()]]:
            runs.interrupted(*words)


main()
