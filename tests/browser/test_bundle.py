"""The editor and the comparison that the pages take from npm, on a page of the test's own under a strict policy."""

import hashlib
import json
from pathlib import Path

import pytest

VENDOR = Path(__file__).resolve().parents[2] / "human_review" / "web" / "static" / "vendor"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"
STYLE = """
:root { --ground: #fff; --surface: #fff; --text: #222; --muted: #595f66; --line: #ccc; --code: #f6f6f4;
        --accent: #0b559b; --good: #1a6136; --bad: #a8201a }
@media (prefers-color-scheme: dark) {
    :root { --ground: #16181b; --surface: #1d2024; --text: #e6e6e6; --muted: #a3acb6; --line: #444; --code: #1b1e22;
            --accent: #93c5fa; --good: #9fd8ab; --bad: #ff9b8f }
}
body { background: var(--ground); color: var(--text) }
#narrow { width: 20rem }
"""
CODE = "import pandas as pd\n# rows\ndef f(x):\n    return x['name'] + 'a\u202eb\u200bc' + str(12)\n"
PAGE = f"""<!doctype html><html lang="en"><title>Editor</title><link rel="stylesheet" href="/page.css">
<main><h1>Editor</h1>
<form><label for="code">Code of the turn</label><p id="hint">as it was</p>
<textarea id="code" name="code" aria-describedby="hint">{CODE}</textarea><button type="button" id="after">After</button>
</form><div id="wide"></div><div id="narrow"></div></main>
<script src="/editor.js"></script><script src="/page.js"></script>
"""
SCRIPT = """
window.told = [];
window.inputs = 0;
const textarea = document.getElementById("code");
textarea.form.addEventListener("input", () => window.inputs++);
window.keys = [];
document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    window.keys.push((event.ctrlKey ? "Control+" : "") + event.key);
    if (event.ctrlKey && event.key === "Enter") event.preventDefault();
});
window.editor = CompanyEditor.mount(textarea, { language: "python", onChange: (text) => window.told.push(text) });
const before = "x = 1\\ny = 2\\nprint(x)\\n", after = "x = 1\\ny = 3\\nz = 4\\nprint(x)\\n";
for (const id of ["wide", "narrow"])
    CompanyEditor.diff(document.getElementById(id), before, after, { language: "python", labels: ["Old", "New"] });
"""


@pytest.fixture
def editor(window):
    """A window on that page."""
    opened = window()
    served = {
        "/page.css": (STYLE, "text/css"),
        "/page.js": (SCRIPT, "text/javascript"),
        "/editor.js": ((VENDOR / "editor.js").read_text(), "text/javascript; charset=utf-8"),
    }

    def answer(route):
        path = "/" + route.request.url.partition("//")[2].partition("/")[2]
        body, kind = served.get(path, (PAGE, "text/html; charset=utf-8"))
        route.fulfill(body=body, content_type=kind, headers={"Content-Security-Policy": POLICY})

    opened.page.route("**/*", answer)
    opened.page.goto("http://editor.test/")
    yield opened
    assert opened.violations() == opened.complaints == []


def form_value(window):
    return window.page.evaluate("new FormData(document.querySelector('form')).get('code')").replace("\r\n", "\n")


def test_what_is_committed_is_what_its_hashes_say():
    told = json.loads((VENDOR / "versions.json").read_text())
    found = {name: hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() for name in told["sha256"]}
    assert found == told["sha256"]
    assert {each.name for each in VENDOR.iterdir()} == {*found, "versions.json"}
    licences = (VENDOR / "licences.txt").read_text()
    assert all(f"{name} {version} (" in licences for name, version in told["packages"].items())


def test_the_form_has_what_was_typed(editor):
    editor.page.get_by_role("textbox", name="Code of the turn").focus()
    editor.press("Control+End").type("y = f(1)")
    assert form_value(editor) == f"{CODE}y = f(1)"
    assert editor.page.evaluate("window.told.at(-1)") == form_value(editor)
    assert editor.page.evaluate("window.inputs") == editor.page.evaluate("window.told.length") == len("y = f(1)")
    editor.press("Control+z")
    assert form_value(editor) == CODE


def test_control_enter_and_escape_are_the_pages(editor):
    editor.page.get_by_role("textbox", name="Code of the turn").focus()
    editor.press("Control+End", "Control+Enter", "Tab", "Escape")
    assert form_value(editor) == f"{CODE}    "
    assert {"Control+Enter", "Escape"} <= set(editor.page.evaluate("window.keys"))
    assert editor.page.evaluate("document.activeElement === document.body")
    assert "After" in editor.press("Tab").focused()
    assert "Code of the turn" in editor.press("Shift+Tab").focused()


def test_a_script_writes_to_the_textarea_and_the_editor_follows(editor):
    editor.page.evaluate("textarea.value = 'z = 1'; textarea.dispatchEvent(new Event('input', { bubbles: true }))")
    assert editor.page.evaluate("editor.value") == "z = 1"
    editor.page.evaluate("editor.value = 'z = 2'")
    assert form_value(editor) == "z = 2"
    editor.page.evaluate("textarea.form.reset()")
    editor.page.wait_for_function("editor.value.startsWith('import')")
    editor.page.evaluate("editor.setReadOnly(true); editor.focus()")
    editor.type("no")
    assert form_value(editor) == CODE
    editor.page.evaluate("editor.destroy()")
    editor.page.get_by_label("Code of the turn").fill("by hand")
    assert form_value(editor) == "by hand"


def test_characters_that_are_not_seen_are_shown(editor):
    marked = editor.page.locator("#code").locator("xpath=preceding-sibling::*[1]").locator(".cm-specialChar")
    assert marked.evaluate_all("all => all.map((each) => each.title)") == [
        "Control character right-to-left override",
        "Control character zero width space",
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_two_texts_are_compared_side_by_side_where_there_is_room(editor, scheme):
    from axe_playwright_python.sync_playwright import Axe

    editor.page.emulate_media(color_scheme=scheme)
    editor.page.wait_for_timeout(100)
    assert editor.page.locator("#wide .cm-editor").count() == 2
    assert editor.page.locator("#narrow .cm-editor").count() == 1
    assert editor.page.locator("#wide .cm-merge-b .cm-changedLine").all_inner_texts() == ["y = 3", "z = 4"]
    assert editor.page.locator("#narrow .cm-deletedLine").all_inner_texts() == ["y = 2"]
    assert editor.page.locator("#wide [role=textbox][aria-label=New]").count() == 1
    colours = editor.page.locator("#wide .cm-editor").first.evaluate("each => getComputedStyle(each).backgroundColor")
    assert colours == {"light": "rgb(246, 246, 244)", "dark": "rgb(27, 30, 34)"}[scheme]
    assert Axe().run(editor.page).response["violations"] == []
    editor.screenshot(f"bundle-{scheme}")
