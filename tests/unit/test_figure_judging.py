"""A judge that sees: what it is shown and asked, how its replies are read, and whether its controls catch a bad one."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from inspect_ai.model import ChatMessage
from PIL import Image

from company.errors import ConfigError
from company.evaluation.kept import Reply
from company.families.figures.evaluation.judging.controls import Known, Trial, controls_of, trial_text, tried
from company.families.figures.evaluation.judging.judge import Judged, Sample, VisionJudge
from company.families.figures.evaluation.judging.replies import score_in
from company.families.figures.evaluation.judging.words import JudgeWords
from company.families.figures.pictures import MOST_PIXELS, as_url, is_blank, opened, picture_in
from tests.support.judges_by_hand import (
    CONSTANT,
    REVERSED,
    HandJudge,
    Verdict,
    as_png,
    blank,
    guessing,
    picture,
    shown_in,
)

TRUTH, OTHER = picture([60, 20, 40]), picture([5, 70, 10], "firebrick")
RANDOM = picture([45, 35, 25])
WORDS = JudgeWords("The $drawn one is an answer, the $truth one is right: $query")

READ = {
    "[FINAL SCORE]: 40": 40,
    "They are alike.\n\n**[FINAL SCORE]: 40**": 40,
    "**[FINAL SCORE]**: 87.5": 87.5,
    "[FINAL SCORE]: **100**": 100,
    "[FINAL SCORE]: 40/100": 40,
    "[FINAL SCORE]: 40 out of 100.": 40,
    "[FINAL SCORE]: 62 %": 62,
    "[FINAL SCORE]: [40]": 40,
    "[FINAL SCORE: 40]": 40,
    "[Final Score] 0": 0,
    r"\[FINAL SCORE\]: $\boxed{72}$": 72,
    "[FINAL SCORE]:\n\n72\n\nThe bars are 3 shorter.": 72,
    "[FINAL_SCORE] = 72.0": 72,
    "【FINAL SCORE】：72": 72,
    "[FINAL SCORE] – 72": 72,
    "For example [FINAL SCORE]: 40. I give\n[FINAL SCORE]: 65.": 65,
    "`[FINAL SCORE]: 40` or so": 40,
}
UNREAD = (
    "",
    "The final score is 80.",
    "[FINAL SCORE]: N/A",
    "[FINAL SCORE]: 105",
    "[FINAL SCORE]: -5",
    "[FINAL SCORE]: 8/10",
    "[FINAL SCORE]: [8]/10",
    "[FINAL SCORE]: 40-50",
    "[FINAL SCORE]: 40 to 50",
    "[FINAL SCORE]: 40,5",
    "[FINAL SCORE]: 1000",
    "[FINAL SCORE]: 40/1000",
    "[FINAL SCORE]: forty",
    "[FINAL SCORE]: NaN",
    "[FINAL SCORE]: 40, as I said above; my [FINAL SCORE] stands.",
)


@pytest.mark.parametrize(("reply", "score"), READ.items())
def test_a_score_is_read_however_it_is_written(reply: str, score: float) -> None:
    assert score_in(reply) == score


@pytest.mark.parametrize("reply", UNREAD)
def test_what_is_no_score_is_not_guessed(reply: str) -> None:
    assert score_in(reply) is None


def test_blank_is_what_has_nothing_on_it_and_what_is_no_picture() -> None:
    lossy = as_png(Image.open(io.BytesIO(blank("grey"))), "JPEG")
    assert all(is_blank(each) for each in (None, b"", b"GIF89a", TRUTH[:60], blank(), blank("black"), lossy))
    assert not is_blank(TRUTH) and not is_blank(picture([1]))
    clear = as_png(Image.new("RGBA", (20, 20), (0, 0, 0, 0)))
    assert is_blank(clear)


def test_a_picture_that_would_be_a_burden_is_not_opened() -> None:
    side = int(MOST_PIXELS**0.5) + 1
    bomb = as_png(Image.new("1", (side, side)))
    assert len(bomb) < 1_000_000 and opened(bomb) is None and is_blank(bomb)


def test_pictures_go_as_they_are_and_other_formats_as_png() -> None:
    assert picture_in(as_url(TRUTH)) == TRUTH
    jpeg = as_png(Image.open(io.BytesIO(TRUTH)), "JPEG")
    shown = picture_in(as_url(jpeg))
    assert shown is not None and shown.startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="no picture"):
        as_url(b"text")
    assert picture_in("https://example.org/a.png") is None and picture_in("data:image/png;base64,??") is None


async def test_the_answer_comes_first_and_the_words_say_so() -> None:
    ask = HandJudge()
    judged = await VisionJudge("m", ask, WORDS).judged("three bars", OTHER, TRUTH)
    assert judged.score == 25 and judged.samples[0].drawn_first
    (message,) = ask.seen[0]
    assert shown_in(message) == [OTHER, TRUTH]
    assert message.text.startswith("The first one is an answer, the second one is right: three bars")


async def test_in_both_orders_the_words_change_places_too() -> None:
    ask = HandJudge(lambda _, text: 60.0 if "The first one is an answer" in text else 50.0)
    judged = await VisionJudge("m", ask, WORDS, samples=2, both=True).judged("q", OTHER, TRUTH)
    assert [shown_in(each[0]) for each in ask.seen] == [[OTHER, TRUTH], [TRUTH, OTHER]] * 2
    assert (judged.score, judged.turned, judged.spread) == (55, 10, 0)
    assert len(judged.calls) == 4


async def test_nothing_drawn_is_worth_nothing_and_nobody_is_asked() -> None:
    ask = HandJudge()
    for drawn in (None, blank(), b"no picture"):
        judged = await VisionJudge("m", ask, WORDS).judged("q", drawn, TRUTH)
        assert judged.blank and judged.score == 0 and judged.bounds == (0, 0) and judged.unscored == 0
    assert ask.seen == []


async def test_a_reply_without_a_score_is_asked_for_twice_more_and_then_unscored() -> None:
    replies = iter(["no idea", "[FINAL SCORE]: 250", "[FINAL SCORE]: 30"])

    async def later(messages: Sequence[ChatMessage], _: int) -> Reply:
        assert [each.role for each in messages] == ["user", "assistant"] * (len(messages) // 2) + ["user"]
        return Reply(next(replies), 1, 1, 0.0)

    judged = await VisionJudge("m", later, WORDS).judged("q", OTHER, TRUTH)
    assert judged.score == 30 and judged.samples[0].replies[0] == "no idea"

    ask = HandJudge(form="I would rather not say.")
    judged = await VisionJudge("m", ask, WORDS).judged("q", OTHER, TRUTH)
    assert len(ask.seen) == 3 and judged.score is None and judged.unscored == 1
    assert judged.bounds == (0, 100) and "[FINAL SCORE]: 40" in ask.seen[-1][-1].text


def test_samples_have_a_mean_a_spread_and_bounds() -> None:
    judged = Judged((Sample(True, 40.0), Sample(True, 60.0), Sample(False, None), Sample(False, 80.0)))
    assert judged.score == 60 and judged.bounds == (45, 70) and judged.unscored == 1
    assert judged.spread == pytest.approx(200**0.5) and judged.turned == -30
    assert judged.as_json()["samples"] == [40.0, 60.0, None, 80.0]


def test_words_of_a_file_have_a_digest_and_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text("Rate the first figure; it costs $$5.")
    mine = JudgeWords.of_file(file)
    assert mine.say("q", drawn_first=True) == "Rate the first figure; it costs $5." and mine.source == "mine.md"
    assert mine.digest != JudgeWords.own().digest and JudgeWords.own().turnable
    with pytest.raises(ConfigError, match="says itself which picture comes first"):
        VisionJudge("m", HandJudge(), mine, both=True).check()
    for text, said in (("at $5", "fills nothing in"), ("$answer", "nothing that can be filled in"), (" ", "is empty")):
        file.write_text(text)
        with pytest.raises(ConfigError, match=said):
            JudgeWords.of_file(file)
    with pytest.raises(ConfigError, match="cannot be read"):
        JudgeWords.of_file(tmp_path / "none.md")
    with pytest.raises(ConfigError, match="--judge-samples 0"):
        VisionJudge("m", HandJudge(), WORDS, samples=0).check()


def known() -> list[Known]:
    colours = ("teal", "navy", "olive", "maroon", "black", "purple")
    return [
        Known(f"c{at}", f"case {at}", picture([10 * at + 5, 75 - 9 * at, 30], colour), "bar" if at % 2 else "line")
        for at, colour in enumerate(colours)
    ]


def random_of(cases: Sequence[Known]) -> dict[str, bytes]:
    """The same with one bar a little higher: as alike as random data under the right words are."""
    return {
        each.data_id: picture([10 * at + 5, 70 - 9 * at, 31], ("teal", "navy", "olive")[at])
        for at, each in enumerate(cases[:3])
    }


async def trial(verdict: Verdict, form: str = "[FINAL SCORE]: {score:g}") -> Trial:
    cases = known()
    judge = VisionJudge("m", HandJudge(verdict, form), WORDS)
    return await tried(judge, controls_of(cases, random_of(cases)))


def test_controls_are_of_other_types_where_there_are_any() -> None:
    cases = known()
    found = controls_of(cases, random_of(cases))
    assert [sum(each.kind == kind for each in found) for kind in ("itself", "another", "random")] == [6, 6, 3]
    by_picture = {each.truth: each for each in cases}
    for each in found:
        if each.kind == "another":
            assert by_picture[each.drawn].kind != each.case.kind
    assert controls_of([Known("a", "q", blank())]) == [] and controls_of([]) == []


async def test_a_judge_that_sees_passes_its_controls() -> None:
    found = await trial(lambda same, _: 98.0 if same == 1 else 57.0 if same > 0.97 else 12.0)
    assert found.trusted and found.failed == 0 and "passed 15 of 15" in trial_text(found.as_json(), "m")


@pytest.mark.parametrize("verdict", [CONSTANT, REVERSED, guessing])
async def test_a_judge_that_does_not_is_marked(verdict: Verdict) -> None:
    found = await trial(verdict)
    assert not found.trusted and found.failed > 3
    assert trial_text(found.as_json(), "m").startswith("NOT TO BE BELIEVED")


async def test_a_judge_that_gives_no_score_fails_and_one_without_controls_is_not_trusted() -> None:
    assert (await trial(CONSTANT, form="well")).failed == 15
    empty = Trial(())
    assert not empty.trusted and "no control" in trial_text(empty.as_json(), "m")
