"""The line that shows how far a run has come."""

from io import StringIO

from lhombre_core.sim.progress import Line


class Terminal(StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_how_many_deals_have_been_played():
    stream = Terminal()
    line = Line(stream)
    line(0, 2000)
    line(2000, 2000)
    assert stream.getvalue() == "\r0 of 2,000 deals\r2,000 of 2,000 deals"
    line.close()
    assert stream.getvalue().endswith("\r" + " " * len("2,000 of 2,000 deals") + "\r")


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
