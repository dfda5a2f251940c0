"""The example of the README does what its comments say, and the package has types."""

import inspect
import pathlib
import re
import subprocess
import sys

import komwe
import pytest
from komwe import adapters, records, vector

TREE = pathlib.Path(__file__).resolve().parent.parent


def test_readme(capsys):
    text = (TREE / "README.md").read_text(encoding="utf-8")
    for example in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(example, "README.md", "exec"), {})
        said = capsys.readouterr().out
        for comment in re.findall(r"print\(.*\)\s+# (.*)", example):
            assert comment.split(" ...")[0].split(": South")[0].split(", which")[0] in said or \
                comment.startswith("as komwe-record")


def test_docstrings():
    for name in komwe.__all__:
        thing = getattr(komwe, name)
        assert thing.__doc__ and (not isinstance(thing, type) or "object at" not in thing.__doc__)


@pytest.mark.parametrize("module", [komwe, adapters, records, vector], ids=lambda module: module.__name__)
def test_docstrings_of_methods(module):
    for kind in filter(inspect.isclass, vars(module).values()):
        for name, member in vars(kind).items() if kind.__module__.startswith("komwe") else ():
            called = member.fget if isinstance(member, property) else member
            if not name.startswith("_") and callable(called):
                assert called.__doc__, f"{kind.__name__}.{name} has no docstring"


def test_types():
    mypy = pytest.importorskip("mypy", reason="mypy is not installed")
    assert mypy
    checked = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null",
                              TREE / "src/komwe"], capture_output=True, text=True, cwd=TREE / "src")
    assert checked.returncode == 0, checked.stdout
