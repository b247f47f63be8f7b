"""Ids of dialogues' records are read part by part, as far as they go, and written as they were."""

from __future__ import annotations

import pytest

from company.families.dialogues.ids import RecordId, dialogue_of, turn_of

D = "shops.p01.s2.d1"


@pytest.mark.parametrize(
    "text", ["shops", "shops.p01", "shops.p01.s2", D, f"{D}.t03", f"{D}.t03.private", f"{D}.lib.t03", "case 5"]
)
def test_an_id_is_written_as_it_was_read(text: str) -> None:
    assert str(RecordId.of(text)) == text


def test_its_parts_have_names() -> None:
    case = RecordId.of(f"{D}.t03.private_update_code")
    assert (case.domain, case.persona, case.scenario, case.dialogue, case.turn) == ("shops", "p01", "s2", "d1", "t03")
    assert case.rest == "private_update_code"
    assert (case.persona_id, case.scenario_id) == ("shops.p01", "shops.p01.s2")
    assert (case.dialogue_id, case.turn_id) == (D, f"{D}.t03")
    library = RecordId.of(f"{D}.lib.t03")
    assert (library.dialogue_id, library.turn, library.rest) == (D, "", "lib.t03")
    with pytest.raises(ValueError, match="no id"):
        RecordId.of("")


def test_a_data_id_of_others_is_its_own_turn_and_dialogue() -> None:
    assert turn_of("case 5") == dialogue_of("case 5") == "case 5"
    assert turn_of(f"{D}.t03.private") == f"{D}.t03" and dialogue_of(f"{D}.t03") == D
