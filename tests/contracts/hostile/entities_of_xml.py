"""Reads XML whose entities are files and addresses, or a word that is a thousand million words."""
# expect: (?s)read.*ImportError|read.*ParseError|read

import io
import xml.etree.ElementTree as tree
import xml.sax
from xml.dom import minidom

from deeds import TARGETS

SECRET, ADDRESS = TARGETS["secret"], f"http://127.0.0.1:{TARGETS['tcp']}/x.dtd"
OUTSIDE = f'<!DOCTYPE d [<!ENTITY a SYSTEM "file://{SECRET}"><!ENTITY % b SYSTEM "{ADDRESS}"> %b;]><d><r>&a;</r></d>'
LAUGHS = "<!DOCTYPE d [<!ENTITY l0 'laugh'>"
LAUGHS += "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10)) + "]><d><r>&l9;</r></d>"


class Handler(xml.sax.ContentHandler):
    def characters(self, content):
        print("read", content[:200])


def with_sax(text):
    reader = xml.sax.make_parser()
    reader.setFeature(xml.sax.handler.feature_external_ges, True)
    reader.setFeature(xml.sax.handler.feature_external_pes, True)
    reader.setContentHandler(Handler())
    reader.parse(io.StringIO(text))


def with_pandas(text):
    import pandas as pd

    return pd.read_xml(io.StringIO(text), parser="lxml")


for text in (OUTSIDE, LAUGHS):
    for reader in (tree.fromstring, minidom.parseString, with_sax, with_pandas):
        try:
            print("read", str(reader(text))[:200])
        except Exception as refused:
            print(type(refused).__name__, str(refused)[:200])
