"""Any user's CSV is read into one canonical form, or refused in one line that says where and what to do."""

import csv
import gzip
import io
import string
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from company.config import load
from company.errors import ConfigError
from company.families.dialogues.settings import settings_of
from company.tables.headers import table_name
from company.tables.reading import Reading, canonical_csv, load_frame, read_table

CITIES = ["Paris", "Rome", "Oslo", "Wien", "Bern", "Riga", "Kyiv", "Lyon", "Bonn", "Cork"]
PLAIN = "city,price,sold\n" + "".join(f"{city},{n}.5,2024-01-{n + 1:02}\n" for n, city in enumerate(CITIES))


@pytest.fixture
def read(tmp_path):
    """Reads text or bytes as a CSV; gives the reading and the frame that benchmark code would get."""

    def reading_of(content: str | bytes, name: str = "shop.csv") -> tuple[Reading, pd.DataFrame]:
        source = tmp_path / name
        source.write_bytes(content if isinstance(content, bytes) else content.encode())
        reading = canonical_csv(source, tmp_path / "resource")
        frame = pd.read_csv(tmp_path / "resource" / reading.file)
        assert (reading.rows, len(reading.columns)) == frame.shape
        assert [column.name for column in reading.columns] == list(frame.columns)
        return reading, frame

    return reading_of


