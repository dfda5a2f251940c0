"""The public headers of libkomwe as cffi reads declarations: what is no declaration is left out.

The headers are the only place where the interface is written down.
"""

import pathlib
import re

COMMENT = re.compile(r"/\*.*?\*/", re.S)
INLINE = re.compile(r"^static inline ([^{;]*?)\{(?:[^\n]*\}|\n.*?^\})$", re.S | re.M)
NOT_READ = re.compile(r'^(?:#.*(?:\\\n.*)*|extern "C" \{|)$\n?', re.M)
INCLUDED = re.compile(r'^#include "(komwe/\w+\.h)"$', re.M)
CPLUSPLUS_END = re.compile(r"#ifdef __cplusplus\n\}\n#endif")


def declarations(header: pathlib.Path) -> str:
    """The declarations of a header, without those of the headers that it includes."""
    text = COMMENT.sub("", header.read_text(encoding="utf-8"))
    text = CPLUSPLUS_END.sub("", text)
    text = INLINE.sub(lambda match: "static inline " + match[1].strip() + ";", text)
    text = text.replace("static inline ", "").replace("KW_API ", "")
    return NOT_READ.sub("", text)


def library(include: pathlib.Path) -> str:
    """The declarations of the whole library, each header after those that it includes."""
    found: dict[str, str] = {}

    def visit(name: str) -> None:
        if name in found:
            return
        header = include / name
        for other in INCLUDED.findall(header.read_text(encoding="utf-8")):
            visit(other)
        found[name] = declarations(header)

    visit("komwe.h")
    return "\n".join(found.values())
