"""The load test: what it asks of the server and notices, and what it makes of its figures."""

import asyncio
import doctest

import pytest

from bench import load, load_report, phone
from bench.load_report import STAGES, Measured, Plan, report, targets

MEMORY = dict(zip(STAGES, (300.0, 400.0, 500.0, 450.0, 480.0, 520.0, 460.0), strict=True))


def test_doctests():
    assert doctest.testmod(load_report).failed == 0


def reached(**changes):
    found = Measured([1.0] * 41, [1.0] * 41, [0.1] * 100, [], dict(MEMORY))
    for name, value in changes.items():
        setattr(found, name, value)
    return [line[3] for line in targets(Plan(), found)]


def test_a_target_that_is_missed_is_said_to_be():
    assert reached() == [True] * 5
    assert reached(opened=[1.0] * 38 + [6.0] * 3)[0] is False and reached(opened=[1.0] * 39 + [6.0] * 2)[0] is True
    assert reached(edits=[0.1] * 94 + [1.1] * 6)[1] is False and reached(edits=[])[1] is False
    assert reached(faults=["x"])[2] is False
    assert reached(memory=MEMORY | {"after their edits": 300.0 + 41 * 41})[3] is False
    assert reached(memory=MEMORY | {"the second class there": 500.0 + 3 * 41})[4] is False


def test_the_report_names_its_command_and_its_errors():
    found = Measured([1.0], [1.0], [0.1], ["no picture"], MEMORY)
    text = report(Plan(5, 0.5, 5), found)
    assert "tasks.py load --sessions 5 --minutes 0.5 --write" in text and "no picture" in text and "**no**" in text
    assert "`python3 tasks.py load --write`" in report(Plan(), found)


@pytest.mark.parametrize(
    "arguments", [["--sessions", "1"], ["--sessions", "1000"], ["--minutes", "0"], ["--minutes", "60"]]
)
def test_the_load_is_bounded(arguments, capsys):
    with pytest.raises(SystemExit):
        load.planned(arguments)
    assert "needed" in capsys.readouterr().err


@pytest.mark.long
def test_phones_see_new_pictures_and_notice_what_goes_wrong(monkeypatch):
    server, address = load.start(5)

    async def visit():
        crowd = load.phones(address, 3)
        times = await load.arrive(crowd, [])
        assert len(times) == 3 and all(one.shown == list("HHTT") for one in crowd)
        for one in crowd:
            await one.type("HTH")
            assert one.shown == list("HTH")
            await one.press("TT")
            assert one.shown == list("TT") and not one.faults
            assert one.bytes > 5e5
        monkeypatch.setattr(phone, "PATIENCE", 2.0)
        await crowd[0].type("HXH")
        assert any("X" in fault for fault in crowd[0].faults) and any(
            "no picture" in fault for fault in crowd[0].faults
        )
        await load.leave(crowd, 0)

    try:
        asyncio.run(visit())
    finally:
        server.terminate()
        server.wait(timeout=20)
