"""What the gate says of code that reckons with codes, years and scores; and what it lets pass."""

from pathlib import Path

import pandas as pd
import pytest

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.gate.sense.quantities import faults
from company.tables.dictionary import dictionary, dictionary_file, read_dictionary
from company.tables.intake import received
from company.tables.reading import canonical_csv
from company.tables.told import of_kind

LOAD = 'import numpy as np\nimport pandas as pd\ndf = pd.read_csv("rides.csv")\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("resource")
    rows = range(600)
    frame = pd.DataFrame(
        {
            "ride_id": [5000 + 3 * row for row in rows],
            "season": [1 + row % 4 for row in rows],
            "year": [2005 + row % 9 for row in rows],
            "day_key": [20240101 + row % 28 for row in rows],
            "rating": [1 + row % 5 for row in rows],
            "riders": [row * 7 % 301 for row in rows],
            "temp": [row % 41 / 4.1 for row in rows],
            "town": [f"town {row % 12}" for row in rows],
            "people_in_town": [1000 + 37 * (row % 12) for row in rows],
            "holiday": [int(row % 10 == 0) for row in rows],
        }
    )
    frame["started"] = pd.to_datetime(frame.pop("day_key").astype(str)).dt.strftime("%Y%m%d").astype(int)
    source = folder.parent / "source"
    source.mkdir()
    frame.to_csv(source / "rides.csv", index=False)
    canonical_csv(source / "rides.csv", folder, "rides")
    return folder


def case(solution: str, history: str = "", **more) -> CodeBody:
    return CodeBody(
        data_id="t.p1.s1.d1.t1", domain="rides", types=("value",), query="", text="", messages=[], reference="",
        history=LOAD + history, whole="", check="", answer="", solution=solution, wanted=(), files=(), more=more,
    )  # fmt: skip


def said(solution: str, folder: Path, history: str = "", **more) -> list[str]:
    return list(dict.fromkeys(faults(case(solution, history, **more), folder)))


