#!/usr/bin/env python3
"""scripts/tune-cluster comes to the weights of one process, by local processes, mpirun and sbatch.

    tune_cluster.py KOMWE

The sbatch here is a stand-in that runs the tasks of a job at once; mpirun is the one that is
installed, if there is one.  A shard that is damaged is refused by name, and is played again once it
has been removed.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "tune-cluster"
GAME = ["giuthi", "-n", "14", "--nodes", "20", "--generations", "2", "--held-out", "3",
        "--weights", f"{ROOT}/data/weights/giuthi.weights"]
SBATCH = """#!/bin/sh
# Runs the tasks of --array=FIRST-LAST or --array=ONE at once; those before it have ended by then.
set -eu
while [ "${1#--}" != "$1" ]; do
    case $1 in --array=*) tasks=${1#--array=} ;; esac
    echo "$1" >>"$JOBS"
    shift
done
for SLURM_ARRAY_TASK_ID in $(seq "${tasks%-*}" "${tasks#*-}"); do
    export SLURM_ARRAY_TASK_ID
    sh "$@" >&2
done
wc -l <"$JOBS"
"""


def run(words, environment, good=True):
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    if (done.returncode == 0) != good:
        sys.exit(f"{words}: status {done.returncode}: {done.stderr}")
    return done


def check(what, good):
    print(("ok    " if good else "FAULT ") + what)
    return good


def main():
    komwe = os.path.realpath(sys.argv[1])
    expected = run([komwe, "tune", *GAME], None).stdout
    with tempfile.TemporaryDirectory() as folder:
        bin_folder, jobs = pathlib.Path(folder, "bin"), pathlib.Path(folder, "jobs")
        bin_folder.mkdir()
        sbatch = bin_folder / "sbatch"
        sbatch.write_text(SBATCH)
        sbatch.chmod(0o755)
        environment = {**os.environ, "KOMWE": komwe, "JOBS": str(jobs),
                       "PATH": f"{bin_folder}:{os.environ['PATH']}",
                       "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                       "MPIRUN_FLAGS": "--oversubscribe"}
        good = True
        for runner, shards in ("local", 3), ("slurm", 4), ("mpi", 2):
            if runner == "mpi" and shutil.which("mpirun") is None:
                continue
            out = pathlib.Path(folder, runner)
            run([SCRIPT, out, runner, str(shards), *GAME], environment)
            good &= check(runner, (out / "giuthi.weights").read_text() == expected)
        said = jobs.read_text()
        good &= check("a merge waits for its array",
                      said.count("--dependency=afterok:") == 3 and "--array=1-4" in said)
        out = pathlib.Path(folder, "damaged")
        out.mkdir()
        words = [SCRIPT, out, "local", "2", *GAME]
        shard = out / "1.2.shard"
        shard.write_text("no shard")
        refused = run(words, environment, good=False).stderr
        good &= check("a damaged shard is named", f"{shard}: " in refused)
        shard.unlink()
        run(words, environment)
        good &= check("and played again", (out / "giuthi.weights").read_text() == expected)
    sys.exit(not good)


if __name__ == "__main__":
    main()
