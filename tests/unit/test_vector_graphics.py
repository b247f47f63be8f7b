"""What vector graphics are asked, how answers are executed, and what a wrong case is refused for."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.benchmark.reading import Benchmark
from company.cli import main
from company.config import load
from company.drawings.candidates import Unclear
from company.drawings.expressions import Drawing, telling_changes, told_value, value_of
from company.drawings.reading import picture_of, read, scene_in
from company.drawings.scenes import as_json
from company.drawings.trials import Asked, tried_in
from company.errors import ConfigError
from company.evaluation.sittings import Answered, Sitting
from company.families.shared.choices.records import Choice, Option
from company.families.vector_graphics.body import question_line
from company.families.vector_graphics.evaluation.asking import as_response, asked, original_letter, turned_text
from company.families.vector_graphics.evaluation.tables import tables_of
from company.families.vector_graphics.facts import SMALL, THIN, facts_of, outline_of
from company.families.vector_graphics.family import FAMILY
from company.families.vector_graphics.gate.blind import in_code, remarks_on, right_elsewhere
from company.families.vector_graphics.gate.judging import Shown, question_judged
from company.families.vector_graphics.gate.options import excludes, leaks, says_itself, three_of
from company.families.vector_graphics.publishing.draft import GraphicsDraft
from company.families.vector_graphics.records import Drawing as DrawingRecord
from company.families.vector_graphics.records import Question, Reading
from company.families.vector_graphics.replies import NearMiss
from company.families.vector_graphics.scored import ScoredGraphic
from company.families.vector_graphics.scoring import GraphicsJudge
from company.families.vector_graphics.settings import refuse_undrawable, settings_of
from company.families.vector_graphics.stages.drawings import off_length
from company.families.vector_graphics.stages.questions import smaller_than_right, too_few
from company.families.vector_graphics.starting import GraphicsStarting
from company.family.starting import Asked as ScenarioAsked
from company.sandbox import Sandbox
from grammar.graphics.captions import describe_drawing, draw_from_caption
from grammar.graphics.choosing import drafts
from grammar.graphics.executed import GROUND
from grammar.graphics.meanings import MEANINGS, theme_of, themes_for
from grammar.graphics.seen import scene_told
from grammar.graphics.tasks import ask_about_graphic, recognise
from grammar.scenes.canvas import Page
from grammar.scenes.commissioning import NAMES, commission

SESSION = pytest.mark.asyncio(loop_scope="session")
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
  <rect x="0" y="0" width="400" height="300" fill="#ffe600"/>
  <circle cx="80" cy="150" r="50" fill="#dc143c"/>
  <circle cx="80" cy="250" r="30" fill="#008000"/>
  <rect x="220" y="60" width="120" height="80" fill="#0000e6"/>
  <rect x="240" y="180" width="60" height="60" fill="#dc143c"/>
  <rect x="20" y="20" width="200" height="8" fill="#000000"/>
</svg>
"""
DOT = """digraph G {
  n1 [label=Rye]; n2 [label=Flour]; n3 [label=Bread]; n4 [label=Bran];
  n1 -> n2; n2 -> n3; n1 -> n4
}
"""

Line = dict[str, Any]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("colour(largest(scene, 'circle'))", "red"),
        ("colour(smallest(scene, 'circle'))", "green"),
        ("colour(ground(scene))", "yellow"),
        ("count(scene, 'circle')", 2),
        ("count(scene, '', 'red')", 2),
        ("unused_colour(scene, 'pink')", "pink"),
        ("where(topmost(scene, 'circle'), bottommost(scene, 'circle'))", "above"),
        ("mirrored(where(only(scene, 'circle', 'red'), only(scene, 'circle', 'green')), 'down')", "below"),
        ("quarter_turned('above')", "to the right"),
    ],
)
def test_expressions_say_what_is_clear(code: str, value: str | int) -> None:
    assert value_of(code, read(SVG, "svg")) == value


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("colour(only(scene, 'circle'))", "there are 2"),
        ("count(scene, 'rectangle')", "taken for a line"),
        ("count(scene, 'triangle')", "there are none"),
        ("unused_colour(scene, 'red')", "no colour that nothing has"),
        ("where(only(scene, 'circle', 'red'), only(scene, 'circle', 'red'))", "overlap"),
        ("quarter_turned(mirrored('above', 'across'))", "no opposite"),
        ("[1]", "a text, or a number"),
        ("True", "a text, or a number"),
        ("count(scene, 'circle') - 3", "a number from 0 on"),
        ("nothing_of_the_kind(scene)", "NameError"),
        ("'x' * 1000", "too long"),
        ("1 +", "SyntaxError"),
    ],
)
def test_what_is_unclear_is_no_answer(code: str, why: str) -> None:
    with pytest.raises(Unclear, match=why):
        value_of(code, read(SVG, "svg"))


