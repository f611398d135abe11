"""The class tally in a real browser: a projector opens a room, a phone sends to it, the dot appears on the wall by itself."""

from tests.browser.conftest import DESKTOP, PHONE, start_server


def count(wall):
    return wall.page.locator(".st-key-tally-wall svg .dot").count()


def test_from_the_phone_to_the_wall(tabs):
    server, address = start_server(LIFT_PUBLIC_URL="https://lift.example.org")
    try:
        wall = tabs(DESKTOP, address=address).open("likelihood")
        wall.page.get_by_role("button", name="⋯").click()
        wall.page.get_by_role("button", name="Link for the class").click()
        wall.page.get_by_role("dialog").get_by_text("Collect answers on the wall").click()
        wall.page.get_by_role("dialog").get_by_text("a guess of p(x)").wait_for()
        wall.settle().shot("tally-dialog")
        link = wall.page.locator("[role=dialog] [data-testid=stCode] code").inner_text()
        wall.page.get_by_role("dialog").get_by_role("button", name="Close").click()
        wall.page.locator(".st-key-tally-wall svg.lift").wait_for()
        wall.settle()
        assert f"room={wall.parameters()['room']}" in link and wall.parameters()["wall"] not in link
        assert count(wall) == 0

        phone = tabs(PHONE, address=address)
        phone.page.goto(link.replace("https://lift.example.org", address))
        send = phone.page.locator(".st-key-tally-send button")
        send.click()
        phone.page.locator(".st-key-tally-send").get_by_text("Sent", exact=True).wait_for()
        wall.until(lambda: count(wall) == 1)  # nobody touches the wall
        assert "1 of at most 200" in wall.page.locator(".st-key-tally-wall svg.lift").first.text_content()
        wall.shot("tally-wall")
        phone.settle().shot("tally-phone")
        phone.page.reload()
        phone.page.locator(".st-key-tally-send").get_by_text("Sent", exact=True).wait_for()
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        wall.page.get_by_role("button", name="Clear", exact=True).click()
        wall.until(lambda: count(wall) == 0)
        phone.page.locator(".st-key-tally-send").get_by_text("Send to the wall").wait_for()  # nobody touches the phone
        wall.type_observation("HHT").page.get_by_role("button", name="instead").click()
        phone.page.get_by_role("button", name="Go to the question").wait_for()
    finally:
        server.terminate()
        server.wait(timeout=10)
