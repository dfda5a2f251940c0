#!/usr/bin/env python3
"""Every number that the program is given, at its ends and beyond: the table that `komwe help --limits`
prints against the program, its protocol and its server.  usage: program.py PROGRAM

A row is tried with the numbers from `numbers`; whether each is taken or refused follows from its
bounds.  To try one, the program is given it in a call that then fails for another reason, or ends at
once.  A new row of a known place is tested as it stands; a flag that takes a number and has no row,
and a row that nothing here can try, are faults.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
from client import Server, Talk  # noqa: E402

PROGRAM = sys.argv[1]
PATIENCE = 300
NUMBERS = {"N", "MIB", "D", "K", "S", "P"}  # placeholders of the help whose values are numbers
GAMES = ("kalah", "giuthi", "oware", "kiswahili", "kiothi", "bulto")
SERVED_THREADS = 2


class Row:
    def __init__(self, line):
        self.place, self.name, self.flag, least, most, decimals, _ = line.split("\t")
        self.decimals = int(decimals)
        self.least, self.most = self.units(least), self.units(most)

    def units(self, text):
        """A number as the table prints it, in units of its last decimal."""
        whole, _, part = text.lstrip("-").partition(".")
        units = int(whole + part.ljust(self.decimals, "0"))
        return -units if text.startswith("-") else units

    def text(self, units):
        scale = 10 ** self.decimals
        whole, part = divmod(abs(units), scale)
        decimals = f".{part:0{self.decimals}}" if part else ""
        return f"{'-' if units < 0 else ''}{whole}{decimals}"

    def numbers(self):
        """(text, whether it is taken)."""
        for units in (self.least, self.most):
            yield self.text(units), True
        for units in (self.least - 1, self.most + 1):
            yield self.text(units), False
        yield self.text(self.most) + "0", self.most == 0 and self.least == 0
        yield self.text(-1), self.least <= -1
        for text in ("9" * 20, "9" * 40, "1" + "0" * 19, "18446744073709551616", "18446744073709551617"):
            yield text, int(text) * 10 ** self.decimals <= self.most
        for text in ("", "+1", " 1", "1 ", "1x", "0x1", "1e1", "1,", "-", "--1", "\u0661"):
            yield text, False
        if not self.decimals:
            yield "1.0", False
        else:
            yield "0." + "0" * self.decimals + "1", False

    def __str__(self):
        return f"{self.place} {self.name} {self.flag}"


def limits():
    text = subprocess.run([PROGRAM, "help", "--limits"], capture_output=True, text=True, check=True).stdout
    return [Row(line) for line in text.splitlines()]


class Faults:
    def __init__(self):
        self.tried, self.faults = 0, []

    def expect(self, row, text, taken, wanted, answer=""):
        self.tried += 1
        if taken != wanted:
            self.faults.append(f"{row}: '{text}' is {'taken' if taken else 'refused'}: {answer.strip()}")

    def add(self, fault):
        self.faults.append(fault)


# ---- commands ------------------------------------------------------------------------------------

# What makes a call of each command fail, or end, before it works; others have a game that does not exist.
CALLS = {
    "openings": ["/nonexistent"], "annotate": ["/nonexistent"], "engine": [],
    "serve": ["--dir", "/nonexistent"], "table": ["build", "nonexistent", "--dir", "/nonexistent"],
    "match": ["nonexistent", "--player", "random", "--player", "greedy"],
}
REFUSED = re.compile(r" is a (whole number|number of seconds) from ")


def call(command, *words):
    done = subprocess.run([PROGRAM, command, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=PATIENCE)
    return done.returncode, done.stderr + done.stdout


def try_flags(rows, faults):
    for row in rows:
        words = CALLS.get(row.name, ["nonexistent"])
        for text, wanted in row.numbers():
            status, answer = call(row.name, *words, f"{row.flag}={text}")
            refused = REFUSED.search(answer) is not None
            if refused and status != 2:
                faults.add(f"{row}: '{text}' is refused with status {status}")
            faults.expect(row, text, not refused, wanted, answer)


def try_operands(rows, faults):
    for row in rows:
        for text, wanted in row.numbers():
            _, answer = call(row.name.split()[0], "--", "nonexistent", text)
            faults.expect(row, text, REFUSED.search(answer) is None, wanted, answer)


# How the part of a flag's value is written, and what says that it is refused.
PART_CALLS = {
    "match --sprt": (lambda text, row: f"{text},1000" if text != "1000" else "-1000,1000",
                     "--sprt", "--sprt is two numbers"),
    "match --tc MOVES": (lambda text, row: f"{text}/1", "--tc", "--tc is a clock"),
    "match --tc SECONDS": (lambda text, row: text, "--tc", "--tc is a clock"),
    "match --tc INCREMENT": (lambda text, row: f"1+{text}", "--tc", "--tc is a clock"),
    "tune --shard N": (lambda text, row: f"1/{text}", "--shard", "--shard is K/N"),
    "play --speed": (lambda text, row: text, "--speed", "--speed is 0 to 9"),
}


def try_parts(rows, faults):
    for row in rows:
        if row.name not in PART_CALLS:
            faults.add(f"{row}: no call is known for it")
            continue
        write, flag, refusal = PART_CALLS[row.name]
        command = row.name.split()[0]
        words = CALLS.get(command, ["nonexistent"])
        if command in ("match", "tune"):
            words = ["kalah", *words[1:]]
        if command == "tune":
            words = [*words, "--checkpoint", "/nonexistent/file"]
        if command == "match":
            words = [*words, "-m", "/nonexistent"]
        for text, wanted in row.numbers():
            _, answer = call(command, *words, f"{flag}={write(text, row)}")
            faults.expect(row, text, refusal not in answer, wanted, answer)


def try_players(rows, faults):
    for row in rows:
        for text, wanted in row.numbers():
            if " " in text:
                continue  # ends the word
            clock = " tc=1" if row.name in ("overhead", "nodestime") else ""
            outer = row.name in ("ready", "timeout")
            player = f"{row.name}={text}{clock}{' cmd=/nonexistent' if outer else ''}"
            _, answer = call("match", "kalah", "-m", "/nonexistent", "--player", player, "--player", "greedy")
            faults.expect(row, text, f"{row.name}= is a whole number from " not in answer, wanted, answer)


def every_flag_with_a_number_is_listed(rows, faults):
    listed = {(row.name, row.flag) for row in rows if row.place == "flag"}
    lines = subprocess.run([PROGRAM, "help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  (\w+) ", lines, re.M)
    found = set()
    for command in commands:
        text = subprocess.run([PROGRAM, "help", command], capture_output=True, text=True, check=True).stdout
        for flag, value in re.findall(r"^  (?:-\w, )?(--[\w-]+)(?: ([^\s]+))?(?:  |$)", text, re.M):
            if value in NUMBERS and flag != "--player" and f"{command} {flag}" not in PART_CALLS:
                found.add((command, flag))
                if (command, flag) not in listed:
                    faults.add(f"{command} {flag} {value} has no row in number_limits.def")
    for command, flag in sorted(listed - found):
        faults.add(f"{command} {flag} is listed, but the help has no such flag with a number")
    assert len(found) > 50, found


# ---- the protocol --------------------------------------------------------------------------------

def spins(lines):
    """The bounds of the numbers among the option lines: {name: (least, most)}."""
    found = (re.fullmatch(r"option name (.+) type spin default \d+ min (\d+) max (\d+)", line)
             for line in lines)
    return {match[1]: (int(match[2]), int(match[3])) for match in found if match}


def probes(names, rows):
    """(line, row, text, wanted) for each option with its row."""
    for name in names:
        for text, wanted in rows[name].numbers():
            if text.strip() == text:  # the protocol drops blanks
                yield f"setoption name {name} value {text}", rows[name], text, wanted


def option_row(name, bounds):
    return Row(f"option\t{name}\t-\t{bounds[0]}\t{bounds[1]}\t0\t-")


class Pipe:
    """`komwe engine`: lines to it, and what it answers to each."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding="utf-8")

    def ask(self, line):
        """The answer; `query p1turn` marks its end."""
        self.process.stdin.write(f"{line}\nquery p1turn\n")
        self.process.stdin.flush()
        answer = []
        while not (line_read := self.process.stdout.readline().rstrip("\n")).startswith("response "):
            assert line_read != "" or self.process.poll() is None, f"the engine has ended after {line}"
            answer.append(line_read)
        return answer

    def wait(self, word):
        """The lines up to one that begins with it."""
        answer = []
        while not answer or not answer[-1].startswith(word):
            answer.append(self.process.stdout.readline().rstrip("\n"))
            assert answer[-1] != "" or self.process.poll() is None, "the engine has ended"
        return answer

    def end(self):
        self.process.communicate("quit\n", timeout=PATIENCE)
        assert self.process.returncode == 0, self.process.returncode


