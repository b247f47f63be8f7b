"""Names and the places that they belong to, by region; invented people are put together from these."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Region:
    """First names of women and men, last names, and cities of one part of the world."""

    women: tuple[str, ...]
    men: tuple[str, ...]
    last: tuple[str, ...]
    cities: tuple[str, ...]


def _region(women: str, men: str, last: str, cities: str) -> Region:
    return Region(
        tuple(women.split()), tuple(men.split()), tuple(last.split()), tuple(city.strip() for city in cities.split(";"))
    )


REGIONS: tuple[Region, ...] = (
    _region(
        "Emily Hannah Grace Rosie Megan Fiona Imogen", "Oliver Callum Owen Rhys Declan Hamish Toby",
        "Whitaker Hughes Gallagher Fraser Pritchard Ashworth Doyle Sinclair",
        "London, United Kingdom; Glasgow, Scotland; Cardiff, Wales; Dublin, Ireland; Leeds, United Kingdom",
    ),
    _region(
        "Ashley Naomi Brianna Claire Monique Tessa Dana", "Marcus Tyler Ethan Jerome Wesley Grant Caleb",
        "Bennett Caldwell Washington Novak Thornton Freeman Leblanc Sorensen",
        "Chicago, United States; Atlanta, United States; Seattle, United States; Toronto, Canada; Halifax, Canada",
    ),
    _region(
        "Ingrid Astrid Freja Aino Solveig Linnea Katja", "Lars Mikkel Eero Henrik Jonas Sander Bram",
        "Lindqvist Haugen Virtanen Nygaard Vries Bergstrom Kjeldsen Janssen",
        "Stockholm, Sweden; Bergen, Norway; Helsinki, Finland; Aarhus, Denmark; Utrecht, Netherlands",
    ),
    _region(
        "Greta Annika Heike Leonie Camille Elodie Manon", "Matthias Felix Lukas Stefan Bastien Thibault Julien",
        "Brandt Hofmann Keller Zimmermann Moreau Lefebvre Garnier Steiner",
        "Hamburg, Germany; Vienna, Austria; Zurich, Switzerland; Lyon, France; Brussels, Belgium",
    ),
    _region(
        "Chiara Giulia Lucia Ines Marta Eleni Beatriz", "Matteo Lorenzo Alvaro Iker Tiago Nikos Rui",
        "Romano Ferretti Navarro Ibarra Carvalho Papadakis Moretti Fonseca",
        "Bologna, Italy; Naples, Italy; Valencia, Spain; Porto, Portugal; Thessaloniki, Greece",
    ),
    _region(
        "Agnieszka Zuzana Oksana Ivana Raluca Eszter Milena", "Tomasz Jakub Andriy Zoran Radu Gabor Petr",
        "Kowalczyk Dvorak Shevchenko Petrovic Ionescu Szabo Horvat Wozniak",
        "Krakow, Poland; Brno, Czechia; Lviv, Ukraine; Novi Sad, Serbia; Cluj-Napoca, Romania; Budapest, Hungary",
    ),
    _region(
        "Leila Yasmin Nour Shirin Defne Salma Elif", "Karim Omar Tarek Emre Farid Youssef Kaveh",
        "Haddad Mansour Yilmaz Benali Khoury Rahimi Demir Farouk",
        "Cairo, Egypt; Amman, Jordan; Izmir, Turkey; Casablanca, Morocco; Beirut, Lebanon; Tunis, Tunisia",
    ),
    _region(
        "Amara Ngozi Wanjiru Thandiwe Abena Zainab Makena", "Chidi Kwame Tendai Sipho Kofi Otieno Babatunde",
        "Okafor Mensah Ndlovu Wambui Adeyemi Moyo Boateng Kamau",
        "Lagos, Nigeria; Accra, Ghana; Nairobi, Kenya; Durban, South Africa; Harare, Zimbabwe; Kampala, Uganda",
    ),
    _region(
        "Priya Ananya Meera Kavya Nadia Tharushi Farzana", "Arjun Rohan Vikram Imran Nikhil Dinesh Rafiq",
        "Iyer Chaudhary Banerjee Fernando Qureshi Nair Kulkarni Rahman",
        "Pune, India; Kochi, India; Dhaka, Bangladesh; Colombo, Sri Lanka; Lahore, Pakistan; Kolkata, India",
    ),
    _region(
        "Yuki Haruka Mei Jiayi Minseo Xinyi Soyeon", "Kenji Takumi Wei Jun Minho Haoran Daisuke",
        "Tanaka Watanabe Chen Zhang Park Choi Lin Kobayashi",
        "Osaka, Japan; Sapporo, Japan; Chengdu, China; Busan, South Korea; Taipei, Taiwan; Hangzhou, China",
    ),
    _region(
        "Linh Siti Maricel Ratna Pim Thuy Aisyah", "Minh Budi Rizal Arief Somchai Jomar Hafiz",
        "Nguyen Santoso Villanueva Wijaya Tran Salleh Bautista Sukhum",
        "Hanoi, Vietnam; Bandung, Indonesia; Cebu, Philippines; Penang, Malaysia; Chiang Mai, Thailand",
    ),
    _region(
        "Valentina Camila Ximena Luciana Renata Daniela Florencia", "Mateo Diego Joaquin Thiago Emilio Rafael Andres",
        "Quispe Herrera Figueroa Cardoso Villalobos Restrepo Castillo Pereyra",
        "Rosario, Argentina; Medellin, Colombia; Cusco, Peru; Recife, Brazil; Guadalajara, Mexico; Valparaiso, Chile",
    ),
    _region(
        "Matilda Aroha Sienna Talia Kiri Losa Bronte", "Lachlan Tane Angus Wiremu Jarrah Sione Flynn",
        "Mackenzie Ngata Hargreaves Tauranga Campbell Faleolo Lawson Paterson",
        "Brisbane, Australia; Hobart, Australia; Wellington, New Zealand; Dunedin, New Zealand; Suva, Fiji",
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Identity:
    """Somebody's name, place and pronoun."""

    first: str
    last: str
    location: str
    she: bool

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"


def new_identity(names: Collection[str], locations: Collection[str], chance: random.Random) -> Identity:
    """Somebody whose first name, last name and city nobody has yet, as long as there are any left."""
    used = {word for name in names for word in name.split()}
    best: tuple[int, Identity] | None = None
    for _ in range(60):
        found = _anybody(chance)
        score = 4 * (found.name in names) + (found.first in used) + (found.last in used) + (found.location in locations)
        if best is None or score < best[0]:
            best = score, found
        if score == 0:
            break
    assert best is not None
    return best[1] if best[1].name not in names else _initialled(best[1], names)


def _anybody(chance: random.Random) -> Identity:
    region = chance.choice(REGIONS)
    she = chance.random() < 0.5
    first = chance.choice(region.women if she else region.men)
    return Identity(first, chance.choice(region.last), chance.choice(region.cities), she)


def _initialled(person: Identity, names: Collection[str]) -> Identity:
    for letter in "ABCDEFGHIJKLMNOPRSTVWZ":
        last = f"{letter}. {person.last}"
        if f"{person.first} {last}" not in names:
            return Identity(person.first, last, person.location, person.she)
    return Identity(person.first, f"{person.last} {len(names)}", person.location, person.she)