SENSELESS = [
    ("x = df['season'].mean()", "`season` is a code: its mean says nothing"),
    ("x = df.season.sum()", "`season` is a code: its sum says nothing"),
    ("x = df[df['riders'] > 5]['season'].std()", "`season` is a code: its standard deviation says nothing"),
    ("x = df.loc[df['riders'] > 5, 'season'].median()", "`season` is a code: its median says nothing"),
    ("warm = df.query('temp > 3').copy()\nx = warm['season'].mean()", "`season` is a code"),
    ("x = np.mean(df['season'])", "`season` is a code"),
    ("cols = ['temp', 'season']\nx = df[cols].mean()", "`season` is a code"),
    ("x = {}\nfor c in ['temp', 'season']:\n    x[c] = df[c].mean()", "`season` is a code"),
    ("x = {c: df[c].mean() for c in ['temp', 'season']}", "`season` is a code"),
    ("x = df.groupby('town')['season'].mean()", "`season` is a code"),
    ("x = df.groupby('town')[['temp', 'season']].sum()", "`season` is a code: its sum"),
    ("x = df.groupby('town').agg({'temp': 'mean', 'season': ['max', 'mean']})", "`season` is a code"),
    ("x = df.groupby('town').agg(s=('season', 'mean'))", "`season` is a code"),
    ("x = df.groupby('town')['season'].agg(['min', 'mean'])", "`season` is a code"),
    ("x = df.pivot_table(values='season', index='town')", "`season` is a code"),
    ("x = df.mean(numeric_only=True)", "`season` is a code"),
    ("x = df.select_dtypes(include='number').corr()", "`season` is a code: its correlation says nothing"),
    ("x = df['season'].corr(df['temp'])", "`season` is a code: its correlation"),
    ("x = df['temp'].corr(df['season'])", "`season` is a code: its correlation"),
    ("from scipy import stats\nx = stats.pearsonr(df['season'], df['temp'])", "`season` is a code: its correlation"),
    ("from sklearn.preprocessing import StandardScaler\nx = StandardScaler().fit_transform(df[['temp', 'season']])",
     "`season` is a code: scaling it says nothing"),
    ("from sklearn.cluster import KMeans\nmodel = KMeans(n_clusters=3)\nx = model.fit_predict(df[['temp', 'season']])",
     "`season` is a code: clustering by it says nothing"),
    ("df['again'] = df['season']\nx = df['again'].mean()", "`season` is a code"),
    ("x = df.rename(columns={'season': 'quarter'})['quarter'].mean()", "`season` is a code"),
    ("x = df['season'].rolling(7).mean()", "`season` is a code"),
    ("import seaborn as sns\nx = sns.barplot(data=df, x='town', y='season')", "`season` is a code: its mean"),
    ("x = df['ride_id'].mean()", "`ride_id` only tells rows or things apart: its mean says nothing"),
    ("x = df['year'].sum()", "`year` holds years: their sum says nothing"),
    ("x = df.groupby('town')['year'].mean()", "`year` holds years: their mean says nothing"),
    ("x = df['started'].median()",
     "`started` holds dates that are written as whole numbers: their median says nothing"),
    ("x = df['rating'].sum()", "`rating` is a scale of steps: its sum says nothing"),
    ("x = df.groupby('town')['people_in_town'].mean()",
     "`people_in_town` is the same in every row of one `town`: its mean there says nothing"),
    ("z = (df['temp'] - df['temp'].mean()) / df['temp'].std()\nx = (z - z.mean()) / z.std()",
     "`temp` is standardized already: standardizing it once more says nothing"),
    ("df['z'] = (df['temp'] - df['temp'].mean()) / df['temp'].std()\n"
     "x = df.groupby('town')['z'].transform(lambda s: (s - s.mean()) / s.std())",
     "`temp` is standardized already: standardizing it once more says nothing"),
    ("x = df['temp'].rank().rank()", "`temp` is a rank already: ranking it once more says nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("solution", "reason"), SENSELESS)
def test_what_says_nothing_is_refused(folder, solution, reason):
    reasons = said(solution, folder)
    assert any(each.startswith(reason) for each in reasons), reasons
    column = reason.split("`")[1]
    assert {each.split("`")[1] for each in reasons} <= {column, "ride_id", "started", "year", "season"}


SENSIBLE = [
    "x = df['riders'].mean()",
    "x = df['year'].max() - df['year'].min()",
    "x = df['year'].median()",
    "x = df['year'].corr(df['temp'])",
    "x = df['rating'].mean()",
    "x = df.groupby('season')['riders'].mean()",
    "x = df['season'].value_counts()",
    "x = df['season'].nunique()",
    "x = df['holiday'].mean()",
    "x = df.groupby('season').size().mean()",
    "x = df.groupby('town')['season'].nunique().mean()",
    "x = df.groupby('town')['season'].count().sum()",
    "df['season'] = df['temp'] * 2\nx = df['season'].mean()",
    "def f(frame):\n    frame['season'] = 1.5\nf(df)\nx = df['season'].mean()",
    "other = df\nother['season'] = df['temp']\nx = df['season'].mean()",
    "df.loc[df['temp'] > 3, 'season'] = 0.5\nx = df['season'].mean()",
    "if len(df) > 3:\n    df = df.assign(season=df['temp'])\nx = df['season'].mean()",
    "while len(df) > 300:\n    df['season'] = df['temp']\n    df = df.head(300)\nx = df['season'].mean()",
    "x = (df['season'] == 2).mean()",
    "x = pd.get_dummies(df['season']).mean()",
    "x = (2024 - df['year']).mean()",
    "x = df.drop(columns=['season', 'year', 'ride_id', 'started', 'town']).mean()",
    "x = df.groupby('season')['people_in_town'].mean()",
    "x = df.groupby('town')['people_in_town'].first()",
    "x = (df['temp'] - df['temp'].mean()) / df['temp'].std()",
    "x = df['temp'].rank()",
    "x = df.describe()",
    "total = 0\nfor s in df['season'].unique():\n    total += df[df['season'] == s]['riders'].sum()",
    "this is no Python",
]


@pytest.mark.parametrize("solution", SENSIBLE)
def test_what_makes_sense_passes(folder, solution):
    assert said(solution, folder) == []


def test_the_history_is_followed_and_not_judged(folder):
    assert said("x = df['riders'].mean()", folder, "old = df['season'].mean()\n") == []
    reasons = said("x = warm['season'].mean()", folder, "warm = df[df['temp'] > 3]\n")
    assert reasons == ["`season` is a code: its mean says nothing"]


def test_a_prototype_is_judged_behind_its_private_code(folder):
    private = "from decision_company import middle\nx = middle(df['season'])"
    assert said(private, folder) == []
    assert said(private, folder, prototype_code="x = df['season'].mean()") == [
        "`season` is a code: its mean says nothing"
    ]


def with_dictionary(folder: Path, tmp_path: Path, **kinds) -> Path:
    reading = canonical_csv(folder / "rides.csv", tmp_path, "rides")
    table = received(reading)
    columns = tuple(of_kind(each, kinds[each.name]) if each.name in kinds else each for each in table.columns)
    (tmp_path / dictionary_file("rides.csv")).write_bytes(dictionary(table.model_copy(update={"columns": columns})))
    return tmp_path


def test_a_person_may_say_that_a_code_is_a_quantity(folder, tmp_path):
    assert said("x = df['season'].mean()", with_dictionary(folder, tmp_path, season="quantity")) == []


def test_a_person_may_say_that_a_count_is_a_code(folder, tmp_path):
    resource = with_dictionary(folder, tmp_path, riders="code")
    assert said("x = df['riders'].mean()", resource) == ["`riders` is a code: its mean says nothing"]


def test_a_guess_that_is_not_sure_refuses_nothing(tmp_path):
    frame = pd.DataFrame({"released": [1990 + row % 25 for row in range(300)], "x": range(300)})
    frame.to_csv(tmp_path / "rides.csv", index=False)
    entry = read_dictionary(tmp_path / "rides.csv")
    assert entry is None
    assert said("x = df['released'].mean()", tmp_path) == []


@pytest.mark.parametrize("content", ["", "{", "[]", '{"columns": [{"name": 3}]}', '{"columns": {"a": 1}}', "\x00\xff"])
def test_a_damaged_dictionary_counts_as_none(folder, tmp_path, content):
    resource = with_dictionary(folder, tmp_path, season="quantity")
    (resource / "rides.columns.json").write_text(content)
    assert read_dictionary(resource / "rides.csv") is None
    assert said("x = df['season'].mean()", resource) == ["`season` is a code: its mean says nothing"]


def test_a_dictionary_gives_no_value_of_the_table_away(folder, tmp_path):
    resource = with_dictionary(folder, tmp_path)
    text = (resource / "rides.columns.json").read_text()
    assert "town 3" not in text
    assert "5000" not in text
    entries = read_dictionary(resource / "rides.csv")
    assert entries is not None
    assert {name: each.kind for name, each in entries.items()} == {
        "ride_id": "id", "season": "code", "year": "date", "started": "date", "rating": "ordered", "riders": "count",
        "temp": "quantity", "town": "code", "people_in_town": "quantity", "holiday": "flag",
    }  # fmt: skip


def test_of_a_name_that_two_tables_have_only_what_both_say_counts(folder, tmp_path):
    resource = with_dictionary(folder, tmp_path)
    stations = pd.DataFrame(
        {"season": [row * 1.37 for row in range(40)], "year": [2001 + row % 9 for row in range(40)],
         "town": [f"town {row}" for row in range(40)], "people_in_town": [row * 31 % 977 for row in range(40)]}
    )  # fmt: skip
    stations.to_csv(resource / "stations.csv", index=False)
    load = "stations = pd.read_csv('stations.csv')\n"
    assert said("x = stations['season'].mean()", resource, load) == []
    assert said("x = df['season'].mean()", resource) == ["`season` is a code: its mean says nothing"]
    mean_of_year = said("x = df['year'].mean()", resource)
    assert mean_of_year and said("x = df['year'].mean()", resource, load) == mean_of_year
    steady = "x = df.groupby('town')['people_in_town'].mean()"
    assert said(steady, resource) and said(steady, resource, load) == []
