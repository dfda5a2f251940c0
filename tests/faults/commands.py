"""The commands that write, as tests/faults/faults.py tries them: one line of COMMANDS each."""

import os
import re
import subprocess
from dataclasses import dataclass, field


def all_of(text):
    return text


def without_effort(text):
    """A search that is continued does not count what was done before."""
    return re.sub(rb"^(nodes|time) .*\n", b"", text, flags=re.M)


@dataclass
class Command:
    name: str
    argv: list  # {komwe} and {checker} stand for the programs
    before: list = field(default_factory=list)  # commands that prepare the folder
    stdin: bytes = b""
    # What of the answer is the same whenever the command has done its work.
    answer: object = all_of
    # Files that may differ between runs that have done their work, with a command that checks each.
    checked: dict = field(default_factory=dict)
    # Files that grow by whole pieces: each prefix that the pattern ends is whole.
    grows: dict = field(default_factory=dict)
    # Files that hold something between the old and the new one on the way, whole: the command that
    # continues from it sees to that.
    between: tuple = ()
    # Where the program goes on after a failure: the sentences that say so on standard output, and
    # commands that check the files, which are what was asked for afterwards.
    reports: bytes = None
    reported: dict = field(default_factory=dict)
    # Whether an answer that went on after a failure is right: a function of it and the undisturbed one.
    right: object = None
    status: int = 0
    # The folder of its endgame tables as KOMWE_TABLES has it, "" for the cache, whose tables of any game may be there.
    tables: str = "none"


def known_values(text, whole):
    """Of a session that lists values by tables: each one is right, though not all may be known."""
    lines = whole.splitlines()
    return all(line in lines for line in text.splitlines() if line.startswith(b"table "))


MATCH = ["{komwe}", "match", "oware", "--player", "greedy", "--player", "random", "-n", "6",
         "--threads", "1", "--plies", "13", "--opening", "2", "--seed", "3", "--records", "games"]
PAIR = rb"(?:Game: (?:[^\n]+\n)+\n(?:[^\n]+\n)+\n){2}"
PROVE = ["{komwe}", "prove", "kujifunza", "--hash", "1", "--state", "kept", "--out", "proof"]
CHECKED = {"proof": ["{checker}", "proof"],
          "kept": ["{komwe}", "prove", "kujifunza", "--hash", "1", "--state", "kept"]}
TUNE = ["{komwe}", "tune", "kalah", "-n", "2", "--nodes", "2", "--threads", "1",
        "--checkpoint", "kept"]
MINE = ["{komwe}", "mine", "kalah", "-o", "pits=3 seeds=2", "--puzzles", "2", "--nodes", "1600",
        "--threads", "1"]
# Its tables, all of them small, are in the folder of a cache.
CACHE = ["{komwe}", "engine"]
CACHED = (b"setoption name Game value awari\nsetoption name pits value 2\n"
          b"position fen 1,2/0,3 S 4/6\ntable\nposition fen 2,1/3,1 N 5/4\ntable\nquit\n")
FILLED = ["sh", "-c", "printf 'setoption name Game value awari\nsetoption name pits value 2\nisready\n' |"
          " {komwe} engine >/dev/null"]
BALANCE = ["{komwe}", "balance", "kalah", "-o", "pits=3 seeds=2", "-n", "1", "--tries", "4", "--opening", "2", "--nodes", "200", "--margin", "49",
           "--threads", "1"]
BOOK = ["{komwe}", "book", "kalah", "-o", "pits=3 seeds=2", "--positions", "2", "--nodes", "1000"]
RECORDED_KALAH = [["sh", "-c", "{komwe} notate kalah -o 'pits=3 seeds=2' A a > game"]]
RECORDED = [["sh", "-c", "{komwe} notate oware C b > game"]]

