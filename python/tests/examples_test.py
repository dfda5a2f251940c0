"""The notebooks run from their first cell to the last, and the networks of the examples learn.

Debian's nbclient would start Jupyter for each notebook; their cells are Python alone and are run
here in order, as a kernel would.  What a cell shows is not compared: cells assert what matters.
"""

import ast
import json
import pathlib
import sys
import xml.etree.ElementTree

import numpy as np
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))
import curve  # noqa: E402
import learn_oware  # noqa: E402
import learn_tables  # noqa: E402
import network  # noqa: E402
import komwe  # noqa: E402

NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def run_cell(source, names):
    """Runs a cell, and makes of its last expression what a notebook shows of it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is not None:
        shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        assert getattr(shown, "_repr_svg_", shown.__repr__)() is not None


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            run_cell("".join(cell["source"]), names)


def test_slopes_are_those_of_the_loss():
    random = np.random.default_rng(1)
    net = network.Network(5, 7, 2, 1)
    net.weights = [weight.astype(np.float64) for weight in net.weights]
    inputs, target = random.normal(size=(3, 5)), random.normal(size=(3, 2))

    def loss():
        return ((net(inputs) - target) ** 2).sum() / 2 / len(inputs)

    before, step = [weight.copy() for weight in net.weights], 1e-6
    slopes = []
    for weight in net.weights:
        slope = np.zeros_like(weight)
        for index in np.ndindex(weight.shape):
            weight[index] += step
            slope[index] = (slope_up := loss())
            weight[index] -= 2 * step
            slope[index] = (slope_up - loss()) / (2 * step)
            weight[index] += step
        slopes.append(slope)
    net.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in net.weights]
    net.learn(inputs, lambda outputs: outputs - target, 0.01)
    for (mean, _square), slope in zip(net.moments, slopes):
        np.testing.assert_allclose(mean / 0.1, slope, atol=1e-6)
    # Adam's first step is of the size of the rate, down the slope.
    for old, new, slope in zip(before, net.weights, slopes):
        big = np.abs(slope) > 1e-4
        np.testing.assert_allclose((new - old)[big], -0.01 * np.sign(slope[big]), rtol=0.01)


def test_oware_is_learned():
    untrained = learn_oware.learn(0)
    trained = learn_oware.learn(150, games=128, hidden=64)
    again = learn_oware.learn(150, games=128, hidden=64)
    assert all((one == other).all() for one, other in zip(trained.weights, again.weights))
    assert learn_oware.points(trained, 1, 40) > max(0.6, learn_oware.points(untrained, 1, 40))


def test_table_values_are_learned():
    seeds, values = learn_tables.gather(komwe.Game("oware"), 1500)
    assert len(seeds) == len(np.unique(seeds, axis=0)) == 1500
    assert (np.abs(values) <= seeds.sum(axis=1)).all()
    held = 300
    guess = float(np.abs(values[:held] - np.median(values[held:])).mean())
    net = learn_tables.learn(seeds[held:], values[held:], steps=400, hidden=64)
    assert learn_tables.error(net, seeds[:held], values[:held]) < 0.6 * guess


def test_curve_is_drawn(tmp_path):
    curve.write_curve(tmp_path / "curve.svg", [(0, 10), (50, 60), (100, 55)], "steps", "% < all", (0, 100))
    drawn = xml.etree.ElementTree.parse(tmp_path / "curve.svg").getroot()
    line = drawn.find("{*}polyline").get("points").split()
    assert [float(point.split(",")[0]) for point in line] == [60, 300, 540]
    assert [round(255 - float(point.split(",")[1])) for point in line] == [22, 129, 118]