def refused(read, content: str | bytes, *words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(content)
    message = str(caught.value)
    assert "shop.csv" in message
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_canonical_file_is_copied_byte_for_byte(read, tmp_path):
    reading, frame = read(PLAIN)
    assert (tmp_path / "resource" / "shop.csv").read_text() == PLAIN
    assert (reading.name, reading.file, reading.repairs) == ("shop", "shop.csv", ())
    assert frame["price"].sum() == 50.0


def test_nothing_but_the_table_is_left_in_the_folder(read, tmp_path):
    read(PLAIN)
    assert [path.name for path in (tmp_path / "resource").iterdir()] == ["shop.csv"]


def test_reading_twice_gives_the_same(read):
    assert read(PLAIN)[0] == read(PLAIN)[0]


def test_the_canonical_form_needs_no_more_repair(read, tmp_path):
    first, _ = read(PLAIN.replace(",", ";").replace(".5", ",5").encode("utf-16"))
    assert first.repairs
    again = canonical_csv(tmp_path / "resource" / "shop.csv", tmp_path / "again")
    assert (again.repairs, again.sha256) == ((), first.sha256)


@pytest.mark.parametrize(("separator", "words"), [(";", "';'"), ("\t", "tabs"), ("|", "'|'")])
def test_other_separators(read, separator, words):
    reading, frame = read(PLAIN.replace(",", separator))
    pd.testing.assert_frame_equal(frame, pd.read_csv(io.StringIO(PLAIN)))
    assert reading.repairs == (f"fields were separated by {words}",)


def test_a_comma_in_text_does_not_hide_a_semicolon(read):
    lines = "".join(f"{city}, old town;{n}\n" for n, city in enumerate(CITIES))
    _, frame = read(f"place;visits\n{lines}")
    assert list(frame.columns) == ["place", "visits"]
    assert frame["place"][0] == "Paris, old town"


def test_a_spreadsheet_that_names_its_separator(read):
    reading, frame = read("sep=;\n" + PLAIN.replace(",", ";"))
    assert list(frame.columns) == ["city", "price", "sold"]
    assert any("separator" in repair for repair in reading.repairs)


GERMAN = "Stadt;Preis\n" + "".join(f"{c};{n}\n" for n, c in enumerate(["München", "Köln", "Düren", "Fürth"] * 3))
POLISH = "miasto;cena\n" + "".join(f"{c};{n}\n" for n, c in enumerate(["Łódź", "Kraków", "Gdańsk", "Poznań"] * 3))
RUSSIAN = "город;цена\n" + "".join(f"{c};{n}\n" for n, c in enumerate(["Москва", "Казань", "Омск", "Тверь"] * 3))
JAPANESE = "都市;値段\n" + "".join(f"{c};{n}\n" for n, c in enumerate(["東京", "大阪", "名古屋", "福岡"] * 3))


@pytest.mark.parametrize(
    ("content", "encoding", "words"),
    [
        (GERMAN, "utf-8-sig", "byte order mark"),
        (GERMAN, "utf-16", "UTF-16"),
        (GERMAN, "utf-16-le", "UTF-16"),
        (GERMAN, "utf-16-be", "UTF-16"),
        (GERMAN, "utf-32", "UTF-32"),
        (GERMAN, "latin-1", "windows-1252"),
        (GERMAN.replace("Preis", "Preis (€)"), "cp1252", "windows-1252"),
        (POLISH, "cp1250", "windows-1250"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (JAPANESE, "shift_jis", "shift-jis"),
    ],
)
def test_other_encodings(read, content, encoding, words):
    reading, frame = read(content.encode(encoding))
    assert frame.iloc[0, 0] == content.split("\n")[1].split(";")[0]
    assert list(frame.columns) == content.split("\n")[0].split(";")
    assert any(words in repair for repair in reading.repairs)


@pytest.mark.thorough
def test_a_late_byte_outside_utf_8_is_met_before_anything_is_written(read):
    body = "".join(f"Paris,{n}\n" for n in range(300_000))
    reading, frame = read(f"city,n\n{body}".encode() + "Besançon,1\n".encode("cp1252"))
    assert frame["city"].iloc[-1] == "Besançon"
    assert reading.repairs == ("encoding was windows-1252",)


def test_one_broken_byte_among_good_utf_8_is_named(read):
    good = "".join(f"Zürich,{n}\n" for n in range(20))
    refused(read, f"city,n\n{good}".encode() + b"Z\xfcrich,3\n", "line 22", "UTF-8")


def test_a_packed_table(read, tmp_path):
    reading, frame = read(gzip.compress(PLAIN.encode()), name="shop.csv.gz")
    assert (reading.file, len(frame)) == ("shop.csv", 10)
    assert reading.repairs == ("file was packed with gzip",)


def test_a_damaged_packed_table(read):
    refused(read, gzip.compress(PLAIN.encode())[:-12], "gzip")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends(read, end, tmp_path):
    reading, frame = read(PLAIN.replace("\n", end))
    pd.testing.assert_frame_equal(frame, pd.read_csv(io.StringIO(PLAIN)))
    assert (tmp_path / "resource" / "shop.csv").read_text() == PLAIN
    assert reading.repairs == ("lines did not end with a plain newline",)


def test_decimal_commas_and_grouped_thousands(read):
    lines = "".join(f"{city};1.{n}00,5;{n}.250;{n},{n}\n" for n, city in enumerate(CITIES))
    reading, frame = read(f"city;price;people;share\n{lines}")
    assert frame["price"].tolist() == [1000.5 + 100 * n for n in range(10)]
    assert frame["people"].tolist() == [1000 * n + 250 for n in range(10)]
    assert frame["share"].tolist() == [n + n / 10 for n in range(10)]
    assert "column 2 had decimal commas: now points" in reading.repairs


def test_decimal_commas_in_quotes_where_commas_separate_fields(read):
    lines = "".join(f'{city},"{n + 1}.{n}50,40",{n}.5\n' for n, city in enumerate(CITIES))
    reading, frame = read(f"city,takings,share\n{lines}")
    assert frame["takings"].tolist() == [1000 * (n + 1) + 100 * n + 50.4 for n in range(10)]
    assert frame["share"].tolist() == [n + 0.5 for n in range(10)]
    assert "column 2 had decimal commas: now points" in reading.repairs


def test_grouped_thousands_in_quotes_where_commas_separate_fields(read):
    lines = "".join(f'{city},"{n + 1},250",{n}.5\n' for n, city in enumerate(CITIES))
    _, frame = read(f"city,people,share\n{lines}")
    assert frame["people"].tolist() == [1000 * n + 1250 for n in range(10)]


def test_points_alone_are_decimal_points(read):
    lines = "".join(f"{city};{n}.250\n" for n, city in enumerate(CITIES))
    _, frame = read(f"city;weight\n{lines}")
    assert frame["weight"].tolist() == [n + 0.25 for n in range(10)]


@pytest.mark.parametrize("gap", ["-", "n/d", " ? ", "K. A."])
def test_what_stands_for_an_unknown_number_leaves_a_column_of_numbers(read, gap):
    lines = "".join(f"{city},{n}.5,{n}\n" for n, city in enumerate(CITIES))
    reading, frame = read(f"city,price,people\n{lines}Graz,{gap},4\n")
    assert frame["price"].tolist()[:10] == [n + 0.5 for n in range(10)] and frame["price"].isna().sum() == 1
    assert reading.columns[1].role == "measure"
    assert reading.repairs == (f"column 2 had {gap!r} where a number is not known: now empty",)


def test_decimal_commas_beside_what_stands_for_an_unknown_number(read):
    lines = "".join(f"{city};{n},5\n" for n, city in enumerate(CITIES))
    _, frame = read(f"city;price\nGraz;n/d\n{lines}")
    assert frame["price"].tolist()[1:] == [n + 0.5 for n in range(10)]


@pytest.mark.parametrize("other", ["on demand", "007", "12 kg"])
def test_gaps_stay_as_they_are_where_not_all_else_is_numbers(read, other):
    lines = "".join(f"{city},{n}.5\n" for n, city in enumerate(CITIES))
    reading, frame = read(f"city,price\n{lines}Graz,-\nPisa,{other}\n")
    assert frame["price"].tolist()[-2:] == ["-", other] and reading.repairs == ()


def test_gaps_stay_where_they_are_most_of_a_column(read):
    lines = "".join(f"{city},{n if n < 5 else '-'}\n" for n, city in enumerate(CITIES))
    assert read(f"city,price\n{lines}")[1]["price"].tolist()[-1] == "-"


def test_commas_group_thousands_beside_decimal_points(read):
    lines = "".join(f"{city}\t{n}.5\t{n + 1},250\t{'1,' * (n > 4)}{n + 100},000.5\n" for n, city in enumerate(CITIES))
    reading, frame = read(f"city\tweight\tpeople\tprice\n{lines}")
    assert frame["people"].tolist() == [1000 * n + 1250 for n in range(10)]
    assert frame["price"].tolist()[0] == 100_000.5 and frame["price"].tolist()[9] == 1_109_000.5
    assert frame["weight"].tolist()[1] == 1.5
    assert "column 3 had commas between thousands: now without" in reading.repairs


def test_commas_that_may_be_decimal_or_group_thousands_stay(read):
    lines = "".join(f"{city};{n + 1},250\n" for n, city in enumerate(CITIES))
    reading, frame = read(f"city;people\n{lines}")
    assert frame["people"].tolist()[0] == "1,250" and reading.columns[1].role == "measure"


def test_commas_before_three_digits_are_decimal_beside_decimal_commas(read):
    lines = "".join(f"{city};{n + 1},250;{n},5\n" for n, city in enumerate(CITIES))
    assert read(f"city;weight;price\n{lines}")[1]["weight"].tolist()[0] == 1.25


def test_a_column_with_other_text_keeps_its_commas(read):
    lines = "".join(f"{city};{n},5\n" for n, city in enumerate(CITIES))
    _, frame = read(f"city;price\n{lines}Graz;on demand\n")
    assert frame["price"].tolist()[0] == "0,5"


def test_what_may_be_thousands_in_quotes_stays_as_it_is(read):
    lines = "".join(f'{city},"{n + 1},500"\n' for n, city in enumerate(CITIES))
    reading, frame = read(f"city,people\n{lines}")
    assert frame["people"][3] == "4,500"
    assert reading.repairs == ()


def test_missing_values_dates_and_numbers_as_text_stay(read):
    lines = "".join(f"{n}kg,,2024-01-{n + 1:02},NA\n" for n in range(9))
    reading, frame = read(f"weight,nothing,day,gone\n{lines}1kg,x,,1\n")
    assert reading.repairs == ()
    assert frame["nothing"].isna().sum() == 9
    assert frame["gone"].isna().sum() == 9
    assert [column.missing for column in reading.columns] == [0, 9, 1, 9]


def test_duplicate_and_empty_names(read):
    lines = "".join(f"{n},{n + 1},{n + 2},a{n},{n}\n" for n in range(9))
    reading, frame = read(f"price,price,,price,price_2\n{lines}")
    assert list(frame.columns) == ["price", "price_3", "column_3", "price_4", "price_2"]
    assert "column 3 had no name: now `column_3`" in reading.repairs
    assert "second column `price` is now `price_3`" in reading.repairs


def test_names_that_would_be_taken_are_passed_over(read):
    lines = "".join(f"{n},{n},{n}\n" for n in range(9))
    _, frame = read(f"column_2,,a\n{lines}")
    assert list(frame.columns) == ["column_2", "column_2_2", "a"]


def test_many_changed_names_are_told_in_short(read):
    header = ",".join(["x"] * 1000)
    lines = "".join(",".join(str(n + place) for place in range(1000)) + "\n" for n in range(9))
    reading, frame = read(f"{header}\n{lines}")
    assert frame.shape == (9, 1000)
    assert frame.columns[999] == "x_1000"
    assert len(reading.repairs) == 4
    assert "999 column names were changed" in reading.repairs[-1]


def test_awkward_names_are_kept(read, tmp_path):
    names = [
        " Storage",
        "it's",
        'the "best"',
        "`x`",
        "all'\"`",
        "a,b",
        "Ünïcode 価格",
        "x" * 120,
        "a.1",
        "class",
        "1990",
    ]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([[n + place for place in range(len(names))] for n in range(9)])
    reading, frame = read(file.getvalue())
    assert list(frame.columns) == names
    assert reading.repairs == ()


def test_line_breaks_in_a_name_are_removed(read):
    lines = "".join(f"{n},{n}\n" for n in range(9))
    reading, frame = read(f'"price\nin EUR","tab\there"\n{lines}')
    assert list(frame.columns) == ["price in EUR", "tab here"]
    assert len(reading.repairs) == 2


def test_line_breaks_in_values_are_kept(read):
    lines = "".join(f'"{city}\nold",{n}\n' for n, city in enumerate(CITIES))
    reading, frame = read(f"city,n\n{lines}")
    assert frame["city"][0] == "Paris\nold"
    assert (reading.rows, reading.repairs) == (10, ())


@pytest.mark.parametrize("start", [0, 1])
def test_a_leading_column_that_numbers_the_rows_is_left_out(read, start):
    lines = "".join(f"{n + start},{city},{n}\n" for n, city in enumerate(CITIES))
    reading, frame = read(f",city,n\n{lines}")
    assert list(frame.columns) == ["city", "n"]
    assert reading.repairs == ("first column only numbered the rows and was left out",)


def test_a_leading_column_without_name_that_says_something_is_kept(read):
    lines = "".join(f"{city},{n}\n" for n, city in enumerate(CITIES))
    _, frame = read(f",n\n{lines}")
    assert frame["column_1"].tolist() == CITIES


def test_row_names_without_a_header_of_their_own(read):
    lines = "".join(f'"{n + 1}","{city}",{n}\n' for n, city in enumerate(CITIES))
    _, frame = read(f'"city","n"\n{lines}')
    assert list(frame.columns) == ["city", "n"]
    assert frame["city"].tolist() == CITIES


def test_separators_at_the_ends_of_lines(read):
    lines = "".join(f"{city},{n},\n" for n, city in enumerate(CITIES))
    reading, frame = read(f"city,n,\n{lines}")
    assert list(frame.columns) == ["city", "n"]
    assert reading.repairs == ("column 3 had neither name nor values and was left out",)


def test_blank_lines_and_empty_rows_are_left_out(read):
    reading, frame = read("\n\n" + PLAIN.replace("Oslo", "\n   \nOslo") + ",,\n,,\n\n")
    assert frame["city"].tolist() == CITIES
    assert set(reading.repairs) == {"5 lines without text left out", "2 rows without values left out"}


def test_short_rows_are_filled(read):
    reading, frame = read(PLAIN + "Graz,4.5\nLinz\n")
    assert frame["sold"].isna().sum() == 2
    assert reading.repairs == ("2 rows shorter than the header: the fields it lacks are empty",)


def test_empty_fields_beyond_the_header_are_left_out(read):
    reading, frame = read(PLAIN + "Graz,4.5,2024-02-01,,\n")
    assert frame.shape == (11, 3)
    assert reading.repairs == ("1 row with empty fields beyond the header: they were left out",)


def test_a_row_that_is_too_long_is_named(read):
    refused(read, PLAIN + "Graz, Styria,4.5,2024-02-01\n", "line 12", "4 fields", "line 1 has 3")


def test_spaces_after_separators(read):
    lines = "".join(f'"{city}, old", "{n}, new", {n}\n' for n, city in enumerate(CITIES))
    reading, frame = read(f'"from", "to", n\n{lines}')
    assert list(frame.columns) == ["from", "to", "n"]
    assert frame["to"][1] == "1, new"
    assert reading.repairs == ("spaces after separators were removed",)


def test_one_column(read):
    _, frame = read("word\n" + "\n".join(CITIES) + "\n")
    assert frame["word"].tolist() == CITIES


def test_one_column_of_quoted_text_with_commas(read):
    _, frame = read("word\n" + "\n".join(f'"{city}, {city}"' for city in CITIES))
    assert frame["word"][0] == "Paris, Paris"


@pytest.mark.parametrize("rows", [0, 1, 7])
def test_too_few_rows(read, rows):
    content = "".join(PLAIN.splitlines(keepends=True)[: rows + 1])
    refused(read, content, f"has {rows} row", "at least 8")


def test_no_column_that_varies(read):
    refused(read, "a,b\n" + "1,\n" * 20, "no column")


@pytest.mark.parametrize("content", [b"", b"\n \n\n", b"\xef\xbb\xbf", b",,\n,,\n"])
def test_empty_files(read, content):
    refused(read, content, "empty")


def test_values_instead_of_names(read):
    refused(read, "".join(f"{n},{n}.5,2024-01-0{n + 1}\n" for n in range(9)), "line 1", "names")
    refused(read, "".join(f"5.{n},3.5,1.4,0.2,setosa\n" for n in range(9)), "line 1", "names")


def test_years_as_names_are_names(read):
    lines = "".join(f"{city},{n},{n}\n" for n, city in enumerate(CITIES))
    _, frame = read(f"city,1990,2000\n{lines}")
    assert list(frame.columns) == ["city", "1990", "2000"]


def test_a_quote_that_is_never_closed(read):
    refused(read, PLAIN + 'Graz,"4.5,2024-02-01\nLinz,3.5,2024-02-02\n', "line 12", "quote")
    refused(read, PLAIN.replace(",", ";") + 'Graz;"4.5;2024-02-01\nLinz;3.5;2024-02-02\n', "line 12", "quote")
    refused(read, 'a,"b\n' + "1,2\n" * 9, "line 1", "quote")
    refused(read, PLAIN + 'Graz,"4.5\n' + "Linz,3.5,2024-02-02\n" * 20_000, "line 12", "quote")


def test_nul_bytes(read):
    refused(read, PLAIN.replace("Oslo", "Os\0lo"), "line 4", "NUL")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04" + bytes(50), "Excel"),
        (b"\x89PNG\r\n" + bytes(50), "picture"),
        (b"PAR1" + bytes(range(256)), "Parquet"),
        (bytes(range(1, 256)) * 20, "not text"),
        (bytes(range(256)) * 20, "NUL"),
    ],
)
def test_files_that_are_no_text(read, content, words):
    refused(read, content, words)


