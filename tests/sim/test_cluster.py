"""Runs on a Dask cluster: the same bytes, and they survive the end of a worker."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress

import pytest
from distributed import LocalCluster

from bench import way
from lhombre_core.errors import UsageError
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.choice import backend_for
from lhombre_core.sim.play.kernel import Kernel
from lhombre_core.sim.play.reference import Reference
from lhombre_core.sim.run import cluster as cluster_module
from lhombre_core.sim.run.simulation import Keeping, run
from tests.sim.kept import LAST, content, small_parts, with_bots


@pytest.fixture(scope="module")
def scheduler():
    """Return a cluster of two processes of this machine."""
    with small_cluster(2) as found:
        yield found


def small_cluster(workers):
    """Return a cluster whose workers are processes of this machine."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=way.ANY_PORT,
        scheduler_kwargs={"dashboard": False},
        silence_logs=50,
    )


@pytest.mark.parametrize(
    ("names", "deals", "backend"),
    [(LAST, 1200, Reference), (("thumb",), 30_000, Kernel)],
    ids=["engine", "kernel"],
)
def test_a_cluster_that_loses_a_worker_finds_the_same_bytes(
    names, deals, backend, scheduler, resolved, tmp_path, monkeypatch
):
    small_parts(monkeypatch, deals // 10)
    bots, rules = with_bots(tmp_path / "bots"), resolved("danish-club")
    assert isinstance(backend_for(Task(rules.rules, 3, 1, names * 3, bots), deals), backend)
    lost = []

    def lose_one(done, asked):
        if done >= asked / 3 and not lost:
            lost.append(next(iter(scheduler.workers.values())).pid)
            os.kill(lost[0], signal.SIGKILL)

    def play(out, jobs, progress=None):
        keep = Keeping(tmp_path / out, columns=True)
        run(rules, deals, 1, names, jobs, progress, folder=bots, out=keep)
        return content(tmp_path / out)

    assert play("cluster", scheduler.scheduler_address, lose_one) == play("alone", 1)
    assert lost


def test_a_cluster_leaves_the_usual_port_to_others(scheduler):
    with socket.socket() as usual:
        usual.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):  # somebody else has it, or now we do
            usual.bind(("localhost", 8787))
            usual.listen()
        with small_cluster(0) as other:
            ports = {one.scheduler.http_server.port for one in (scheduler, other)}
            assert len(ports - {8787}) == 2


def test_a_cluster_finds_the_same_json_without_a_folder(scheduler, resolved):
    rules = resolved("danish-club")
    alone = run(rules, 60, 3, ["random"]).as_json()
    assert run(rules, 60, 3, ["random"], scheduler.scheduler_address).as_json() == alone


def test_one_thread_two_and_a_cluster_find_the_same_json(scheduler, resolved):
    rules = resolved("english-1800s")
    jobs = (1, 2, scheduler.scheduler_address)
    alone, *others = [run(rules, 200_000, 1, jobs=one).as_json() for one in jobs]
    assert others == [alone, alone]


@pytest.mark.slow
def test_the_command_prints_the_same_of_a_million_deals_in_every_way():
    told = []
    found = way.ways(["english-1800s"], told.append)
    assert (found["deals"], found["absent"]) == (1_000_000, "")
    (row,) = found["rows"]
    assert list(row["seconds"]) == ["--jobs 1", "--jobs 2", "--cluster"]
    assert row["same"]
    assert told[0].endswith("the same JSON")


def test_what_goes_wrong_on_a_worker_is_told_as_it_is_here(scheduler, resolved, tmp_path):
    bots = tmp_path / "bots"
    bots.mkdir()
    text = "class Bad:\n    def choose(self, view, actions, draw):\n        return 99\n"
    (bots / "bad_bot.py").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="'bad_bot:Bad' chose '99'"):
        run(
            resolved("danish-club"),
            30,
            1,
            ["bad_bot:Bad"],
            scheduler.scheduler_address,
            folder=bots,
        )


@pytest.mark.parametrize("address", ["nonsense", "foo://head:1", ""])
def test_an_address_that_is_none_is_told_in_a_sentence(resolved, address):
    with pytest.raises(UsageError, match=f"no scheduler answers at '{address}': "):
        run(resolved("danish-club"), 30, 1, jobs=address)


def test_an_address_at_which_nobody_answers_is_told_in_a_sentence(resolved, monkeypatch):
    monkeypatch.setattr(cluster_module, "TIMEOUT", 0.2)
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        address = f"tcp://localhost:{taken.getsockname()[1]}"
        with pytest.raises(
            UsageError, match=f"no scheduler answers at '{address}' within 0.2 seconds"
        ):
            run(resolved("danish-club"), 30, 1, jobs=address)


def test_a_scheduler_that_is_gone_is_told_in_a_sentence(resolved, monkeypatch, caplog):
    monkeypatch.setattr(cluster_module, "TIMEOUT", 5)
    with subprocess.Popen(
        [sys.executable, "-P", "-c", way.PROGRAM, "1", way.ANY_PORT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as process:
        address = process.stdout.readline().strip()

        def lose(done, asked):
            if done and process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

        with pytest.raises(UsageError, match=f"^the scheduler at '{address}' is gone$"):
            run(resolved("danish-club"), 10**9, 1, ["thumb"], address, lose)
    assert "distributed.client" not in {record.name for record in caplog.records}
