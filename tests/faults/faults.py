#!/usr/bin/python3
"""Tries the commands that write with a failure at each step.

    faults.py INJECT KOMWE CHECKER [--most N] [--only NAME]

For each command (commands.py), each class of calls (inject.c), each kind of failure and each call of
that class: the command runs in a folder of its own, and that call fails, or the program is killed
there.  Then:

  - it has done its work as if nothing had failed, or it ends with status 1 and one sentence on
    standard error, and each file is the old one or the new one (of a file that grows: a beginning of
    whole pieces);
  - no other file is left, but for a draft after a kill;
  - the same command, run again, ends with what an undisturbed one ends with, and no draft.

--most N tries at most N calls of each kind, spread evenly.  The crashes of crashes.py are tried too.
"""

import argparse
import errno
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from commands import COMMANDS, environment, fill, prepare, spread
from crashes import crash_states

SECONDS = 120  # a command that takes as long hangs
KILLED = -9
DRAFT = ".komwe-part"


def number(name):
    return str(getattr(errno, name))


# Of each class of calls: the kinds of failure, and whether the calls after it fail too.
KINDS = {
    "alloc": [("ENOMEM", False), ("ENOMEM", True)],
    "open": [("EMFILE", False), ("EMFILE", True), ("EINTR", False), ("kill", False)],
    "read": [("EIO", False), ("EINTR", False)],
    "write": [("ENOSPC", True), ("full", True), ("EIO", False), ("EFBIG", False), ("EINTR", False),
              ("short", False), ("torn", False), ("kill", False)],
    "sync": [("EIO", False), ("EINTR", False), ("kill", False)],
    "truncate": [("EIO", False), ("EINTR", False), ("kill", False)],
    "rename": [("EIO", False), ("kill", False)],
    "unlink": [("EIO", False), ("kill", False)],
    "close": [("EIO", False), ("kill", False)],
    "mmap": [("ENOMEM", False)],
    "thread": [("EAGAIN", False)],
}


class Fault(Exception):
    """What a command did wrong."""


def check(good, what):
    if not good:
        raise Fault(what)


