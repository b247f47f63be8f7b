"""Whether a conversation that is killed at any calls and begun again ends in the log of an undisturbed one, paid once.

    python -m perf.conversation_killing BENCHMARK [KILLS] [TURNS]

The first dialogue of BENCHMARK is held with a model on loopback that answers as the record does, looks at the table now
and then, and is wrong in every seventh turn. It is held once undisturbed. Then `company evaluate --mode conversation`
gets SIGKILL with its whole process group after so many more replies each time, now before the next one is asked for,
now while it is; and comes to its end. Lines and figures have to be the same, and no reply that was kept may be asked
for again.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from company.benchmark.reading import read_benchmark
from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.conversation.record import Talk, talks
from tests.support.commands import COMMAND
from tests.support.conversing import TURN, handing_in
from tests.support.conversing_server import Answer, conversing_server
from tests.support.killing import killed, lines_in

MODEL = "openai/gpt-4o"
_LOOKS, _WRONG = 3, 7
"""Every so many turns the model looks before it hands in, and is wrong."""
SECONDS = 0.3
"""That a reply takes, so that some are under way when all is killed."""


def scripted(talk: Talk) -> Answer:
    """The model: what it replies to the messages of a request."""
    own = {each.number: solution(each.reference) for each in talk.asked}
    controls = {each.number: [told["script"] for told in each.controls.values()] for each in talk.asked}

    def answer(messages: list[dict[str, Any]]) -> str:
        turn = int(TURN.findall("\n".join(each["content"] for each in messages if each["role"] == "user"))[-1])
        has_looked = messages[-1]["content"].startswith("```text")
        if turn % _LOOKS == 0 and not has_looked:
            return "```python\nprint(df.shape)\n```"
        wrong = controls[turn] if turn % _WRONG == 0 else []
        return handing_in(solution(str(wrong[0])) if wrong else own[turn])

    return answer


def asked(bodies: list[dict[str, Any]]) -> Counter[str]:
    """How often each request came."""
    return Counter(hashlib.sha256(json.dumps(body["messages"]).encode()).hexdigest() for body in bodies)


def evaluated(*words: str | Path) -> dict[str, Any]:
    """Evaluate to the end, and return what was printed."""
    done = subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"company evaluate ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return dict(json.loads(done.stdout))


def told(outcome: dict[str, Any]) -> tuple[Any, Any]:
    """Lines and figures but for what printed differently, which a first evaluation cannot have."""
    lines = [{name: value for name, value in each.items() if name != "differs"} for each in outcome["lines"]]
    return lines, {name: value for name, value in outcome["conversation"].items() if name != "differs"}


def main(folder: Path, kills: int, turns: str, place: Path) -> None:
    """Hold it undisturbed, kill another one so many times, and compare."""
    talk = talks(read_benchmark(folder), turns)[0]
    chance = random.Random(1)
    with conversing_server(scripted(talk)) as server:
        words = ("evaluate", folder, "--model", MODEL, "--model-base-url", server.url, "--mode", "conversation",
                 "--turns", turns, "--limit", "1", "--json", "--log-dir")  # fmt: skip
        whole = evaluated(*words, place / "whole")
        calls = len(server.bodies)
        print(f"undisturbed: {calls} calls, {len(whole['lines'])} turns", flush=True)
        server.bodies.clear()
        server.seconds = SECONDS
        kept = place / "killed" / "kept" / f"{MODEL.replace('/', '_')}.jsonl"
        under_way = done = 0
        for number in range(kills):
            enough = round(calls * (number + 1) / (kills + 1))
            pause = chance.uniform(0, 2 * SECONDS)
            done += killed(*words, place / "killed", when=lambda: lines_in(kept) >= enough, pause=pause)  # noqa: B023
            time.sleep(2 * SECONDS)  # what was under way comes to its end
            lost = len(server.bodies) - lines_in(kept)
            under_way += lost
            # A reply that never arrived is nobody's; it may be asked for again.
            del server.bodies[len(server.bodies) - lost :]
            print(f"{number + 1:3} killed at {lines_in(kept)} of {calls} replies, {lost} under way", flush=True)
        server.seconds = 0.0
        again = evaluated(*words, place / "killed")
        twice = sum(count - 1 for count in asked(server.bodies).values())
    same = told(whole) == told(again)
    print(
        f"{done} of {kills} killed, {under_way} replies lost on their way; {len(server.bodies)} calls kept of {calls}"
    )
    print(f"{twice} paid twice; lines and figures {'the same' if same else 'DIFFER'}")
    sys.exit(0 if same and not twice and len(server.bodies) == calls else 1)


if __name__ == "__main__":
    os.environ.setdefault("OPENAI_API_KEY", "none")
    with tempfile.TemporaryDirectory() as name:
        given = sys.argv[1:]
        main(Path(given[0]), int(given[1]) if given[1:] else 20, given[2] if given[2:] else "1-12", Path(name))
