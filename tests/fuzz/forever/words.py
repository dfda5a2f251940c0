#!/usr/bin/env python3
"""Prints the dictionary of the fuzzers: tests/fuzz/komwe.dict, and the words of tables and rule texts."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Where words are, and what finds them there: each word is the groups that matched, joined by "=".
TABLES = [
    ("src/language/words/words.def", r'^STATEMENT\((\w+),|^FACT\(\w+,\s*"([^"]+)"|^WORD\((?:[^,"]+,\s*){3}"([^"]+)"'),
    ("apps/komwe/cli/number_limits.def", r'^LIMIT_WORD\((?:OPTION|LOCAL|GO|PLAYER), \w+, "([^"]+)"'),
    ("apps/komwe/engine/ugi_options.c", r'\.name = "(\w+)"'),
    ("rules/*.rules", r"^game (\S+)"),
]
OPTION = re.compile(r"\boption (\S+) (?:(\w+(?:/\w+)+) =|\d+\.\.)")


def words():
    for pattern, word in TABLES:
        found = [next(filter(None, groups)) for path in sorted(ROOT.glob(pattern))
                 for groups in map(lambda match: match.groups(), re.finditer(word, path.read_text("utf-8"), re.M))]
        if not found:
            raise SystemExit(f"{pattern} has no words")
        yield from found
    for path in sorted(ROOT.glob("rules/*.rules")):
        for name, values in OPTION.findall(path.read_text("utf-8")):
            yield from [f"{name}={value}" for value in values.split("/")]


print((ROOT / "tests/fuzz/komwe.dict").read_text("utf-8"), end="")
for one in dict.fromkeys(words()):
    print(f'"{one}"')
