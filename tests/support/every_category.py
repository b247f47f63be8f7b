"""What a run with cases of every category is asked for."""

from company.families.dialogues.records import Category

TARGETS: dict[Category, int] = {
    "normal": 2,
    "private": 1,
    "update_code": 2,
    "private_update_code": 1,
    "clarification": 1,
    "private_clarification": 1,
    "fast_fail": 1,
    "best_guess": 1,
    "plot_qa": 1,
    "insight_mining": 4,
}
"""Few where each case runs code in a cold interpreter; and `plot_qa` takes a dozen turns for each of its own."""
SCENARIO = "\n".join(
    (
        # A seed with which few turns are enough: what a run of them costs, every test that looks at it pays.
        '[table]\nbuiltin = "wine"\n[model]\nseed = 5\n[review]\noverlap = 2\n[targets]\nregisters = "both"',
        *(f"{category} = {number}" for category, number in TARGETS.items()),
    )
)
