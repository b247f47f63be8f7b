"""A slip of the hand is told from a name of its own."""

import pytest

from company.families.dialogues.spelling import is_misspelt


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("citty", "city"),
        ("Gerne", "Genre"),
        ("Platfrom", "Platform"),
        ("Publsher", "Publisher"),
        ("departmant", "department"),
        ("glboal_sales", "Global_Sales"),
        ("bookss", "books"),
        ("ratte", "rate"),
    ],
)
def test_a_slip(name: str, meant: str) -> None:
    assert is_misspelt(name, meant) and is_misspelt(meant, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("genres", "Genre"),
        ("genre", "Genre"),
        ("Global_Sales_k", "Global_Sales"),
        ("sales_2", "sales_1"),
        ("shape", "share"),
        ("score", "store"),
        ("form", "from"),
        ("order_rate", "order_date"),
        ("mean_wage", "mean_age"),
        ("group_a", "group_b"),
        ("measured", "measure"),
        ("EU Sales", "EU_Sales"),
        ("sales", "sales"),
        ("", "x"),
    ],
)
def test_a_name_of_its_own(name: str, other: str) -> None:
    assert not is_misspelt(name, other) and not is_misspelt(other, name)
