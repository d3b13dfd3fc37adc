"""Reads feeds and sitemaps as other programs do: with feedparser, and against schemas (RELAX NG).

Standard input is a JSON list of {"xml", "schema"}; standard output what was found in each.
"""

import json
import sys

import feedparser
from lxml import etree


def faults(xml, schema):
    relaxng = etree.RelaxNG(etree.parse(schema))
    relaxng.validate(etree.fromstring(xml.encode()))
    return [f"line {error.line}: {error.message}" for error in relaxng.error_log]


def entries(xml):
    feed = feedparser.parse(xml)
    if feed.bozo:
        raise feed.bozo_exception
    return [
        {
            "title": entry.title,
            "link": entry.link,
            "updated": bool(entry.updated_parsed),
            "length": sum(len(part.value) for part in entry.get("content", [])),
        }
        for entry in feed.entries
    ]


given = json.load(sys.stdin)
print(json.dumps([{"faults": faults(**one), "entries": entries(one["xml"])} for one in given]))
