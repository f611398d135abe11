"""A lesson full of images of another host, in a real browser: none is asked for (the fixture fails on any request outside)."""

LESSON = """format: lift-lesson/1
title: 'T ![t](https://example.invalid/t.png)'
summary: 'S ![s](https://example.invalid/s.png)'
steps:
  - page: lifting
    scenario: switching-coin
    caption: |
      Read ![a [b]](https://example.invalid/a.png "c") and ![r][], ![](https://example.invalid/e.png)
      <img src="https://example.invalid/h.png"> $\\includegraphics{https://example.invalid/l.png}$ end

      [r]: https://example.invalid/r.png
    question: 'Q ![q](https://example.invalid/q.png)'
    answer: 'A ![z](https://example.invalid/z.png)'
"""


def test_no_image_of_a_lesson_is_asked_for(tab):
    tab.open("lessons")
    lesson = {"name": "mine.yaml", "mimeType": "application/yaml", "buffer": LESSON.encode()}
    tab.page.locator(".st-key-lesson-file input[type=file]").set_input_files(lesson)
    tab.page.locator(".st-key-play-own button").wait_for()
    tab.settle()
    assert tab.page.get_by_role("link", name="t", exact=True).count()
    tab.page.locator(".st-key-play-own button").click()
    tab.page.locator(".st-key-lesson").wait_for()
    tab.settle()
    tab.page.get_by_text("think first, then open").click()
    tab.page.get_by_role("link", name="z", exact=True).wait_for()
    tab.settle()
    caption = tab.page.locator(".st-key-lesson-line")
    assert caption.get_by_role("link", name="a [b]").count() and caption.get_by_role("link", name="picture").count()
    assert not tab.page.locator("img[src*='example.invalid']").count()
