"""The line that shows how far a run has come."""

from io import StringIO

import pytest

from lhombre_core.sim.run.progress import Line, span


class Terminal(StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_how_far_it_has_come_how_fast_and_how_long_it_still_takes():
    stream = Terminal()
    line = Line(stream, iter((0, 10, 100)).__next__)
    line(500, 2000)
    line(600, 2000)
    line(2000, 2000)
    shown = [text.rstrip() for text in stream.getvalue().split("\r")]
    assert shown == [
        "",
        "500 of 2,000 deals",
        "600 of 2,000 deals, 10 a second, 2 min 20 s left",
        "2,000 of 2,000 deals, 15 a second, 0 s left",
    ]
    line.close()
    assert stream.getvalue().endswith("\r")


def test_steps_are_called_by_their_name_and_their_rate_is_not_told():
    stream = Terminal()
    line = Line(stream, iter((0, 10, 40)).__next__, steps="pages")
    line(0, 4)
    line(1, 4)
    line(4, 4)
    shown = [text.rstrip() for text in stream.getvalue().split("\r")]
    assert shown == ["", "0 of 4 pages", "1 of 4 pages, 30 s left", "4 of 4 pages, 0 s left"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s"),
        (59, "59 s"),
        (60, "1 min 0 s"),
        (3600, "1 h 0 min"),
        (90_000, "1 d 1 h"),
        (10**7, "115 d 17 h"),
    ],
)
def test_a_time_is_said_in_units_of_its_own_size(seconds, words):
    assert span(seconds) == words


def test_the_line_is_not_written_more_often_than_it_can_be_read():
    stream = Terminal()
    line = Line(stream)
    for done in range(1000):
        line(done, 2000)
    assert stream.getvalue().count("\r") < 20


def test_nothing_is_written_where_nobody_watches():
    stream = StringIO()
    line = Line(stream)
    line(5, 5)
    line.close()
    assert stream.getvalue() == ""