def test_a_folder_and_a_missing_file(tmp_path):
    with pytest.raises(ConfigError, match="folder"):
        canonical_csv(tmp_path, tmp_path / "out")
    with pytest.raises(ConfigError, match="no table"):
        canonical_csv(tmp_path / "none.csv", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_too_many_columns(read):
    header = ",".join(f"c{n}" for n in range(2001))
    refused(read, header + "\n" + ("1," * 2000 + "1\n") * 9, "2,001 columns")


@pytest.mark.thorough
def test_a_wide_table(read):
    header = ",".join(f"c{n}" for n in range(1000))
    lines = "".join(",".join(str(n * place) for place in range(1000)) + "\n" for n in range(20))
    reading, frame = read(f"{header}\n{lines}")
    assert frame.shape == (20, 1000)
    assert reading.repairs == ()


@pytest.mark.thorough
def test_a_long_table(read):
    reading, frame = read("id;x\n" + "".join(f"{n};{n % 7},5\n" for n in range(200_000)))
    assert frame.shape == (200_000, 2)
    assert frame["x"].iloc[-1] == 199_999 % 7 + 0.5
    assert reading.rows == 200_000


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Sales 2024.csv", "sales_2024"),
        ("2024-sales.csv", "table_2024_sales"),
        ("class.csv", "class_table"),
        ("MelbData.csv.gz", "melb_data"),
        ("Größe.tsv", "grosse"),
        ("価格.csv", "table"),
        ("pd.csv", "pd_table"),
    ],
)
def test_names_of_tables(file, name):
    assert table_name(Path(file)) == name
    assert name.isidentifier()


