#!/usr/bin/env python3
"""Proves docs/install.md: types its commands in a clean Debian 12: prove_install.py [WAY...]

A way is a section of the page, by the first word of its heading: from, debian, container, python,
javascript; by default all, which takes an hour.  Each has a Debian 12 of its own with nothing but
its base packages, git, make and systemd, in which the last commit is cloned; the commands of its blocks are
typed there one after the other, and what they installed is used.  A section that does not say `make
deb` where it needs Debian packages gets those of this commit in build/packages, or makes them.

Needs root and mmdebstrap; Debian's and npm's packages come from where this machine has its own.
A container is run without control groups, which not every kernel lets a system in a folder have.
Where the kernel lets no container be run at all, `podman run` is replaced by its program on the file
system of the image, read-only and by the image's user, which is said.  No systemd runs there: a service
is enabled without `--now`, and its program is run by hand.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

HOME = pathlib.Path(__file__).resolve().parents[2]
RELEASE = "bookworm"
PAGE = "docs/install.md"
CLEAN = {"HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
         "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}

# What a user does with each installation; each is a program of sh in the tree.
# A server prints its address once it listens; where it ends before, the end of its output is read.
SERVES = """
mkfifo /tmp/said; {server} >/tmp/said &
server=$!
trap 'kill $server 2>/dev/null || :' EXIT
exec 3</tmp/said
read -r address <&3
curl --fail --silent --show-error http://127.0.0.1:8080/ >/tmp/page
grep -q '<html' /tmp/page
kill $server
wait $server
"""
# What podman needs of a system in a folder: crun runs nothing where it finds the older control groups.
CONTAINERS = """
apt-get install -y curl >/dev/null 2>&1
mount -t sysfs sysfs /sys
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir -p /etc/containers/containers.conf.d
printf '[containers]\\ncgroups = "disabled"\\n' >/etc/containers/containers.conf.d/machine.conf
"""
USES = {
    "make install": """
[ "$(cd / && komwe perft oware 4)" = 1014 ]
[ -f /usr/local/share/komwe/web/index.html ]
cc -std=c11 -o /tmp/outsider tests/install/outsider.c $(pkg-config --cflags --libs komwe)
/tmp/outsider >/dev/null
apt-get install -y curl >/dev/null 2>&1
""" + SERVES.format(server="komwe serve"),
    "cmake --install": '[ "$(cd / && /opt/komwe/bin/komwe perft oware 4)" = 1014 ]',
    "apt-get install ./build/packages/komwe_": """
[ "$(cd / && komwe perft oware 4)" = 1014 ]
[ -f /usr/share/komwe/web/index.html ]
apt-get install -y curl >/dev/null 2>&1
""",
    "systemctl enable": """
systemctl is-enabled --quiet komwe-web
""" + SERVES.format(server="$(sed -n 's/^ExecStart=//p' /usr/lib/systemd/system/komwe-web.service "
                           "/lib/systemd/system/komwe-web.service 2>/dev/null | head -n 1)"),
    "apt-get install ./build/packages/python3-komwe_": """
cd / && python3 -c 'import komwe; assert komwe.Game("oware").start().perft(4) == 1014'
""",
    "environment/bin/pip": """
cd / && /komwe/environment/bin/python - <<'PYTHON'
import komwe
from komwe.vector import Batch
batch = Batch(komwe.Game("oware"), 8)
assert batch.step(batch.random_actions()).rewards.shape == (8, 2)
with komwe.Engine(memory=1) as engine:
    assert engine.play(komwe.Game("kalah").start(), level=1)
PYTHON
""",
    "npm install": """
