"""The wheel: made from the module of this build, installed into an environment of its own, used there."""

import os
import pathlib
import subprocess
import sys
import zipfile

import pytest

PYTHON = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PYTHON))
import portable  # noqa: E402

USE = """
import komwe, numpy
from komwe.vector import Batch
assert "site-packages" in komwe.__file__, komwe.__file__
assert len(komwe.games()) > 100
record = komwe.Record(komwe.Game("kiswahili"))
with komwe.Engine(memory=1) as engine:
    for _ in range(6):
        record.play(engine.play(record, level=1))
assert komwe.solve(komwe.Game("kalah", pits=3, seeds=2).start(), memory=1).value == 4
batch = Batch(komwe.Game("oware"), 10, observation="counts")
for _ in range(100):
    batch.step(batch.random_actions())
assert batch.observations[:, :14].sum(axis=1).tolist() == [48] * 10
print(komwe.__version__)
"""


def run(*command, **environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(list(map(str, command)), cwd="/", env=kept | environment, check=True,
                          capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps",
        "--no-cache-dir", "--wheel-dir", folder, PYTHON, KOMWE_BUILD=os.environ["KOMWE_BUILD"])
    [made] = folder.glob("*.whl")
    return made


def test_name_says_what_it_needs(wheel):
    _name, _version, python, abi, system = wheel.stem.split("-")
    assert (python, abi, system) == ("cp311", "abi3", portable.wheel_tag(wheel))
    assert system.startswith("manylinux_2_")


def test_it_holds_the_licences(wheel):
    names = [pathlib.PurePath(name).name for name in zipfile.ZipFile(wheel).namelist()]
    assert {"LICENSE", "LICENSE.zstd", "py.typed", "_native.abi3.so"} <= set(names)


def test_other_libraries_are_noticed(tmp_path):
    source = tmp_path / "more.c"
    source.write_text("int ZSTD_versionNumber(void);\nint more(void) { return ZSTD_versionNumber(); }\n")
    module = tmp_path / "more.so"
    run("cc", "-shared", "-fPIC", "-o", module, source, "-lzstd")
    with pytest.raises(portable.NotPortable, match="libzstd.so.1"):
        portable.tag([module])


def test_it_installs_and_works(wheel, tmp_path):
    # cffi and numpy are the system's: nothing here asks a network.
    run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", wheel)
    assert wheel.name.split("-")[1] == run(python, "-c", USE).strip()
    run(sys.executable, "-m", "pip", "--python", python, "uninstall", "--yes", "komwe")
    assert not list((tmp_path / "venv").rglob("*komwe*"))