def test_a_table_may_be_read_where_it_stands(tmp_path):
    source = tmp_path / "shop.csv"
    source.write_text(PLAIN.replace(",", ";"))
    reading = canonical_csv(source, tmp_path)
    assert reading.file == "shop.csv"
    assert source.read_text() == PLAIN


TABLES = {"atp_tennis": (25362, 17), "credit_customers": (1000, 21), "fastfood": (515, 17)}
TABLES |= {"laptops_price": (325, 13), "melb_data": (13580, 21)}


@pytest.mark.parametrize("name", TABLES)
def test_the_five_tables(name, tables_folder, tmp_path):
    source = tables_folder / f"{name}.csv"
    reading = canonical_csv(source, tmp_path)
    frame = load_frame(tmp_path / reading.file)
    assert (reading.rows, len(reading.columns)) == TABLES[name]
    pd.testing.assert_frame_equal(frame, load_frame(source))


@pytest.mark.parametrize(
    ("builtin", "rows", "label"),
    [
        ("wine", 178, "cultivar"),
        ("iris", 150, "species"),
        ("breast_cancer", 569, "diagnosis"),
        ("diabetes", 442, "progression"),
    ],
)
def test_the_bundled_tables(builtin, rows, label, tmp_path):
    (tmp_path / "simulation.toml").write_text(f'[table]\nbuiltin = "{builtin}"\n')
    reading = read_table(settings_of(load(tmp_path)).table, tmp_path, tmp_path / "resource")
    assert (reading.name, reading.rows, reading.columns[-1].name) == (builtin, rows, label)
    assert [path.name for path in (tmp_path / "resource").iterdir()] == [f"{builtin}.csv"]


