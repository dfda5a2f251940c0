#!/usr/bin/python3
"""How soon `komwe serve` answers a visitor while 50 others search for ever: figures, and no test.

    serve_share.py PROGRAM [--answers N]

A visitor has N moves (100) searched for 300 ms each: alone; while 50 sessions of as many addresses search without
end; 50 of one other address, by all threads each; 50 of his own.  Half of the way between two answers is his time,
the rest what he waits for his turns: 600 ms are promised on a machine that has nothing else to do.
"""

import argparse
import contextlib
import multiprocessing
import sys
import time

from client import PATIENCE, Server, Talk

OTHERS = 50
PROMISED = 600         # milliseconds for a move of 300 ms
THREADS = 2            # of the server
VISITOR = "127.0.0.2"  # his address
GAMES = ["kalah", "oware", "kiswahili", "bao1", "hus"]


class Visitor:
    """Has moves searched for 300 ms, so many or until it is asked to end; the milliseconds after which he has them.

    He is a process of his own, since threads of Python wait for each other.
    """

    def __init__(self, server, most=None):
        fork = multiprocessing.get_context("fork")
        self.server, self.most, self.ends = server, most, fork.Event()
        self.results, self.sender = fork.Pipe(duplex=False)
        self.process = fork.Process(target=self.run, daemon=True)

    def run(self):
        answers, fault = [], None
        try:
            with Talk(self.server, source=VISITOR) as talk:
                talk.link.settimeout(PATIENCE)
                while not self.ends.is_set() and len(answers) != self.most:
                    begun = time.monotonic()
                    talk.say("go movetime 300")
                    talk.receive_until("bestmove")
                    answers.append((time.monotonic() - begun) * 1000)
        except Exception as what:
            fault = repr(what)
        self.sender.send((answers, fault))

    def start(self):
        self.process.start()

    def figures(self):
        """What is printed of it, once it has had all its answers."""
        answers, fault = self.results.recv()
        self.process.join()
        assert fault is None, f"the visitor is not answered: {fault}"
        answers.sort()

        def at(part):
            return answers[min(int(len(answers) * part), len(answers) - 1)]
        late = sum(answer > PROMISED for answer in answers)
        return (f"{len(answers)} answers: median {at(0.5):.0f} ms, 95 % {at(0.95):.0f}, 99 % {at(0.99):.0f}, "
                f"most {answers[-1]:.0f}; {late} after {PROMISED} ms")


def beside(program, name, sources, threads, answers, *flags):
    """Prints how soon the visitor is answered while a session of each of these addresses searches."""
    with Server(program, "--threads", str(THREADS), "--tables", "none", *flags) as server, \
            contextlib.ExitStack() as links:
        talks = [links.enter_context(Talk(server, source=source)) for source in sources]
        for number, talk in enumerate(talks):
            talk.say(f"setoption name Game value {GAMES[number % len(GAMES)]}",
                     f"setoption name Threads value {threads}", "go infinite")
        for talk in talks:
            talk.receive_until("info depth")  # it has had a turn
        visitor = Visitor(server, answers)
        visitor.start()
        print(f"{name}: {visitor.figures()}")
        for talk in talks:
            talk.say("stop")
            talk.receive_until("bestmove")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--answers", type=int, default=100)
    call = parser.parse_args()
    far = [f"127.0.{1 + number % 5}.{1 + number}" for number in range(OTHERS)]
    beside(call.program, "alone", [], 1, call.answers)
    beside(call.program, f"beside {OTHERS} addresses", far, 1, call.answers, "--per-address", "64")
    # An address that is counted may have 32 sessions.
    beside(call.program, f"beside {OTHERS} sessions of {THREADS} threads of one address", far[:1] * OTHERS, THREADS,
           call.answers)
    beside(call.program, f"beside {OTHERS} sessions of his own address", [VISITOR] * OTHERS, 1, call.answers)


if __name__ == "__main__":
    sys.exit(main())