def test_graphs_say_who_is_linked_with_whom() -> None:
    scene = read(DOT, "graphviz")
    assert value_of("the(heads(scene, 'Flour'))", scene) == "Bread"
    assert value_of("the(tails(scene, 'Flour'))", scene) == "Rye"
    assert value_of("len(heads(scene, 'Rye'))", scene) == 2
    assert value_of("linking(scene, 'Rye', 'Bread')", scene) == "Flour"
    assert value_of("flow(scene)", scene) == "down"
    with pytest.raises(Unclear, match="2 of them"):
        value_of("the(heads(scene, 'Rye'))", scene)


@pytest.mark.parametrize(
    ("code", "form", "answer"),
    [
        (SVG, "svg", "colour(largest(scene, 'circle'))"),
        (SVG, "svg", "count(scene, 'circle')"),
        (SVG, "svg", "where(topmost(scene, 'circle'), bottommost(scene, 'circle'))"),
        (DOT, "graphviz", "the(heads(scene, 'Flour'))"),
        (DOT, "graphviz", "flow(scene)"),
        (DOT, "graphviz", "kind(node(scene, 'Rye'))"),
        (DOT, "graphviz", "where(node(scene, 'Rye'), node(scene, 'Bread'))"),
    ],
)
def test_a_drawing_whose_fact_is_changed_gives_another_answer(code: str, form: str, answer: str) -> None:
    scene = read(code, form)
    drawing = Drawing(code, form, code.encode(), scene)
    before = value_of(answer, scene)
    found = []
    for change in telling_changes(drawing, answer):
        changed = change.write()["code"].encode()
        found.append(told_value(answer, scene_in(changed, form)).get("value"))
        if found[-1] not in (None, before):
            return
    raise AssertionError(f"no change of {found} changes {before!r}")


def test_the_right_number_has_the_place_among_the_four_that_is_said() -> None:
    for smaller in range(4):
        chosen = three_of(5, [1, 2, 3, 4, 6, 7, 8, 5], smaller)
        assert len(set(chosen)) == 3 and 5 not in chosen
        assert sum(int(each) < 5 for each in chosen) == smaller
    assert three_of(2, [1, 3, 4, 5], 3) == [1, 3, 4]  # no more are smaller
    assert len(three_of("red", ["red", "blue", "blue"], 0)) == 1


def test_each_place_among_four_numbers_is_dealt_out_to_as_many_questions() -> None:
    found = [smaller_than_right(f"scenes.r03.{place:03d}.question") for place in range(1, 25)]
    assert all(sorted(found[place : place + 4]) == [0, 1, 2, 3] for place in range(0, 24, 4))
    assert len({tuple(found[place : place + 4]) for place in range(0, 24, 4)}) > 2


def test_who_can_ask_for_no_colour_says_which_have_no_name() -> None:
    facts = {"size": [400, 300], "elements": [{"kind": "rectangle", "ink": "#008080", "box": [0.1, 0.1, 0.5, 0.6]}]}
    asked = {"form": "svg", "question_type": "color", "facts": facts, "failures": [], "smaller": 0}
    told = ask_about_graphic(asked, random.Random(0))["cannot"]
    assert told.endswith("these have no one name: #008080")
    named = {**facts, "elements": [{**facts["elements"][0], "colour": "red"}]}
    assert "question" in ask_about_graphic({**asked, "facts": named}, random.Random(0))


