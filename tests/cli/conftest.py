"""The command line as a user meets it, run inside the tests' own process."""

import json
from dataclasses import dataclass

import pytest

from lhombre_core.cli.app import run


@dataclass
class Answer:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def lhombre(capsys):
    """Run a command line; quoted parts are given as separate arguments."""

    def call(*arguments: str) -> Answer:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return call


@pytest.fixture
def refused(lhombre):
    """Run a command line that cannot be read, and return the one sentence it is answered with."""

    def call(*arguments: str) -> str:
        answer = lhombre(*arguments)
        assert answer.code == 2, answer
        assert answer.out == ""
        assert answer.err.count("\n") == 1, answer.err
        return answer.err.strip()

    return call