def files_of(folder):
    """The bytes of all files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(Path(folder).rglob("*")) if path.is_file()}


class Trial:
    """A command, the folder it begins in, and what it ends with when nothing fails."""

    def __init__(self, command, inject, programs, scratch):
        self.command, self.inject, self.programs = command, inject, programs
        self.scratch = scratch
        self.argv = fill(command.argv, programs)
        self.template = Path(tempfile.mkdtemp(dir=scratch))
        prepare(command, programs, self.template)
        self.old = files_of(self.template)
        counts, log = Path(scratch) / "counts", Path(scratch) / "log"
        with self.folder() as folder:
            self.ended = self.run(folder, FAULTS_COUNTS=str(counts), FAULTS_LOG=str(log))
            if self.ended.returncode != command.status:
                sys.exit(f"{command.name}: {self.ended}")
            self.new = files_of(folder)
            if not counts.exists() or not log.exists():
                sys.exit(f"{command.name}: '{inject}' was not loaded")
            self.log, self.root = log.read_bytes(), os.path.realpath(folder)
        self.count = {name: int(text) for name, text in
                      (line.split() for line in counts.read_text().splitlines())}

    def folder(self):
        """A copy of the folder that the command begins in."""
        place = tempfile.TemporaryDirectory(dir=self.scratch)
        shutil.copytree(self.template, place.name, dirs_exist_ok=True)
        return place

    def run(self, folder, **faults):
        variables = dict(environment(self.command, os.path.realpath(folder)), **faults)
        if faults:
            variables["LD_PRELOAD"] = self.inject
        with tempfile.TemporaryFile(dir=self.scratch) as answer:
            done = subprocess.run(self.argv, cwd=folder, env=variables, stdout=answer,
                                  stderr=subprocess.PIPE, input=self.command.stdin,
                                  timeout=SECONDS, check=False)
            answer.seek(0)
            done.stdout = answer.read()
        return done

    # ---- what comes of it ----

    def check_done(self, folder, done):
        """It has ended as the undisturbed one has."""
        command = self.command
        check(done.returncode == command.status, f"status {done.returncode}: {done.stderr!r}")
        check(command.answer(done.stdout) == command.answer(self.ended.stdout),
              f"another answer: {done.stdout!r}")
        files = self.files(folder)
        check(set(files) == set(self.new), f"files {sorted(files)}, not {sorted(self.new)}")
        for name, text in files.items():
            check(name in command.checked or text == self.new[name], f"{name} is another one")
        self.check_results(folder, command.checked)

    def files(self, folder):
        """Without cached tables of another game, which are there where the one that was meant could not be had."""
        return {name: text for name, text in files_of(folder).items()
                if self.command.tables != "" or name in self.new or not name.endswith(".kwt")}

    def check_crash(self, state):
        """Even before anything is mended each file is the old or the new one."""
        for name, text in state.files.items():
            check(name.endswith(DRAFT) or name in self.command.grows or
                  name in self.command.between or text in (self.old.get(name), self.new.get(name)),
                  f"{name} is neither old nor new")
        for name in self.old:
            check(name in state.files or name.endswith(DRAFT), f"{name} is lost")
        for name, text in self.new.items():
            check(not state.ended or state.files.get(name) == text,
                  f"{name} is not on the disk though the command has ended")

    def is_whole(self, name, text):
        pattern = self.command.grows.get(name)
        if pattern is not None:
            return self.new[name].startswith(text) and re.fullmatch(rb"(?:%s)*" % pattern, text)
        return (text == self.new.get(name) or name in self.command.checked or
                name in self.command.between)

    def check_results(self, folder, checks):
        for name, argv in checks.items():
            checked = subprocess.run(fill(argv, self.programs), cwd=folder, capture_output=True,
                                    timeout=SECONDS, check=False)
            check(checked.returncode == 0, f"{name}: {checked.stderr!r}")

    def check_files(self, folder, drafts, reported=False):
        """Each file is the old or the new one, and there is no other, but for drafts."""
        files = self.files(folder)
        if reported:
            self.check_results(folder, self.command.reported)
        for name, text in files.items():
            if name.endswith(DRAFT) and (drafts or name in self.old):
                continue
            check(name in self.old or name in self.new, f"{name} is left behind")
            check(text == self.old.get(name) or self.is_whole(name, text) or
                  (drafts and name in self.command.grows) or
                  (reported and name in self.command.reported), f"{name} is neither old nor new")
        for name in self.old:
            check(name in files or name.endswith(DRAFT), f"{name} is lost")

    def goes_on(self, done):
        reports = self.command.reports
        return reports is not None and re.search(reports, done.stdout) and done.returncode == 0

    def check_failure(self, done, call=""):
        """It says in one sentence what has failed, of an allocation that memory lacks."""
        if self.goes_on(done):
            check(self.command.right is None or self.command.right(done.stdout, self.ended.stdout),
                  f"a wrong answer: {done.stdout!r}")
            return
        lines = done.stderr.decode().splitlines()
        for note in self.ended.stderr.decode().splitlines():
            if note in lines: # what it says anyway
                lines.remove(note)
        check(done.returncode in (1, 2), f"status {done.returncode}: {lines} {done.stdout!r}")
        check(len(lines) == 1 and re.match(r"komwe(-check-proof)?: .", lines[0]),
              f"it says {lines}")
        check(call != "alloc" or re.search("memory|no thread can be started", lines[0]), f"it says {lines}")

    def is_undisturbed(self, folder, done):
        try:
            self.check_done(folder, done)
        except Fault:
            return False
        return done.stderr == self.ended.stderr

    def recover(self, folder):
        """The same command, undisturbed, does all that is left to do."""
        self.check_done(folder, self.run(folder))

    # ---- what is tried ----

    def fail_at(self, call, at, kind, stays):
        killed = kind in ("kill", "torn")
        faults = {"FAULTS_CALL": call, "FAULTS_AT": str(at),
                  "FAULTS_KIND": number(kind) if kind.isupper() else kind}
        if stays:
            faults["FAULTS_STAYS"] = "1"
        with self.folder() as folder:
            try:
                done = self.run(folder, **faults)
                if killed and done.returncode == KILLED:
                    self.check_files(folder, True)
                elif self.is_undisturbed(folder, done):
                    return None
                else:
                    self.check_failure(done, call)
                    # A draft that cannot be removed stays.
                    self.check_files(folder, call == "unlink", self.goes_on(done))
                self.recover(folder)
            except (Fault, subprocess.TimeoutExpired) as fault:
                return f"{self.command.name}: {call} {at} {kind}{' on' if stays else ''}: {fault}"
        return None

    def crash(self, number_of_state, state):
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            state.write(folder)
            try:
                self.check_crash(state)
                self.recover(folder)
            except (Fault, subprocess.TimeoutExpired) as fault:
                return (f"{self.command.name}: crash {number_of_state} "
                        f"({state.text}): {fault}")
        return None

    def tries(self, most):
        """Each failure, as a function that returns what went wrong, or None."""
        for call, kinds in KINDS.items():
            for kind, stays in kinds:
                count = self.count[call]
                for at in spread(count, most):
                    yield lambda c=call, a=at, k=kind, s=stays: self.fail_at(c, a, k, s)
        states = crash_states(self.log, self.root, self.old, 0 if most == 0 else 4 * most)
        for i, state in enumerate(states):
            yield lambda n=i, s=state: self.crash(n, s)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("inject")
    parser.add_argument("komwe")
    parser.add_argument("checker")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--only")
    words = parser.parse_args()
    programs = {"komwe": os.path.realpath(words.komwe), "checker": os.path.realpath(words.checker)}
    passed, failed = 0, []
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        for command in COMMANDS:
            if words.only not in (None, command.name):
                continue
            trial = Trial(command, os.path.realpath(words.inject), programs, scratch)
            wrong = list(pool.map(lambda attempt: attempt(), trial.tries(words.most)))
            faults = [fault for fault in wrong if fault is not None]
            passed += len(wrong) - len(faults)
            failed += faults
            print(f"{command.name}: {len(wrong)} failures tried, {len(faults)} wrong", flush=True)
            for fault in faults:
                print("FAILED:", fault)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(main())
