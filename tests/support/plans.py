"""A table of orders as a brief has it, and the discussion of a plan for a client who was invented for a table."""

import random

import numpy as np
import pandas as pd

from company.families.dialogues.replies import PlanDraft, PlanOpinion
from company.results.columns import describe_columns
from grammar import interview, planning
from tests.support.people import invented


def orders(rows: int = 300) -> pd.DataFrame:
    chance = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            "order_id": [f"o{i:04d}" for i in range(rows)],
            "price": chance.lognormal(4, 0.5, rows).round(2),
            "units": chance.integers(1, 30, rows),
            "customer's age": chance.normal(45, 12, rows).round(0),
            "region": chance.choice(["North", "South", "East", "West", "O'Brien County"], rows),
            "channel": chance.choice(["web shop", "high street", "phone"], rows),
            "ordered_on": pd.date_range("2022-01-01", periods=rows).strftime("%Y-%m-%d"),
        }
    )
    frame.loc[::9, "customer's age"] = np.nan
    return frame


def described(frame: pd.DataFrame, name: str = "shop_orders") -> dict:
    return {
        "name": name, "variable": "df", "file": f"{name}.csv", "rows": len(frame), "row_meaning": "record",
        "description": "", "meanings": {}, "columns": describe_columns(frame), "more_columns": 0,
    }  # fmt: skip


def discussion(table: dict, wanted: int, seed: int, speech: str = "colloquial") -> tuple[list[dict], list[dict], dict]:
    chance = random.Random(seed)
    persona = invented(table, chance)
    ideas = interview.propose_scenarios({"table": table, "persona": persona, "said": []}, chance)["scenarios"]
    choice = interview.choose_scenario({"table": table, "persona": persona, "said": [], "scenarios": ideas}, chance)
    facts = {"table": table, "persona": persona, "scenario": ideas[choice["choice"] - 1]}
    said: list[dict] = []
    for _ in range(5):
        draft = planning.propose_plan({**facts, "speech": speech, "questions_wanted": wanted, "said": said}, chance)
        PlanDraft.model_validate(draft)
        said.append({"speaker": "data_scientist", "text": draft["message"], "content": draft})
        opinion = planning.discuss_plan({**facts, "questions": draft["questions"], "said": said}, chance)
        PlanOpinion.model_validate(opinion)
        said.append({"speaker": "client", "text": opinion["message"], "content": opinion})
        if opinion["agreed"]:
            break
    return draft["questions"], said, facts
