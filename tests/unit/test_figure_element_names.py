"""Elements of figures in words: no more of a name than it takes to tell it from the others."""

from company.families.figures.review.element_names import spoken_names
from company.results.likeness.elements import WORDS, element_of


def test_of_one_axes_the_axes_are_not_named():
    assert spoken_names(["title", "axes[0].type", "axes[0].xorder", "axes[0].series[3].colour"]) == {
        "title": "title of the figure",
        "axes[0].type": "kinds of marks",
        "axes[0].xorder": "order along the x axis",
        "axes[0].series[3].colour": "colour",
    }


def test_axes_and_series_are_counted_from_one_where_there_are_several():
    found = spoken_names(["axes[0].title", "axes[1].series[0].colour", "axes[1].series[1].colour", "axes[2].data"])
    assert list(found.values()) == [
        "axes 1: title",
        "axes 2: colour of series 1",
        "axes 2: colour of series 2",
        "axes 3: values",
    ]


def test_each_part_that_an_element_can_have_has_a_name_of_its_own():
    parts = (*WORDS, "xorder", "yorder", "legend", "note", "type", "data")
    names = [f"axes[0].{part}" for part in parts]
    found = spoken_names(["title", *names])
    assert all(element_of(name) for name in names)
    assert len(set(found.values())) == len(found) and not any("axes[" in each for each in found.values())


def test_what_somebody_named_on_a_picture_keeps_its_name():
    assert spoken_names(["the blue ribbon"]) == {"the blue ribbon": "the blue ribbon"}