class Socket:
    """A session of `komwe serve`."""

    def __init__(self, server):
        self.talk = Talk(server)

    def ask(self, line):
        self.talk.say(line, "query p1turn")
        answer = []
        while not (line_read := self.talk.receive()).startswith("response "):
            answer.append(line_read)
        return answer

    def wait(self, word):
        answer = []
        while not answer or not answer[-1].startswith(word):
            answer.append(self.talk.receive())
        return answer

    def end(self):
        self.talk.link.close()


def try_options(session, wanted_bounds, faults):
    """Every number among the options, those of the rules of some games included."""
    said = spins(session.ask("ugi"))
    for name, bounds in wanted_bounds.items():
        if said.get(name) != bounds:
            faults.add(f"option {name}: it is said to be {said.get(name)}, and is {bounds} in the table")
    own = set(wanted_bounds)
    for game in GAMES:
        assert session.ask(f"setoption name Game value {game}") == [], game
        options = spins(session.ask("ugi"))
        names = [name for name in options if game == GAMES[0] or name not in own]
        if unlisted := [name for name in options if name[0].isupper() and name not in own]:
            faults.add(f"options without a row: {unlisted}")
        rows = {name: option_row(name, options[name]) for name in names}
        for line, row, text, wanted in probes(names, rows):
            answer = session.ask(line)
            faults.expect(row, text, answer == [], wanted, " ".join(answer))
        for name in names:  # as at first, so that the next game begins alike
            session.ask(f"setoption name {name} value {options[name][0]}")