def test_the_nearest_rivals_are_taken_first() -> None:
    assert three_of("red", ["red", "blue", "green", "blue", "pink", "black"], 2) == ["blue", "green", "pink"]


THREE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
<rect x="10" y="10" width="40" height="40" fill="#0000e6"/><rect x="120" y="110" width="80" height="80" fill="#dc143c"/>
<rect x="260" y="140" width="130" height="130" fill="#ffd700"/><circle cx="70" cy="250" r="20" fill="#dc143c"/></svg>"""


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("colour(second(scene, 'largest', 'rectangle'))", "red"),
        ("colour(second(scene, 'leftmost', 'rectangle'))", "red"),
        ("colour(third(scene, 'largest', 'rectangle'))", "blue"),
        ("count_colours(scene, 'rectangle')", 3),
        ("count_beside(scene, 'to the left', second(scene, 'largest', 'rectangle'))", 2),
        ("count_beside(scene, 'above', only(scene, 'circle'), 'rectangle')", 3),
        ("count(scene, 'rectangle') - count(scene, 'rectangle', 'red')", 2),
    ],
)
def test_facts_are_put_together(code: str, value: str | int) -> None:
    assert value_of(code, read(THREE, "svg")) == value


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("colour(second(scene, 'largest', 'circle'))", "no three"),
        ("colour(third(scene, 'leftmost', 'circle'))", "no three"),
        ("count_colours(scene, 'circle')", "no two"),
        ("colour(second(scene, 'roundest'))", "none of the orders"),
        ("count_beside(scene, 'behind', only(scene, 'circle'))", "none of the sides"),
        ("count_beside(scene, 'below', only(scene, 'rectangle', 'yellow'), 'rectangle', 'blue')", "there are none"),
    ],
)
def test_what_is_put_together_of_unclear_facts_is_no_answer(code: str, why: str) -> None:
    with pytest.raises(Unclear, match=why):
        value_of(code, read(THREE, "svg"))


def test_graphs_say_what_lies_two_arrows_away() -> None:
    scene = read("digraph { a -> b; b -> c; c -> d; b -> e; d -> a; a -> e }", "graphviz")
    assert value_of("the(two_steps(scene, 'a'))", scene) == "c"
    assert value_of("len(reached(scene, 'e')) + len(reached(scene, 'b'))", scene) == 4
    assert value_of("the(shared(heads(scene, 'a'), heads(scene, 'b')))", scene) == "e"
    with pytest.raises(Unclear, match="more links"):
        value_of("most_linked(scene)", scene)


def test_words_of_the_answer_in_code_are_found_and_what_is_drawn_or_is_the_language_is_none() -> None:
    scene = read(DOT, "graphviz")
    assert leaks(DOT, scene, "the bread we eat") == []
    assert leaks(DOT.replace("n1", "bakery"), scene, "a bakery") == ["bakery"]
    assert leaks(DOT, scene, "a digraph of labels") == []
    assert says_itself("Is the red one red?", "red") and not says_itself("Is it redder?", "red")


def test_every_theme_means_something_else_and_types_have_themes() -> None:
    for question_type, meanings in MEANINGS.items():
        assert len(set(meanings.values())) == len(meanings) >= 4, question_type
        assert set(meanings) <= set(NAMES)
        assert all(theme_of(answer) == theme for theme, answer in meanings.items())
    for form, question_type in (("svg", "color"), ("tikz", "counting"), ("graphviz", "layout")):
        assert set(themes_for(form, question_type)) <= set(NAMES)


@pytest.mark.parametrize("right", ["cat", "car", "fish"])
def test_the_built_in_company_sees_what_a_drawing_is_from_its_shapes_alone(right: str) -> None:
    scene = read(commission(5, "svg", theme=right, within=0).code, "svg")
    facts = outline_of(as_json(scene))
    options = dict(zip("ABCD", ("house", "car", "cat", "fish"), strict=True))
    brief = {"facts": facts, "form": "svg", "options": options}
    assert options[recognise(brief, random.Random(1))["letter"]] == right
    others = {letter: name for letter, name in options.items() if name != right}  # it says what is likest, and errs
    assert recognise({**brief, "options": others}, random.Random(1))["letter"] in others


def test_counts_that_are_asked_for_are_as_often_high_as_low_where_both_are_there() -> None:
    circles = "".join(f'<circle cx="{20 + 30 * each}" cy="20" r="9" fill="#dc143c"/>' for each in range(9))
    boxes = "".join(f'<rect x="{20 + 60 * each}" y="60" width="30" height="30" fill="#0000e6"/>' for each in range(2))
    page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 110">{circles}{boxes}</svg>'
    scene = read(page, "svg")
    first = [next(drafts("tikz", "counting", scene, seed % 4, random.Random(seed))) for seed in range(40)]
    high = sum(value_of(each.right, scene) == 9 for each in first)
    assert 10 < high < 35
    assert all(str(told_value(code, scene).get("value")) != "0" for each in first for code, _ in each.near)


@pytest.mark.thorough
def test_questions_on_colours_are_of_many_sorts_and_seldom_on_the_background() -> None:
    shapes = "".join(
        f'<{kind} fill="{hue}"/>'
        for kind, hue in (
            ('rect x="0" y="0" width="400" height="300"', "#ffe600"),
            ('circle cx="40" cy="40" r="15"', "#dc143c"),
            ('circle cx="140" cy="120" r="35"', "#0000e6"),
            ('circle cx="260" cy="200" r="55"', "#008000"),
            ('rect x="300" y="20" width="70" height="40"', "#000000"),
        )
    )
    scene = read(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">{shapes}</svg>', "svg")
    first = [next(drafts("svg", "color", scene, seed % 4, random.Random(seed))) for seed in range(600)]
    assert {each.question for each in first} >= {
        "How many different colours do the circles have?",
        "Which colour does the second largest circle have?",
        "Which colour does the largest circle have?",
    }
    assert sum(each.question == GROUND for each in first) < len(first) / 8
    offered = [
        {each.question for each in drafts("svg", "color", scene, seed % 4, random.Random(seed))} for seed in range(200)
    ]
    assert 0 < sum(GROUND in each for each in offered) < len(offered) / 5


@pytest.mark.thorough
def test_the_built_in_company_asks_only_what_is_clear_with_three_near_misses() -> None:
    asked = 0
    for seed in range(3):
        for form, question_type in (("svg", "color"), ("graphviz", "layout"), ("graphviz", "relation")):
            scene = read(commission(seed, form, within=0).code, form)  # type: ignore[arg-type]
            for draft in list(drafts(form, question_type, scene, seed % 4, random.Random(seed)))[:3]:
                right = value_of(draft.right, scene)
                wrong = {told_value(code, scene).get("value") for code, _ in draft.near} - {None, right}
                assert len(wrong) >= 3 and not says_itself(draft.question, str(right)), draft
                asked += 1
    assert asked > 8


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["svg", "graphviz"])
def test_facts_tell_each_thing_once_and_the_built_in_company_reads_the_same_from_them(form: Any) -> None:
    for seed in range(3):
        code = commission(seed, form, within=3).code
        scene = read(code, form)
        facts = facts_of(as_json(scene))
        told = json.dumps(facts, separators=(",", ":"))
        things = len(scene.elements) + len(scene.edges) + len(scene.faint)
        assert len(told) <= 200 + 110 * things and len(told) < 0.45 * len(json.dumps(as_json(scene)))
        assert "null" not in told and not re.search(r"\d\.\d{3}", told)
        again = scene_told(facts, form)
        look = [(each.kind, each.colour, each.text) for each in scene.elements]
        assert sorted(map(str, look)) == sorted(str((each.kind, each.colour, each.text)) for each in again.elements)
        said = {each.name: each.text for each in scene.nodes}
        edges = [(said[each.tail], said[each.head], each.text, each.directed) for each in scene.edges]
        assert edges == [(each.tail, each.head, each.text, each.directed) for each in again.edges]
        assert sorted(again.texts) == sorted(scene.texts) and again.flow == scene.flow


def test_captions_tell_of_bent_lines_and_where_words_stand_and_what_is_drawn_from_them_has_it() -> None:
    scene = read(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">'
        '<path d="M 40 240 L 120 90 L 220 200 L 360 60" style="fill: none; stroke: #008000; stroke-width: 5"/>'
        '<text x="200" y="30" font-size="20" text-anchor="middle">Rain by month</text>'
        '<text x="200" y="285" font-size="20" text-anchor="middle">Month</text></svg>',
        "svg",
    )
    brief = {"facts": facts_of(as_json(scene)), "form": "svg", "items": [4, 24]}
    told = describe_drawing(brief, random.Random(1))
    facts = {each["fact"]: each["code"] for each in told["checklist"]}
    assert "the colour of the bent line" in facts
    assert any(fact.startswith("where the words") for fact in facts)
    for form in ("svg", "tikz"):
        code = draw_from_caption({"caption": told["caption"], "form": form}, random.Random(1))["code"]
        assert "polyline" in code if form == "svg" else "-- cycle" not in code
        if form == "svg":
            again = read(code, form)
            assert all(told_value(each, again) == told_value(each, scene) for each in facts.values())


def test_how_many_nodes_can_be_reached_is_asked_only_where_each_of_the_four_numbers_could_be() -> None:
    def asked(code: str) -> list[str]:
        scene = read(code, "graphviz")
        return [
            each.right
            for seed in range(9)
            for each in drafts("graphviz", "relation", scene, seed % 4, random.Random(seed))
            if "reached" in each.right
        ]

    assert not asked("digraph { a -> b -> c -> d }")
    longer = asked("digraph { a -> b -> c -> d -> e -> f -> g -> h; a -> i; a -> j }")
    assert len(set(longer)) > 3  # not one number again and again


def test_facts_say_what_may_not_be_asked_of() -> None:
    facts = facts_of(as_json(read(SVG, "svg")))
    assert [each.get("doubt") for each in facts["elements"]] == [None] * 5 + [THIN]
    dots = "".join(f'<circle cx="{20 * each}" cy="9" r="2" fill="#008000"/>' for each in range(1, 9))
    small = facts_of(as_json(read(SVG.replace("</svg>", f"{dots}</svg>"), "svg")))
    assert [(each["kind"], each["colour"], len(each["boxes"])) for each in small[SMALL]] == [("circle", "green", 8)]
    twins = facts_of(as_json(read("digraph { a [label=Rye]; b [label=Rye]; a -> b [dir=both] }", "graphviz")))
    assert [each["name"] for each in twins["nodes"]] == ["a", "b"] and twins["edges"] == [["a", "<->", "b"]]


def test_who_asks_is_told_which_wrong_answers_failed_and_why() -> None:
    near = [NearMiss(code=code, slip="a slip") for code in ("one", "two", "three", "four", "five")]
    values: list[dict[str, Any]] = [{"unclear": "there are 0"}, {"value": "above"}, {"value": "below"}]
    values += [{"value": "below"}, {"value": "above, to the left"}]
    said = too_few(1, "above, to the left", near, values)
    for part in ("1 wrong answers can be used", "one: there are 0", "two is 'above', which may be true beside"):
        assert part in said
    assert "four is 'below', as one before it" in said and "five is the right answer" in said and "three" not in said
    assert not excludes("above", "above, to the left") and excludes("above, to the right", "above, to the left")
    assert excludes("red", "blue") and excludes(3, 4) and excludes("above", "below")


def test_code_is_sent_back_that_is_shorter_or_longer_by_more_than_a_fifth() -> None:
    wanted = {"least": 1500, "below": 2000}
    assert off_length(1228, wanted) == off_length(2300, wanted) == off_length(5, {"least": 0, "below": None}) == ""
    assert "1,127 characters, more than a fifth fewer than the 1,500 wanted" in off_length(1127, wanted)
    assert "fewer than 2,000" in off_length(2400, wanted)


@pytest.mark.thorough
def test_what_stands_last_in_the_code_is_as_often_anywhere_in_the_drawing() -> None:
    last = []
    for seed in range(30):
        plain, mixed = (commission(seed, "svg", theme="plain shapes", within=2, mixed=mixed) for mixed in (False, True))
        assert isinstance(plain.drawn, Page) and isinstance(mixed.drawn, Page)
        assert sorted(map(str, plain.drawn.shapes)) == sorted(map(str, mixed.drawn.shapes))
        shapes = [each for each in read(mixed.code, "svg").elements if each.box and each.share < 0.5]
        rights = [each.box.right for each in shapes if each.box]
        last.append(rights[-1] == max(rights))
    assert picture_of(plain.code, "svg") == picture_of(mixed.code, "svg")
    assert 0 < sum(last) < 25


def a_line() -> tuple[Line, Shown]:
    """A question of our own as a line, with its drawing."""
    near = [("colour(smallest(scene, 'circle'))", "another"), ("colour(ground(scene))", "the ground's")]
    near.append(("unused_colour(scene, 'pink')", "nothing has it"))
    answer = "colour(largest(scene, 'circle'))"
    scene = read(SVG, "svg")
    options = [Option(text="red", code=answer, template="{value}")]
    options += [
        Option(text=str(value_of(code, scene)), code=code, template="{value}", slip=slip) for code, slip in near
    ]
    known: Line = {"parent": "s", "stage": "s", "position": 1, "target": "svg_color"}
    drawing = DrawingRecord(id="s.r01.001.drawing", theme="shapes", code=SVG, scene=as_json(scene), **known)
    choice = Choice(question="Which colour does the largest circle have?", options=tuple(options), answer=answer)
    question = Question(id="s.r01.001.question", proof="executed", choice=choice, **known)
    reading = Reading(id="s.r01.001.reading", blind=(False, True), **known)
    return question_line("s", drawing, question, reading), Shown(SVG, picture_of(SVG, "svg"))


@SESSION
async def test_the_gate_accepts_a_question_that_it_has_executed(local_sandbox: Sandbox) -> None:
    line, shown = a_line()
    report = await question_judged(line, shown, local_sandbox)
    assert report.passed, report.reasons
    assert report.measured["changed"] and report.measured["same"]
    assert [said for each in report.measured["controls"].values() for said in each] == ["False"] * 4


def _other_gold(line: Line) -> None:
    letters = [each["letter"] for each in line["choice"]["options"]]
    gold = json.loads(line["reference_answer"])["correct_answer"]
    other = next(each for each in letters if each != gold)
    line["reference_answer"] = json.dumps({"correct_answer": other})
    for each in line["choice"]["options"]:
        each["slip"] = "" if each["letter"] == other else "wrong"


def _other_text(line: Line) -> None:
    wrong = next(each for each in line["choice"]["options"] if each["slip"])
    before = f"{wrong['letter']}. {wrong['text']}"
    for name in ("current_query", "prompt_with_hist_txt"):
        line[name] = line[name].replace(before, f"{wrong['letter']}. orange")
    wrong["text"] = "orange"


def _says_itself(line: Line) -> None:
    for name in ("current_query", "prompt_with_hist_txt"):
        line[name] = line[name].replace("the largest circle", "the red circle")
    line["choice"]["question"] = line["choice"]["question"].replace("the largest circle", "the red circle")


def _attested(line: Line) -> None:
    line["proof"] = "attested"


def _constant(line: Line) -> None:
    line["choice"]["answer"] = "'red'"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_other_gold, "is right, and the reference answer says"),
        (_other_text, "and its code"),
        (_says_itself, "its question says its answer"),
        (_attested, "not how questions of its type are proved"),
        (_constant, "no drawing was found in which just the fact is another one"),
    ],
)
@SESSION
async def test_the_gate_refuses_what_is_not_so(spoil: Any, why: str, local_sandbox: Sandbox) -> None:
    line, shown = a_line()
    spoil(line)
    report = await question_judged(line, Shown(shown.code, shown.picture, read(SVG, "svg")), local_sandbox)
    assert not report.passed and why in report.reasons[0], report.reasons


@SESSION
async def test_another_picture_or_another_drawing_is_refused(local_sandbox: Sandbox) -> None:
    line, shown = a_line()
    report = await question_judged(line, Shown(SVG, picture_of(DOT, "graphviz")), local_sandbox)
    assert report.reasons == ("its picture is not what its code draws",)
    other = SVG.replace("#dc143c", "#ff8c00")
    report = await question_judged(line, Shown(other, shown.picture), local_sandbox)
    assert report.reasons == ("its prompt does not show its code, its question and its options",)


@SESSION
async def test_what_harms_in_an_expression_is_contained(local_sandbox: Sandbox, tmp_path: Path) -> None:
    harmful = f"__import__('pathlib').Path({str(tmp_path / 'escaped')!r}).write_text('x')"
    trial = await tried_in(local_sandbox, tmp_path / "trial", SVG, "svg", Asked(["count(scene, 'circle')", harmful]))
    assert "unclear" in trial.values[1] and not (tmp_path / "escaped").exists()


def test_letters_are_judged_and_turned_back() -> None:
    line, _ = a_line()
    gold = json.loads(line["reference_answer"])["correct_answer"]
    judge = GraphicsJudge(Benchmark(Path(), {}, family=FAMILY))
    right = judge.score("svg_color", line, f"It is crimson.\nAnswer: {gold}")
    assert right is not None and right.right and right.groups["length"] == "0 to 1,000"
    assert right.cluster == "s.r01.001"
    other = next(each for each in "ABCD" if each != gold)
    wrong = judge.score("svg_color", line, other)
    assert wrong is not None and not wrong.right and wrong.failure == "another option"
    silent = judge.score("svg_color", line, "I cannot tell.")
    assert silent is not None and silent.failure == "no letter"
    texts = {each["letter"]: each["text"] for each in line["choice"]["options"]}
    for by in range(4):
        shown = dict(row.split(". ", 1) for row in turned_text(line, by).split("\n") if row[1:3] == ". ")
        letter = next(name for name, text in shown.items() if text == "red")
        assert original_letter(letter, by, 4) == gold and set(shown.values()) == set(texts.values())
    turned = [next(x for x in "ABCD" if original_letter(x, by, 4) == gold) for by in range(4)]
    every = judge.score("svg_color", line, as_response(line, turned))
    assert every is not None and every.right
    always = judge.score("svg_color", line, as_response(line, ["A"] * 4))
    assert always is not None and not always.right


@pytest.mark.asyncio
async def test_option_by_option_makes_five_calls_and_in_context_shows_its_examples() -> None:
    line, _ = a_line()
    calls: list[list[Any]] = []

    async def ask(messages: Any, number: int) -> str:
        calls.append(list(messages))
        return "B"

    assert await asked(line, "chain-of-thought", (), 0, ask) == "B"
    assert len(calls) == 5 and "fill=" in calls[0][1]["content"]
    calls.clear()
    await asked(line, "in-context", [line, line], 0, ask)
    assert [each["role"] for each in calls[0]] == ["system", "user", "assistant", "user", "assistant", "user"]


def test_rules_that_read_no_drawing_are_told_where_they_solve_questions() -> None:
    line, _ = a_line()
    lines = [{**copy.deepcopy(line), "data_id": f"s.r01.{each:03d}.svg_color"} for each in range(12)]
    assert sum(right_elsewhere(lines)) == 12  # red is right each time
    assert sum(in_code(lines)) < 12
    assert [each.partition(":")[0] for each in remarks_on({"svg_color": lines})] == ["svg_color"]
    told = [{**each, "prompt_with_hist_txt": f"<!-- red -->{each['prompt_with_hist_txt']}"} for each in lines]
    assert sum(in_code(told)) == 12 and len(remarks_on({"svg_color": told})) == 2
    assert remarks_on({"svg_color": lines[:9]}) == []


def scored(number: int, category: str, *, right: bool, length: str = "0 to 1,000", **more: Any) -> Answered:
    case = ScoredGraphic(data_id=f"s.{number}.{category}", category=category, right=right, length=length, **more)
    return Answered(case, "", None, None, None)


def test_the_tables_of_the_seed_are_means_of_types_and_by_length() -> None:
    answers = [scored(each, "svg_color", right=each < 15) for each in range(20)]
    answers += [scored(each, "svg_usage", right=each < 1, length="4,000 and more") for each in range(4)]
    answers += [
        scored(1, "svg_generation", right=True, executable=True, recall=1.0, precision=0.5, value=2 / 3),
        scored(2, "svg_generation", right=False, executable=False, recall=0.0, precision=0.0, value=0.0),
    ]
    told = tables_of({"m": Sitting("m", "base", "b", "log", tuple(answers), family="vector_graphics")})
    (types,) = told["types"]
    assert types["types"] == {"category": None, "color": 0.75, "usage": 0.25}
    assert types["macro"] == 0.5 and types["beyond"] == pytest.approx(1 / 3)
    assert types["micro"]["value"] == pytest.approx(16 / 24, abs=1e-4)
    (lengths,) = told["lengths"]
    assert [each["cases"] for each in lengths["cells"]] == [20, 0, 0, 0, 4]
    assert [each["share"] for each in lengths["cells"]] == [0.75, None, None, None, None]
    (drawn,) = told["drawn"]
    assert (drawn["executable"], drawn["recall"], drawn["precision"]) == (0.5, 0.5, 0.25)
    assert drawn["value"] == pytest.approx(1 / 3) and drawn["survivors"]["value"] == pytest.approx(2 / 3)


def test_a_scenario_is_begun_and_read(tmp_path: Path) -> None:
    started = GraphicsStarting().new(tmp_path / "mine", ScenarioAsked(), print)
    told = load(started.file)
    assert told.family == "vector_graphics" and told.targets.all == 120
    with pytest.raises(ConfigError, match="is there already"):
        GraphicsStarting().new(tmp_path / "mine", ScenarioAsked(), print)


def test_what_a_scenario_does_not_begin_from_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for words, why in (
        (["--drawings", str(given)], "holds no drawing"),
        (["--drawings", str(tmp_path / "nowhere")], "no folder"),
        (["--drawings", str(given), "--family", "captions"], "--drawings is for vector graphics"),
        (["--pictures", str(given), "--graphics"], "begin from no table, scripts or pictures"),
    ):
        assert main(["new", str(tmp_path / "mine"), *words]) == 2
        assert why in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()


def test_a_scenario_of_drawings_has_a_copy_of_them_and_asks_what_can_be_executed(tmp_path: Path) -> None:
    given = tmp_path / "given"
    (given / "deep").mkdir(parents=True)
    (given / "a.svg").write_text(SVG)
    (given / "b.svg").write_text(SVG)  # the same again
    (given / "deep" / "c.dot").write_text(DOT)
    started = GraphicsStarting().new(tmp_path / "mine", ScenarioAsked(drawings=given), print)
    assert "2 copied" in started.remarks[0] and "1 left out" in started.remarks[0]
    told = settings_of(load(started.file))
    assert set(told.targets.wanted) == {"svg_color", "graphviz_layout", "graphviz_relation"}
    assert (told.folder / "deep" / "c.dot").read_text() == DOT
    refuse_undrawable(told)
    words = started.file.read_text().replace("svg_color", "svg_category")
    started.file.write_text(words)
    with pytest.raises(ConfigError, match="does not know what is on drawings"):
        refuse_undrawable(settings_of(load(started.file)))


def test_examples_are_one_of_five_and_letters_are_spread_evenly() -> None:
    line, _ = a_line()
    lines = [{**copy.deepcopy(line), "data_id": f"s.r01.{each:03d}.svg_color"} for each in range(20)]
    draft = GraphicsDraft(FAMILY, {"svg_color": lines}, examples=3).settled()
    found = draft.cases["svg_color"]
    assert sum(each["example"] for each in found) == 3
    golds = [json.loads(each["reference_answer"])["correct_answer"] for each in found]
    assert {letter: golds.count(letter) for letter in "ABCD"} == dict.fromkeys("ABCD", 5)
    few = GraphicsDraft(FAMILY, {"svg_color": lines[:4]}, examples=3).settled()
    assert not any(each["example"] for each in few.cases["svg_color"])