cat >/komwe/play.mjs <<'NODE'
import { Engine, loadGame } from 'komwe';
const kalah = await loadGame('kalah');
const move = await new Engine().play(kalah.start(), { level: 1 });
if (!kalah.start().moves().includes(move)) process.exit(1);
NODE
node play.mjs
""",
}


class Failed(Exception):
    """A command that did not do what the page says."""


def fail(sentence):
    sys.exit(f"prove_install: {sentence}")


def ways():
    """The commands of each section of the page, by the first word of its heading."""
    found = {}
    for section in re.split(r"(?m)^## ", (HOME / PAGE).read_text(encoding="utf-8"))[1:]:
        blocks = re.findall(r"(?ms)^```sh\n(.*?)^```", section)
        lines = [line for block in blocks for line in block.splitlines() if line]
        if lines:
            word = [word for word in section.split() if word not in ("A", "The")][0]
            found[re.sub(r"\W", "", word).lower()] = lines
    return found


class Machine:
    """A Debian 12 in a folder."""

    def __init__(self, folder, base):
        self.root = folder
        subprocess.run(["cp", "-a", base, folder], check=True)
        subprocess.run(["mount", "--bind", folder, folder], check=True)  # skopeo wants a root that is mounted
        for kind in "proc", "dev", "sys":
            (folder / kind).mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "proc", "proc", folder / "proc"], check=True)
        subprocess.run(["mount", "--rbind", "/dev", folder / "dev"], check=True)
        subprocess.run(["git", "clone", "--quiet", HOME, folder / "komwe"], check=True)

    def type(self, command, log):
        """Types a command in the tree."""
        done = subprocess.run(["chroot", self.root, "sh", "-euc", "cd /komwe\n" + command], env=CLEAN,
                              stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            log.flush()
            tail = pathlib.Path(log.name).read_text(errors="replace").splitlines()[-20:]
            raise Failed("\n".join([*tail, f"status {done.returncode}: {command.strip().splitlines()[0]}"]))

    def end(self):
        subprocess.run(["umount", "--recursive", "--lazy", self.root], check=False)
        shutil.rmtree(self.root, ignore_errors=True)


def make_base(folder):
    """What every machine begins with."""
    done = subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", "--include=git,make,systemd", RELEASE, folder],
                          capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"a Debian '{RELEASE}' could not be made: {done.stderr.strip()[-300:]}")
    dump = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=True).stdout
    (folder / "etc/apt/apt.conf.d/99machine").write_text(
        "".join(line + "\n" for line in dump.splitlines() if line.startswith("Acquire::")) + 'APT::Get::Assume-Yes "true";\n')
    for file in "/etc/resolv.conf", "/etc/hosts":
        shutil.copy(file, folder / "etc")
    if shutil.which("npm"):
        def asked(name):
            return subprocess.run(["npm", "config", "get", name], capture_output=True, text=True).stdout.strip()
        lines = [f"registry={asked('registry')}"]
        trusted = next((file for file in (asked("cafile"), os.environ.get("NODE_EXTRA_CA_CERTS", ""))
                        if os.path.isfile(file)), None)
        if trusted:
            shutil.copy(trusted, folder / "etc/trusted.crt")
            lines.append("cafile=/etc/trusted.crt")
        (folder / "root/.npmrc").write_text("\n".join(lines) + "\n")
    done = subprocess.run(["chroot", folder, "apt-get", "update"], env=CLEAN, capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"apt-get update: {done.stderr.strip()[-300:]}")


def run_image(machine, log):
    """The image's program on its file system, as its configuration says."""
    [archive] = (machine.root / "komwe/build/packages").glob("*.oci.tar")
    place = machine.root / "image"
    with tarfile.open(archive) as image:
        def blob(entry):
            return image.extractfile("blobs/" + entry["digest"].replace(":", "/"))
        manifest = json.load(blob(json.load(image.extractfile("index.json"))["manifests"][0]))
        config = json.load(blob(manifest["config"]))["config"]
        for layer in manifest["layers"]:
            with tarfile.open(fileobj=blob(layer), mode="r:gz") as files:
                files.extractall(place)
    user, group = config["User"].split(":")
    command = config["Entrypoint"] + config["Cmd"]
    subprocess.run(["mount", "--bind", place, place], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)
    subprocess.run(["mount", "--rbind", "/dev", place / "dev"], check=True)
    alone = [shutil.which("chroot"), f"--userspec={user}:{group}", "--groups=", place]
    server = subprocess.Popen([*alone, *command], env=dict(word.split("=", 1) for word in config["Env"]),
                              stdout=subprocess.PIPE, stderr=log)
    health = [*alone, *config["Healthcheck"]["Test"][1:]]
    try:
        if not server.stdout.readline():  # its address, once it listens
            raise Failed(f"the image's program ended with status {server.wait()}")
        if subprocess.run(health, stdout=log, stderr=log).returncode != 0:
            raise Failed("the image does not say that it is healthy")
    finally:
        server.terminate()
        server.wait()
        subprocess.run(["umount", "--recursive", "--lazy", place], check=False)
        shutil.rmtree(place, ignore_errors=True)