def try_go(session, rows, faults):
    """The words after go; what is taken ends at once, by another limit or because it is stopped."""
    session.ask("setoption name Game value kalah")
    for row in rows:
        for text, wanted in row.numbers():
            if text.strip() != text or text == "":
                continue
            other = "nodes 1" if row.name != "nodes" else "depth 1"
            clock = " p1time 1000" if row.name not in ("p1time",) else ""
            answer = session.ask(f"go {row.name} {text} {other}{clock}")
            refused = any(line.startswith("info string go: ") for line in answer)
            if not refused and not any(line.startswith("bestmove") for line in answer):
                session.wait("bestmove")
            faults.expect(row, text, not refused, wanted, " ".join(answer))
        answer = session.ask(f"go {row.name}")  # without a number
        faults.expect(row, "", not any(line.startswith("info string go: ") for line in answer), False)


# ---- files ---------------------------------------------------------------------------------------

def try_fields(rows, faults):
    """A file that a command has written is continued with another number in one of its fields."""
    makes = {"mine": ["mine", "kalah", "--puzzles", "1", "--games", "40", "--nodes", "1600", "--threads", "1"],
             "balance": ["balance", "kalah", "--games", "1", "--tries", "9", "--nodes", "2000", "--threads", "1"]}
    fields = {"mine rating": r"\t(\d+)\toneMove", "mine games": r"(?m)^# [^\n]*?(\d+)$",
              "balance tried": r"# tried: (\d+)", "balance shallow": r"# shallow: (\d+)"}
    with tempfile.TemporaryDirectory() as folder:
        written = {}
        for row in rows:
            if row.name not in fields:
                faults.add(f"{row}: no field of a file is known for it")
                continue
            command = row.name.split()[0]
            path = pathlib.Path(folder, command)
            words = [PROGRAM, *makes[command], "--out", str(path)]
            if command not in written:
                subprocess.run(words, capture_output=True, check=True, timeout=PATIENCE)
                written[command] = path.read_text(encoding="utf-8")
            found = list(re.finditer(fields[row.name], written[command]))
            assert found, (row.name, written[command])
            at = found[-1].span(1)
            for text, wanted in row.numbers():
                path.write_text(written[command][:at[0]] + text + written[command][at[1]:], encoding="utf-8")
                done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
                faults.expect(row, text, done.returncode == 0, wanted, done.stderr)


