"""The public headers of libkomwe as cffi reads declarations: what is no declaration is left out.

The headers are the only place where the interface is written down.
"""

import pathlib
import re

COMMENT = re.compile(r"/\*.*?\*/", re.S)
INLINE = re.compile(r"^static inline ([^{;]*?)\{(?:[^\n]*\}|\n.*?^\})$", re.S | re.M)
NOT_READ = re.compile(r'^(?:#.*(?:\\\n.*)*|extern "C" \{|)$\n?', re.M)
CPLUSPLUS_END = re.compile(r"#ifdef __cplusplus\n\}\n#endif")


def declarations(header: pathlib.Path) -> str:
    """The declarations of a header, without those of the headers that it includes."""
    text = COMMENT.sub("", header.read_text(encoding="utf-8"))
    text = CPLUSPLUS_END.sub("", text)
    text = INLINE.sub(lambda match: "static inline " + match[1].strip() + ";", text)
    text = text.replace("static inline ", "").replace("KW_API ", "")
    return NOT_READ.sub("", text)


# Each header after those that it includes.
SUBJECTS = ("base", "game", "explain", "text", "session", "tables", "engine", "solver", "prover",
            "record", "rules", "version")


def library(include: pathlib.Path) -> str:
    """The declarations of the whole library."""
    return "\n".join(declarations(include / "komwe" / f"{name}.h") for name in SUBJECTS)
