"""Somebody at the pages of the review queue, without a browser."""

import re
from html import unescape

from fastapi.testclient import TestClient

from human_review.web.app import application

HERE = "http://localhost"


class Person:
    """Somebody at a browser without scripts."""

    def __init__(self, desk, name, role="reviewer"):
        self.client = TestClient(application(desk), base_url=HERE, follow_redirects=False, headers={"Origin": HERE})
        self.token = desk.store.invite(name, role)
        assert self.client.post("/enter", data={"token": self.token}).status_code == 303
        self.session = self.client.cookies[desk.keys.cookie]
        self.csrf = desk.keys.csrf(self.session)

    def get(self, place, **more):
        return self.client.get(place, **more)

    def post(self, place, data=None, **more):
        return self.client.post(place, data={"csrf": self.csrf, **(data or {})}, **more)

    def next(self, **wanted):
        """The item of the next page, and its form's hidden fields."""
        answer = self.post("/next", wanted)
        assert answer.status_code == 303
        return self.open(answer.headers["location"])

    def open(self, place):
        page = self.get(place)
        assert page.status_code == 200, page.text
        item = re.search(r"/items/(\w+)", place)[1]
        form = page.text[page.text.index('id="review"') :]
        return item, hidden(form), page.text

    def judge(self, **said):
        item, fields, _ = self.next()
        return item, self.post(f"/items/{item}/submit", {**fields, **said})


def hidden(page):
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)
    return {unescape(name): unescape(value) for name, value in found}


def problem(answer):
    """What is wrong, as the page says it."""
    return unescape(re.search(r'class="problem"[^>]*>([^<]+)<', answer.text)[1])