def run_container(machine, command, log):
    """Types `podman run`, or says why it cannot run here and runs the image without it."""
    try:
        machine.type(CONTAINERS + SERVES.format(server=command), log)
    except Failed as why:
        print(f"   podman runs no container here ({str(why).splitlines()[-2:][0][:100]}): its program runs without it")
        run_image(machine, log)


def lend_packages(machine, version, log):
    """The Debian packages for a section that does not say `make deb`: those of this tree, or new ones."""
    made = sorted((HOME / "build/packages").glob(f"*_{version}-1_*.deb"))
    if not made:
        machine.type("make deb", log)
        return
    (machine.root / "komwe/build/packages").mkdir(parents=True)
    for file in made:
        shutil.copy(file, machine.root / "komwe/build/packages")


def prove(way, commands, version, scratch, base):
    """Types the commands of a section, and uses what they install."""
    machine = Machine(scratch / way, base)
    try:
        with open(scratch / f"{way}.log", "w", encoding="utf-8") as log:
            for command in commands:
                typed = command.replace("VERSION", version)
                print(f"   {typed}", flush=True)
                if "./build/packages/" in typed and not (machine.root / "komwe/build/packages").is_dir():
                    lend_packages(machine, version, log)
                if typed.startswith("podman run"):
                    run_container(machine, typed, log)
                    continue
                machine.type(typed.replace("systemctl enable --now", "systemctl enable"), log)
                for begin, use in USES.items():
                    if typed.startswith(begin):
                        machine.type(use, log)
    finally:
        machine.end()


def main(wanted):
    found = ways()
    unknown = [way for way in wanted if way not in found]
    if unknown:
        fail(f"a way is one of {', '.join(found)}, not '{unknown[0]}'")
    if os.geteuid() != 0:
        fail("it needs root")
    if not shutil.which("mmdebstrap"):
        fail("mmdebstrap is missing: scripts/setup package installs it")
    if "KOMWE_MACHINE" not in os.environ:  # the mounts end with their namespace
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)  # apt fetches as a user of its own
            done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--propagation", "private",
                                   sys.executable, __file__, *wanted], env=os.environ | {"KOMWE_MACHINE": folder})
        sys.exit(done.returncode)
    scratch = pathlib.Path(os.environ["KOMWE_MACHINE"])
    version = subprocess.run([HOME / "scripts/package", "version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    make_base(scratch / "base")
    for way, commands in found.items():
        if wanted and way not in wanted:
            continue
        print(f"== {way}", flush=True)
        begun = time.monotonic()
        try:
            prove(way, commands, version, scratch, scratch / "base")
        except Failed as why:
            fail(f"{way}: {why}")
        print(f"   {time.monotonic() - begun:.0f} s")
    print(f"prove_install: {version}: {', '.join(wanted or found)}: typed and used")


if __name__ == "__main__":
    main(sys.argv[1:])
