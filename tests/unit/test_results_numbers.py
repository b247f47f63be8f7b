"""What whole numbers are taken for: against columns of real tables that were labelled by reading them."""

import numpy as np
import pandas as pd
import pytest

from company.records import Column
from company.results.columns import describe_columns
from company.results.numbers import words_of


def column(values, name):
    return Column(**describe_columns(pd.DataFrame({name: values}))[0])


READ = {
    "melb_data": "Suburb code, Address text, Rooms count, Type code, Price quantity, Method code, SellerG code,"
    "Date date, Distance quantity, Postcode code, Bedroom2 count, Bathroom count, Car count, Landsize quantity,"
    "BuildingArea quantity, YearBuilt date, CouncilArea code, Lattitude quantity, Longtitude quantity,"
    "Regionname code, Propertycount count",
    "credit_customers": "checking_status ordered, duration quantity, credit_history code, purpose code,"
    "credit_amount quantity, savings_status ordered, employment ordered, installment_commitment ordered,"
    "personal_status code, other_parties code, residence_since ordered, property_magnitude code, age quantity,"
    "other_payment_plans code, housing code, existing_credits count, job code, num_dependents count,"
    "own_telephone flag, foreign_worker flag, class flag",
    "laptops_price": "Manufacturer code, Model Name text, Category code, Screen Size quantity, Screen code, CPU code,"
    "RAM quantity, Storage code, GPU code, Operating System code, Operating System Version code, Weight quantity,"
    "Price quantity",
    "atp_tennis": "Tournament code, Date date, Series code, Court flag, Surface code, Round ordered, Best of count,"
    "Player_1 code, Player_2 code, Winner code, Rank_1 ordered, Rank_2 ordered, Pts_1 quantity, Pts_2 quantity,"
    "Odd_1 quantity, Odd_2 quantity, score text",
    "fastfood": "restaurant code, item text, calories quantity, cal_fat quantity, total_fat quantity, sat_fat quantity,"
    "trans_fat quantity, cholesterol quantity, sodium quantity, total_carb quantity, fiber quantity, sugar quantity,"
    "protein quantity, vit_a quantity, vit_c quantity, calcium quantity, salad code",
}
"""Every column of the five tables with what it is, as a person reads it."""


def labelled(table):
    pairs = (each.strip().rpartition(" ") for each in READ[table].split(","))
    return {name: kind for name, _, kind in pairs}


@pytest.mark.parametrize("table", READ)
def test_what_columns_of_real_tables_are(tables_folder, table):
    found = [Column(**each) for each in describe_columns(pd.read_csv(tables_folder / f"{table}.csv"))]
    expected = labelled(table)
    assert [each.name.strip() for each in found] == list(expected)
    wrong = {each.name: each.meant for each in found if each.meant != expected[each.name.strip()]}
    assert len(wrong) <= 0.1 * len(found), wrong
    assert all(each.doubt for each in found if each.name in wrong), "what is wrong was at least not sure"


RENTALS = {
    "instant": (range(1, 2001), "id"),
    "dteday": ([20110101 + i % 28 for i in range(2000)], "date"),
    "season": ([1 + i // 500 for i in range(2000)], "code"),
    "yr": ([i % 2 for i in range(2000)], "flag"),
    "mnth": ([1 + i % 12 for i in range(2000)], "code"),
    "hr": ([i % 24 for i in range(2000)], "code"),
    "weekday": ([i % 7 for i in range(2000)], "code"),
    "weathersit": ([1 + (i % 9 == 0) + (i % 13 == 0) for i in range(2000)], "code"),
    "temp": ([(i % 41) / 41 for i in range(2000)], "quantity"),
    "casual": ([i * 7 % 367 for i in range(2000)], "quantity"),
    "cnt": ([i * 13 % 877 for i in range(2000)], "count"),
    "Pclass": ([1 + i % 3 for i in range(2000)], "code"),
    "Age": ([i % 70 for i in range(2000)], "quantity"),
    "Store": ([1 + i % 45 for i in range(2000)], "code"),
    "Model Year": ([2001 + i % 9 for i in range(2000)], "date"),
    "YearBuilt": ([1880 + i % 140 for i in range(2000)], "date"),
    "years_at_company": ([i % 40 for i in range(2000)], "quantity"),
    "number_of_reviews": ([i % 4 for i in range(2000)], "count"),
    "OverallQual": ([1 + i % 10 for i in range(2000)], "count"),
    "satisfaction": ([1 + i % 5 for i in range(2000)], "ordered"),
    "rating": ([1 + i % 5 for i in range(2000)], "ordered"),
    "cylinders": ([3 + i % 6 for i in range(2000)], "count"),
    "zip_code": ([10000 + i * 37 % 900 for i in range(2000)], "code"),
    "customer_id": ([i * 7919 % 104729 for i in range(2000)], "id"),
    "invoice_no": ([500000 + i * 7919 % 104729 for i in range(2000)], "id"),
    "class_size": ([10 + i % 25 for i in range(2000)], "quantity"),
}
"""Columns as public tables have them, by name."""


@pytest.mark.parametrize("name", RENTALS)
def test_what_whole_numbers_are_under_a_name(name):
    values, kind = RENTALS[name]
    assert column(list(values), name).meant == kind


def test_sure_guesses_and_doubts():
    sure = column([1 + i % 4 for i in range(400)], "season")
    assert (sure.role, sure.meant, sure.doubt) == ("ordered_category", "code", "")
    unsure = column([i % 7 for i in range(400)], "Parch")
    assert (unsure.role, unsure.meant) == ("ordered_category", "count")
    assert unsure.doubt == "whole numbers from 0 to 6, which could be a code"
    either = column([f"{1 + i % 12:02}/{1 + i % 11:02}/2020" for i in range(60)], "day")
    assert (either.date_format, either.doubt) in (
        ("%m/%d/%Y", "the values could be `%d/%m/%Y`, too"),
        ("%d/%m/%Y", "the values could be `%m/%d/%Y`, too"),
    )
    assert column([f"{1 + i % 28:02}/01/2020" for i in range(60)], "day").doubt == ""


def test_a_name_alone_decides_nothing():
    assert column([i % 90 for i in range(400)], "hour").meant == "quantity"
    assert column([i * 31 % 4000 for i in range(400)], "year").meant == "quantity"
    assert column(list(np.linspace(0, 1, 400)), "season").meant == "quantity"
    assert column([0.5, 1.5, 2.5, 3.5] * 100, "class").meant == "quantity"


def test_words_of_names():
    assert words_of("YearBuilt") == ("year", "built")
    assert words_of("PassengerId") == ("passenger", "id")
    assert words_of("NA_Sales") == ("na", "sales")
    assert words_of("day of week") == ("day", "of", "week")
    assert words_of("AnnéeNaissance 2") == ("année", "naissance")
