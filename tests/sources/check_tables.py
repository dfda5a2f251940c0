#!/usr/bin/env python3
"""Check the tables of docs/sources/README.md against what the program says.

usage: check_tables.py KOMWE README

The README says how a row is written.  Each clause must exist and have the tag of its row, each
option must be one that the clause names, each page must say the bold words of its facts, each game
must be playable or have a page, the rows of a text must cover all its sentences, and each clause
that is tagged as the source's must be in a row.
"""
import json
import pathlib
import re
import subprocess
import sys
import unicodedata

HEADER = ["no", "states", "where", "tag"]
TAGS = {"source", "reading", "option", "fact", "game", "not a rule"}


def run(komwe, *arguments):
    """What a command of the program prints, or None if it fails."""
    done = subprocess.run([komwe, *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def plain(text):
    """TEXT in lower case, without accents, quotes and line breaks."""
    text = unicodedata.normalize("NFD", text.replace("’", "'"))
    return " ".join("".join(c for c in text if not unicodedata.combining(c)).lower().split())


def read_tables(readme):
    """The texts: title, number of sentences, and the rows (first, last, states, where, tag)."""
    texts, inside = [], False
    for line in readme.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            texts.append({"title": line[3:], "sentences": 0, "rows": []})
        elif found := re.search(r"\bSentences: (\d+)\.", line):
            texts[-1]["sentences"] = int(found[1])
        elif not line.startswith("|"):
            inside = False
        elif cells == HEADER:
            inside = True
        elif inside and not set(line) <= set("|-"):
            if len(cells) != len(HEADER):
                sys.exit(f"{readme.name}: {len(cells)} columns in '{line}'")
            first, _, last = cells[0].partition("-")
            texts[-1]["rows"].append((int(first), int(last or first), *cells[1:]))
    return [text for text in texts if text["rows"]]


class Program:
    """What the program says of its games, asked once."""

    def __init__(self, komwe, pages):
        self.komwe = komwe
        self.pages = pages
        self.asked = {}

    def ask(self, *arguments):
        if arguments not in self.asked:
            self.asked[arguments] = run(self.komwe, *arguments)
        return self.asked[arguments]

    def rules(self, game):
        text = self.ask("rules", game, "--json")
        return json.loads(text) if text else None

    def clause_fault(self, where, tag):
        """What is wrong with `GAME CLAUSE` (and an option after it), or None."""
        words = where.split()
        if len(words) != (3 if tag == "option" else 2):
            return "is not 'GAME CLAUSE', with an option if that is the tag"
        rules = self.rules(words[0])
        if not rules:
            return "is of no game that is known"
        clause = next((c for c in rules["clauses"] if c["id"] == words[1]), None)
        if not clause:
            return "is no clause of that game"
        if tag == "option":
            return None if words[2] in clause["options"] else f"names {clause['options']}"
        return None if clause["basis"] == tag else f"is tagged {clause['basis']}"

    def fact_fault(self, where, states):
        page, game = where.split()
        text = self.ask(page, game)
        if text is None:
            return "is no page of the program"
        missing = [w for w in re.findall(r"\*\*(.+?)\*\*", states) if plain(w) not in plain(text)]
        return f"does not say {missing}" if missing else None

    def game_fault(self, where):
        if where.endswith(".md"):
            return None if (self.pages / where).is_file() else "is no page"
        return None if self.rules(where) else "is no game"

    def fault(self, states, where, tag):
        if tag == "fact":
            return self.fact_fault(where, states)
        if tag == "game":
            return self.game_fault(where)
        return self.clause_fault(where, tag)


def check_text(text, program):
    """The faults of one text's table."""
    faults, covered = [], set()
    for first, last, states, where, tag in text["rows"]:
        row = f"{text['title']}, {first}-{last}"
        covered |= set(range(first, last + 1))
        places = re.findall(r"`([^`]+)`", where)
        if tag not in TAGS or (tag == "not a rule") != (where == "-") or not (places or where == "-"):
            faults.append(f"{row}: '{where}' does not go with the tag '{tag}'")
            continue
        for place in places:
            fault = program.fault(states, place, tag)
            if fault:
                faults.append(f"{row}: '{place}' {fault} ({tag}: {states})")
    wanted = set(range(1, text["sentences"] + 1))
    if covered != wanted:
        faults.append(f"{text['title']}: sentences without a row, or beyond the last: "
                      f"{sorted(covered ^ wanted)}")
    return faults


def invented_clauses(rows, program):
    """The clauses tagged source of the games with rows that no row names, in their family."""
    named = {}
    for *_, where, tag in rows:
        for place in re.findall(r"`([^`]+)`", where):
            if tag in ("source", "reading", "option"):
                game, clause = place.split()[:2]
                named.setdefault(game, set()).add(clause)
    of_bao = {game for game in named if len(program.rules(game)["start"].split("/")) > 3}
    bao_names = set().union(*(named[game] for game in of_bao))
    return [f"{game}: no sentence has become the clause '{clause['id']}'"
            for game, names in named.items() for clause in program.rules(game)["clauses"]
            if clause["basis"] == "source"
            and clause["id"] not in (bao_names if game in of_bao else names)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    readme = pathlib.Path(sys.argv[2])
    texts = read_tables(readme)
    program = Program(sys.argv[1], readme.parent)
    faults = [fault for text in texts for fault in check_text(text, program)]
    rows = [row for text in texts for row in text["rows"]]
    print(f"{len(texts)} texts, {sum(t['sentences'] for t in texts)} sentences, {len(rows)} rows")
    faults += invented_clauses(rows, program)
    if len(texts) != 5:
        faults.append(f"{readme.name}: {len(texts)} texts with a table instead of 5")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