FIELD = st.text(st.sampled_from(string.ascii_letters + "0123456789 ,;'\"`|\n\tüé.-"), max_size=8)


@pytest.mark.thorough
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.lists(FIELD, min_size=3, max_size=3), min_size=9, max_size=12), separator=st.sampled_from(",;\t|")
)
def test_whatever_was_written_reads_back_or_is_refused(tmp_path, rows, separator):
    source = tmp_path / "shop.csv"
    with source.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=separator, lineterminator="\n").writerows([["a", "b", "c"], *rows])
    try:
        reading = canonical_csv(source, tmp_path / "out")
    except ConfigError as error:
        assert "shop.csv" in str(error)
        return
    kept = [row for row in rows if any(row)]
    frame = pd.read_csv(tmp_path / "out" / "shop.csv", dtype=str, keep_default_na=False)
    assert (reading.rows, list(frame.columns)) == (len(kept), ["a", "b", "c"])
    if not any("decimal" in repair or "spaces" in repair for repair in reading.repairs):
        assert frame.to_numpy().tolist() == kept


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.one_of(st.binary(max_size=300), st.text(st.sampled_from('ab1,;"\n\r\t |.'), max_size=300)))
def test_no_bytes_lead_to_anything_but_a_reading_or_one_message(tmp_path, content):
    source = tmp_path / "shop.csv"
    source.write_bytes(content if isinstance(content, bytes) else content.encode())
    try:
        reading = canonical_csv(source, tmp_path / "out")
    except ConfigError as error:
        assert "shop.csv" in str(error)
    else:
        assert reading.rows >= 8