COMMANDS = [
    Command("table build", ["{komwe}", "table", "build", "oware", "--seeds", "3", "--dir", "tables"]),
    Command("table build further", ["{komwe}", "table", "build", "kalah", "--seeds", "4", "--dir", "t"],
            before=[["{komwe}", "table", "build", "kalah", "--seeds", "2", "--dir", "t"],
                    ["sh", "-c", "echo torn > $(ls t/*.00.kwt | sed s/00.kwt/03.kwt.komwe-part/)"]]),
    Command("table verify", ["{komwe}", "table", "verify", "oware", "--dir", "tables"],
            before=[["{komwe}", "table", "build", "oware", "--seeds", "2", "--dir", "tables"]]),
    Command("match", MATCH, grows={"games": PAIR}),
    Command("match continued", MATCH, grows={"games": PAIR},
            before=[MATCH, ["truncate", "-s", "-200", "games"]]),
    Command("prove", PROVE, answer=without_effort, checked=CHECKED),
    Command("prove continued", PROVE, answer=without_effort, checked=CHECKED,
            before=[["sh", "-c", " ".join(PROVE) + " --nodes 2000 || true"],
                    ["sh", "-c", "echo torn > kept.komwe-part; echo torn > proof.komwe-part"]]),
    Command("record", ["{komwe}", "record", "--text", "game"], before=RECORDED),
    Command("annotate", ["{komwe}", "annotate", "--nodes", "100", "game"], before=RECORDED),
    Command("notate", ["{komwe}", "notate", "oware", "C", "b"]),
    Command("tune", ["{komwe}", "tune", "kalah", "-n", "2", "--nodes", "2", "--threads", "1"]),
    Command("tune --checkpoint", TUNE, between=("kept",)),
    Command("tune continued", TUNE, between=("kept",), before=[["sh", "-c", "echo torn > kept.komwe-part"], TUNE]),
    Command("mine", MINE),
    Command("mine --out", [*MINE, "--out", "kept"], between=("kept",)),
    Command("mine continued", [*MINE, "--out", "kept"], between=("kept",),
            before=[["sh", "-c", "echo torn > kept.komwe-part"],
                    [*MINE, "--games", "1", "--out", "kept"]]),
    Command("balance", BALANCE), Command("balance --out", [*BALANCE, "--out", "kept"], between=("kept",)),
    Command("balance continued", [*BALANCE, "--out", "kept"], between=("kept",),
            before=[["sh", "-c", "echo torn > kept.komwe-part"],
                    [*BALANCE, "--tries", "1", "--out", "kept"]]),
    Command("book", BOOK), Command("book --out", [*BOOK, "--out", "kept"], between=("kept",)),
    Command("book continued", [*BOOK, "--out", "kept"], between=("kept",),
            before=[["sh", "-c", "echo torn > kept.komwe-part"],
                    [*BOOK, "--positions", "1", "--out", "kept"]]),
    Command("book --merge", [*BOOK, "--merge", "game", "--out", "kept"], between=("kept",), before=RECORDED_KALAH),
    Command("play", ["{komwe}", "play", "oware", "--north", "human", "--plain"],
            stdin=b"C\nb\nsave! game\nquit\n", before=[["sh", "-c", "echo old > game"]],
            reports=rb"cannot write 'game': .|there is not enough memory",
            reported={"game": ["grep", "-q", "^old$\\|^unfinished$", "game"]}),
    Command("cache", CACHE, stdin=CACHED, reports=rb"table(ok|: )|setoption: |position: ", right=known_values,
            tables=""),
    Command("cache that is damaged", CACHE, stdin=CACHED, reports=rb"table(ok|: )|setoption: |position: ",
            right=known_values, tables="",
            before=[FILLED, ["sh", "-c", "cd cache/komwe/tables/*/ && truncate -s -3 *.05.kwt &&"
                                         " rm *.11.kwt && echo torn > $(ls *.07.kwt).komwe-part"]]),
    Command("check-proof", ["{checker}", "proof"],
            before=[["{komwe}", "prove", "kujifunza", "--hash", "1", "--out", "proof"]]),
]


def fill(argv, programs):
    return [word.format(**programs) if "{" in word else word for word in argv]


def environment(command, folder):
    """The program's own files are in the folder too."""
    return dict(os.environ, LC_ALL="C", KOMWE_TABLES=command.tables,
                XDG_CACHE_HOME=os.path.join(folder, "cache"),
                XDG_DATA_HOME=os.path.join(folder, "data"))


def prepare(command, programs, folder):
    for argv in command.before:
        subprocess.run(fill(argv, programs), cwd=folder, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=300, env=environment(command, folder))


def spread(count, most):
    """The numbers from 1 to `count`, or `most` of them from the first to the last."""
    if most == 0 or count <= most:
        return range(1, count + 1)
    return sorted({1 + i * (count - 1) // (most - 1) for i in range(most)})
