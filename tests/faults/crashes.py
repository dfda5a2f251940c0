"""What a disk may hold after a crash: states of a folder made from the log of inject.c.

A write is on the disk for certain when its file has been synced since, a name when its folder has.
What is not certain may be there or not: each piece of a write on its own (there, missing, zeros, or
cut short), of the names that have changed the first ones up to any.
"""

import os
import random
from dataclasses import dataclass, field
from pathlib import Path

PIECE = 512  # bytes that a disk writes together
VARIANTS = 12  # of what is uncertain, after each operation
SEED = 1


@dataclass
class Inode:
    """A file apart from its names: what is certain of it, and the operations since."""
    certain: bytes = b""
    pending: list = field(default_factory=list)

    def text(self, choose):
        text = bytearray(self.certain)
        for kind, at, data in self.pending:
            if kind == "truncate":
                if choose("truncate"):
                    resize(text, at)
            else:
                write(text, at, data, choose)
        return bytes(text)

    def sync(self):
        self.certain = self.text(lambda what: True)
        self.pending = []


def resize(text, length):
    if length < len(text):
        del text[length:]
    else:
        text.extend(bytes(length - len(text)))


def write(text, at, data, choose):
    """Writes what is chosen of the data; `choose` answers for each piece."""
    while data:
        size = PIECE - at % PIECE
        piece, data = data[:size], data[size:]
        fate = choose("write")
        if fate == "cut":
            piece = piece[:len(piece) * 2 // 5]
        elif fate == "zeros":
            piece = bytes(len(piece))
        if fate:
            resize(text, max(len(text), at + len(piece)))
            text[at:at + len(piece)] = piece
        at += size


@dataclass
class State:
    """The files of a folder after a crash."""
    text: str
    files: dict
    folders: set
    ended: bool = False  # the program had done all

    def write(self, folder):
        for name in self.folders:
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        for name, text in self.files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)


class Disk:
    """The folder of a command, as its operations change it."""

    def __init__(self, root, old):
        self.root = root
        self.inode = {}  # by its number in the log
        self.certain = {name: Inode(text) for name, text in old.items()}
        self.now = dict(self.certain)
        self.pending = []  # names that have changed: (folder, function of the names)
        self.folders = set()

    def name(self, path):
        """A path as the log has it, below the folder; None if it is elsewhere."""
        name = os.path.relpath(os.path.join(self.root, path), self.root)
        return None if name.startswith("..") else name

    def change(self, folder, change):
        change(self.now)
        self.pending.append((folder, change))

    def do(self, words, data):
        kind = words[0]
        if kind == "open":
            self.open(words[1], words[2] == "1", words[3] == "1", self.name(words[4]))
        elif kind == "write" and words[1] in self.inode:
            self.inode[words[1]].pending.append(("write", int(words[2]), data))
        elif kind == "truncate" and words[1] in self.inode:
            self.inode[words[1]].pending.append(("truncate", int(words[2]), b""))
        elif kind == "sync" and words[1] in self.inode:
            self.inode[words[1]].sync()
        elif kind == "rename":
            self.rename(self.name(words[1]), self.name(words[2]))
        elif kind == "unlink":
            name = self.name(words[1])
            self.change(os.path.dirname(name), lambda names: names.pop(name, None))
        elif kind == "mkdir":
            self.folders.add(self.name(words[1]))
        elif kind == "sync-folder":
            self.sync_folder(self.name(words[1]))

    def open(self, number, made, emptied, name):
        if name is None:
            return
        if made:
            inode = Inode()
            self.change(os.path.dirname(name), lambda names: names.update({name: inode}))
        self.inode[number] = self.now[name]
        if emptied and not made:
            self.inode[number].pending.append(("truncate", 0, b""))

    def rename(self, old, new):
        def change(names):
            if old in names:
                names[new] = names.pop(old)
        self.change(os.path.dirname(new), change)

    def sync_folder(self, name):
        folder = "" if name == "." else name
        left = []
        for place, change in self.pending:
            if place == folder:
                change(self.certain)
            else:
                left.append((place, change))
        self.pending = left

    def state(self, text, dice):
        """What is left if the crash is now: all that was done without dice, else by chance."""
        names = dict(self.certain)
        done = len(self.pending) if dice is None else dice.randint(0, len(self.pending))
        for _, change in self.pending[:done]:
            change(names)

        def choose(what):
            if dice is None:
                return True
            return dice.random() < 0.5 if what == "truncate" else dice.choice(
                [True, True, False, "cut", "zeros"])
        return State(text, {name: inode.text(choose) for name, inode in names.items()},
                     set(self.folders))


def operations(log):
    """The operations of a log with their data."""
    at = 0
    while at < len(log):
        end = log.index(b"\n", at)
        words = log[at:end].decode().split(" ")
        at = end + 1
        if words[0] == "open":
            words = words[:4] + [" ".join(words[4:])]
        elif words[0] == "rename":
            end = log.index(b"\n", at)
            words, at = ["rename", " ".join(words[1:]), log[at:end].decode()], end + 1
        elif words[0] in ("unlink", "mkdir", "sync-folder"):
            words = [words[0], " ".join(words[1:])]
        size = int(words[3]) if words[0] == "write" else 0
        yield words, log[at:at + size]
        at += size


def crash_states(log, root, old, most):
    """The states after each operation, each once; at most `most` of them, spread evenly; 0: all."""
    dice, disk, states, seen = random.Random(SEED), Disk(root, old), [], set()
    all_operations = list(operations(log))
    for i, (words, data) in enumerate(all_operations):
        disk.do(words, data)
        for variant in range(VARIANTS + 1):
            text = f"operation {i}, {' '.join(words)[:60]}, variant {variant}"
            state = disk.state(text, dice if variant > 0 else None)
            state.ended = i == len(all_operations) - 1
            key = (tuple(sorted(state.files.items())), tuple(sorted(state.folders)), state.ended)
            if key not in seen:
                seen.add(key)
                states.append(state)
    if most == 0 or len(states) <= most:
        return states
    return [states[-1 - j * len(states) // most] for j in range(most)]
