#!/usr/bin/env python3
"""Number the sentences of a text as docs/sources/README.md counts them.

usage: number_sentences.py FILE

FILE is a plain copy of one of the five texts: one paragraph, heading, caption or list item a line.
Whoever holds a text finds with this the sentence that a row of the tables means.
"""
import re
import sys

# A line that opens the list of literature: a surname and initials.
LITERATURE = re.compile(r"(External Links$|[A-Z][\w-]+, ([A-Z]\. ?)+$)")

END = re.compile(r"[.!?][\"”’')\]]*(?=\s+[\"“‘]?[A-Z0-9])")

# A stop that ends no sentence: after an initial, "Fig" or "No", a figure's or an item's number.
NO_END = re.compile(r"(\b[A-Z]|\bFig|\bNo|^(Fig\. )?\d{1,2})\.$")


def is_title(line):
    """Whether a line before the first sentence is a title, or part of the box beside the text."""
    return not line.endswith((".", ":")) or len(line.split()) < 8


def line_sentences(line):
    """The sentences of one line.  The end of a line always ends a sentence."""
    found, start = [], 0
    for end in END.finditer(line):
        part = line[start:end.end()].strip()
        if not NO_END.search(part):
            found.append(part)
            start = end.end()
    found.append(line[start:].strip())
    return found


def sentences(text):
    lines = [line.strip() for line in text.splitlines() if re.search("[A-Za-z]", line)]
    while lines and is_title(lines[0]):
        lines.pop(0)
    found = []
    for line in lines:
        if LITERATURE.match(line):
            break
        found += line_sentences(line)
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    with open(sys.argv[1], encoding="utf-8") as file:
        for number, sentence in enumerate(sentences(file.read()), 1):
            print(number, sentence)
