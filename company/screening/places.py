"""Countries with how their people are called, cities and regions: what is looked for, and what is put in its place.

Cities and countries whose names are ordinary words or given names as well ("Nice", "Reading", "Chad") are left out.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Country:
    """A country, its cities and its regions; all names in English."""

    names: tuple[str, ...]
    """The usual one first; then others that mean the same."""
    adjective: str
    cities: tuple[str, ...]
    regions: tuple[str, ...]


def _country(names: str, adjective: str, cities: str, regions: str) -> Country:
    return Country(
        tuple(names.split("; ")), adjective, tuple(cities.split("; ")), tuple(regions.split("; ")) if regions else ()
    )


COUNTRIES: tuple[Country, ...] = (
    _country("Argentina", "Argentinian", "Buenos Aires; Rosario; Mendoza; Salta; Mar del Plata; Bahia Blanca",
             "Patagonia; Chubut; Entre Rios"),
    _country("Australia", "Australian", "Sydney; Melbourne; Brisbane; Adelaide; Hobart; Canberra; Cairns; Geelong",
             "New South Wales; Queensland; Tasmania; South Australia"),
    _country("Austria", "Austrian", "Vienna; Graz; Linz; Salzburg; Innsbruck; Klagenfurt", "Tyrol; Carinthia; "
             "Styria"),
    _country("Bangladesh", "Bangladeshi", "Dhaka; Chittagong; Khulna; Sylhet; Rajshahi", "Barisal; Rangpur"),
    _country("Belgium", "Belgian", "Brussels; Antwerp; Ghent; Bruges; Leuven; Liege", "Flanders; Wallonia"),
    _country("Brazil", "Brazilian", "Sao Paulo; São Paulo; Rio de Janeiro; Recife; Curitiba; Porto Alegre; "
             "Fortaleza; Manaus",
             "Bahia; Minas Gerais; Parana"),
    _country("Bulgaria", "Bulgarian", "Sofia; Plovdiv; Varna; Burgas; Stara Zagora", "Dobrich; Vratsa"),
    _country("Canada", "Canadian", "Toronto; Vancouver; Montreal; Ottawa; Calgary; Edmonton; Halifax; Winnipeg",
             "Ontario; Quebec; British Columbia; Alberta; Nova Scotia; Manitoba"),
    _country("Chile", "Chilean", "Valparaiso; Concepcion; Antofagasta; Temuco; Iquique; Punta Arenas", "Atacama; "
             "Araucania"),
    _country("China", "Chinese", "Beijing; Shanghai; Guangzhou; Shenzhen; Chengdu; Hangzhou; Wuhan; Nanjing; Tianjin",
             "Guangdong; Sichuan; Zhejiang; Yunnan"),
    _country("Colombia", "Colombian", "Bogota; Bogotá; Medellin; Medellín; Cartagena; Barranquilla; Bucaramanga; "
             "Pereira",
             "Antioquia; Boyaca"),
    _country("Croatia", "Croatian", "Zagreb; Rijeka; Osijek; Zadar; Dubrovnik", "Dalmatia; Istria; Slavonia"),
    _country("Czechia; Czech Republic", "Czech", "Prague; Brno; Ostrava; Olomouc; Plzen; Liberec", "Moravia; "
             "Bohemia"),
    _country("Denmark", "Danish", "Copenhagen; Aarhus; Odense; Aalborg; Esbjerg", "Jutland; Zealand; Funen"),
    _country("Ecuador", "Ecuadorian", "Quito; Guayaquil; Cuenca; Ambato; Loja", "Pichincha; Azuay"),
    _country("Egypt", "Egyptian", "Cairo; Giza; Luxor; Aswan; Port Said", "Sinai; Fayoum"),
    _country("Ethiopia", "Ethiopian", "Addis Ababa; Mekelle; Gondar; Hawassa; Dire Dawa", "Oromia; Amhara"),
    _country("Finland", "Finnish", "Helsinki; Tampere; Turku; Oulu; Espoo; Jyvaskyla", "Lapland; Uusimaa; Karelia"),
    _country("France", "French", "Paris; Lyon; Marseille; Toulouse; Bordeaux; Lille; Strasbourg; Nantes; Rennes; "
             "Grenoble",
             "Brittany; Normandy; Provence; Alsace"),
    _country("Germany", "German", "Berlin; Hamburg; Munich; Cologne; Frankfurt; Stuttgart; Leipzig; Dresden; "
             "Bremen; Hanover",
             "Bavaria; Saxony; Hesse; Thuringia"),
    _country("Ghana", "Ghanaian", "Accra; Kumasi; Tamale; Takoradi; Cape Coast", "Ashanti; Volta Region"),
    _country("Greece", "Greek", "Athens; Thessaloniki; Patras; Heraklion; Larissa; Volos", "Crete; Attica; Epirus"),
    _country("Hungary", "Hungarian", "Budapest; Debrecen; Szeged; Miskolc; Pecs; Gyor", "Transdanubia; Zala"),
    _country("India", "Indian", "Mumbai; Delhi; New Delhi; Bangalore; Bengaluru; Chennai; Hyderabad; Kolkata; "
             "Pune; Jaipur; Kochi",
             "Kerala; Maharashtra; Karnataka; Gujarat; Punjab; Tamil Nadu"),
    _country("Indonesia", "Indonesian", "Jakarta; Surabaya; Bandung; Medan; Yogyakarta; Semarang", "Bali; "
             "Sumatra; West Java"),
    _country("Ireland", "Irish", "Dublin; Galway; Limerick; Waterford; Kilkenny", "Connacht; Munster; Leinster"),
    _country("Italy", "Italian", "Rome; Milan; Naples; Turin; Bologna; Palermo; Genoa; Verona; Trieste",
             "Tuscany; Lombardy; Sicily; Sardinia; Piedmont"),
    _country("Japan", "Japanese", "Tokyo; Osaka; Kyoto; Sapporo; Nagoya; Fukuoka; Yokohama; Hiroshima; Sendai",
             "Hokkaido; Okinawa; Kyushu"),
    _country("Kenya", "Kenyan", "Nairobi; Mombasa; Kisumu; Nakuru; Eldoret", "Rift Valley; Kilifi"),
    _country("Malaysia", "Malaysian", "Kuala Lumpur; Johor Bahru; Ipoh; Kuching; Malacca", "Sabah; Sarawak; "
             "Selangor"),
    _country("Mexico", "Mexican", "Mexico City; Guadalajara; Monterrey; Puebla; Tijuana; Oaxaca; Merida",
             "Jalisco; Yucatan; Chiapas"),
    _country("Morocco", "Moroccan", "Casablanca; Rabat; Marrakesh; Fez; Tangier; Agadir", "Souss; Oriental Region"),
    _country("Netherlands; The Netherlands; Holland", "Dutch", "Amsterdam; Rotterdam; Utrecht; Eindhoven; "
             "Groningen; The Hague; Leiden",
             "Friesland; Limburg; Gelderland"),
    _country("New Zealand", "New Zealander", "Auckland; Wellington; Christchurch; Dunedin; Napier", "Otago; "
             "Waikato; Canterbury Region"),
    _country("Nigeria", "Nigerian", "Lagos; Abuja; Ibadan; Kano; Port Harcourt; Enugu", "Ogun; Kaduna State; "
             "Anambra"),
    _country("Norway", "Norwegian", "Oslo; Bergen; Trondheim; Stavanger; Tromso; Tromsø; Kristiansand",
             "Nordland; Telemark; Finnmark"),
    _country("Pakistan", "Pakistani", "Karachi; Lahore; Islamabad; Peshawar; Multan; Quetta", "Sindh; Balochistan"),
    _country("Peru", "Peruvian", "Lima; Arequipa; Cusco; Trujillo; Iquitos; Piura", "Loreto; Ayacucho"),
    _country("Philippines; The Philippines", "Filipino", "Manila; Cebu; Davao; Quezon City; Iloilo; Baguio",
             "Luzon; Mindanao; Visayas"),
    _country("Poland", "Polish", "Warsaw; Krakow; Kraków; Gdansk; Wroclaw; Poznan; Lodz; Lublin", "Masovia; "
             "Silesia; Pomerania"),
    _country("Portugal", "Portuguese", "Lisbon; Porto; Braga; Coimbra; Faro; Aveiro", "Algarve; Alentejo; Madeira"),
    _country("Romania", "Romanian", "Bucharest; Cluj-Napoca; Timisoara; Iasi; Constanta; Brasov", "Transylvania; "
             "Moldova Region; Banat"),
    _country("Senegal", "Senegalese", "Dakar; Thies; Saint-Louis; Ziguinchor", "Casamance"),
    _country("Serbia", "Serbian", "Belgrade; Novi Sad; Nis; Kragujevac; Subotica", "Vojvodina; Sumadija"),
    _country("South Africa", "South African", "Johannesburg; Cape Town; Durban; Pretoria; Bloemfontein; "
             "Port Elizabeth",
             "Gauteng; Western Cape; KwaZulu-Natal; Limpopo"),
    _country("South Korea; Korea", "Korean", "Seoul; Busan; Incheon; Daegu; Daejeon; Gwangju", "Gyeonggi; Jeju"),
    _country("Spain", "Spanish", "Madrid; Barcelona; Valencia; Seville; Bilbao; Zaragoza; Malaga; Granada; Salamanca",
             "Catalonia; Andalusia; Galicia; Asturias; Aragon"),
    _country("Sweden", "Swedish", "Stockholm; Gothenburg; Malmo; Malmö; Uppsala; Linkoping; Umea", "Scania; "
             "Dalarna; Norrland"),
    _country("Switzerland", "Swiss", "Zurich; Zürich; Geneva; Basel; Bern; Lausanne; Lucerne; Lugano", "Ticino; "
             "Valais; Aargau"),
    _country("Tanzania", "Tanzanian", "Dar es Salaam; Dodoma; Arusha; Mwanza", "Zanzibar; Kilimanjaro Region"),
    _country("Thailand", "Thai", "Bangkok; Chiang Mai; Phuket; Pattaya; Khon Kaen", "Isan; Krabi"),
    _country("Tunisia", "Tunisian", "Tunis; Sfax; Sousse; Kairouan; Bizerte", "Djerba; Gafsa"),
    _country("Turkey; Türkiye", "Turkish", "Istanbul; Ankara; Izmir; Antalya; Bursa; Konya; Adana", "Anatolia; "
             "Cappadocia; Thrace"),
    _country("Uganda", "Ugandan", "Kampala; Entebbe; Gulu; Mbarara; Jinja", "Buganda; Busoga"),
    _country("Ukraine", "Ukrainian", "Kyiv; Kiev; Lviv; Odesa; Odessa; Kharkiv; Dnipro", "Volyn; Zakarpattia; "
             "Donbas"),
    _country("United Kingdom; UK; U.K.; Great Britain; Britain", "British",
             "London; Manchester; Birmingham; Leeds; Liverpool; Glasgow; Edinburgh; Bristol; Cardiff; Belfast; "
             "Sheffield; Newcastle; "
             "Nottingham; Leicester; Brighton; Aberdeen; Oxford; Cambridge",
             "England; Scotland; Wales; Northern Ireland; Yorkshire; Cornwall; Kent"),
    _country("United States; USA; U.S.A.; U.S.; United States of America; America", "American",
             "New York; New York City; Los Angeles; Chicago; Houston; Philadelphia; San Diego; Dallas; Austin; "
             "San Francisco; Seattle; "
             "Denver; Boston; Detroit; Portland; Las Vegas; Memphis; Baltimore; Milwaukee; Atlanta; Miami; "
             "Minneapolis; Cleveland; "
             "Sacramento; Pittsburgh; Cincinnati; St. Louis; Nashville; New Orleans; San Antonio; Kansas City; "
             "Omaha; Tucson",
             "California; Texas; Florida; Illinois; Ohio; Oregon; Colorado; Arizona; Massachusetts; Michigan; "
             "Minnesota; Tennessee; "
             "Wisconsin; Nevada; Louisiana; New Jersey; North Carolina; Pennsylvania; Missouri; Utah; Alabama; "
             "Nebraska"),
    _country("Uruguay", "Uruguayan", "Montevideo; Paysandu; Rivera; Colonia del Sacramento", "Canelones; Rocha"),
    _country("Vietnam", "Vietnamese", "Hanoi; Ho Chi Minh City; Da Nang; Hai Phong; Can Tho; Hoi An",
             "Mekong Delta; Lam Dong"),
    _country("Zimbabwe", "Zimbabwean", "Harare; Bulawayo; Mutare; Gweru", "Mashonaland; Matabeleland"),
)  # fmt: skip
"""Countries that are looked for, and that invented places are taken from."""