# ---- the manual ----------------------------------------------------------------------------------

def the_manual_has_the_bounds(rows, faults):
    manual = pathlib.Path(__file__).resolve().parent.parent.parent / "man"
    text = (manual / "komwe-ugi.5").read_text(encoding="utf-8")
    for row in rows:
        if row.place in ("option", "local"):
            item = re.search(rf"^\.TP\n\.B {re.escape(row.name)}\n(.*?)(?=^\.TP|^\.SH)", text, re.M | re.S)
            least = 1 if row.name in ("Level", "nodestime") else row.least  # 0 is said in words
            if item is None or f"{least} to {row.most}" not in item[1]:
                faults.add(f"komwe-ugi(5): option {row.name} is not {least} to {row.most} there")
        elif row.place == "served" and f".B {row.name}\nis 1 at first and {row.most} at most" not in text:
            faults.add(f"komwe-ugi(5): {row.name} of komwe serve is not {row.most} at most there")
    for row in rows:
        if row.place == "operand":
            command, operand = row.name.split()
            said = " ".join(call("help", command)[1].split())
            if f"{row.least} to {row.most}" not in said:
                faults.add(f"help {command}: {operand} is not {row.least} to {row.most} there")


# ---- the threads of a server ---------------------------------------------------------------------

def tasks(server):
    return len(list(pathlib.Path(f"/proc/{server.process.pid}/task").iterdir()))


def threads_stay_within_their_limit(server, faults):
    """Whatever a client asks for; `info depth` says that the search is under way, in all its threads.

    The searches themselves are the calls of the server's own threads; a search with two starts one.
    """
    before, counts = tasks(server), []
    for text in ("2", "3", "7", "8", "9", "10", "99", "999", "256", "9" * 20):
        session = Socket(server)
        session.ask("setoption name Game value kalah")
        session.ask(f"setoption name Threads value {text}")
        session.talk.say("isready", "go infinite")
        session.wait("info depth")
        counts.append(tasks(server) - before)
        if counts[-1] >= SERVED_THREADS:
            faults.add(f"Threads {text}: the search has started {counts[-1]} threads")
        session.talk.say("stop")
        session.wait("bestmove")
        session.end()
    assert max(counts) >= SERVED_THREADS - 1, counts  # where threads are granted they are there


def main():
    rows, faults = limits(), Faults()
    of = {place: [row for row in rows if row.place == place]
          for place in ("flag", "operand", "part", "player", "option", "local", "served", "go", "field")}
    if unknown := [row for row in rows if row.place not in of]:
        faults.add(f"nothing tries {', '.join(map(str, unknown))}")
    every_flag_with_a_number_is_listed(rows, faults)
    the_manual_has_the_bounds(rows, faults)
    try_flags(of["flag"], faults)
    try_operands(of["operand"], faults)
    try_parts(of["part"], faults)
    try_players(of["player"], faults)
    try_fields(of["field"], faults)
    bounds = {row.name: (row.least, row.most) for row in of["option"] + of["local"]}
    pipe = Pipe()
    try_options(pipe, bounds, faults)
    try_go(pipe, of["go"], faults)
    pipe.end()
    bounds.update({row.name: (row.least, row.most) for row in of["served"]},
                  Threads=(1, SERVED_THREADS))
    for row in of["local"]:
        del bounds[row.name]
    with Server(PROGRAM, "--threads", str(SERVED_THREADS), "--hash", "256") as server:
        session = Socket(server)
        try_options(session, bounds, faults)
        try_go(session, of["go"], faults)
        session.end()
        threads_stay_within_their_limit(server, faults)
    for fault in faults.faults:
        print(fault)
    print(f"{len(rows)} limits, {faults.tried} numbers, {len(faults.faults)} faults")
    return 1 if faults.faults else 0


if __name__ == "__main__":
    sys.exit(main())
