"""The page on all keys of simulation.toml is what the types say."""

from docs.keys import PAGE, page


def test_the_page_on_keys_is_what_the_types_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python docs/keys.py writes it anew"


def test_every_key_of_every_table_has_a_row() -> None:
    from company.family.registry import usable

    text = page()
    for name, each in usable().items():
        own = text.partition(f"## Of {name}\n")[2]
        for table, kind in each.settings.tables().items():
            for key, field in kind.model_fields.items():
                assert f"| `{field.alias or key}` |" in own, f"{table}.{key} of {name}"
