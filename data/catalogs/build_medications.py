#!/usr/bin/env python3
"""Build the list of medicines that ships with Theralog.

    python3 data/catalogs/build_medications.py            write medications.tsv next to this script
    python3 data/catalogs/build_medications.py --check    compare with the file, write nothing

Read: the 279 medicines and the facts on the original 40 in the directory given by --shared (by default ../shared
beside the repository), and the tables kept by hand in medications/: words in place of terms, English and German, names,
look-alike names, corrections, leaflets. --check ends with 1 when anything differs. The list and its format are
described in data/README.md.
"""

import argparse
import csv
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
TABLES = HERE / "medications"
TARGET = HERE / "medications.tsv"

METADATA = {
    "release": "2026.1",
    "title": "281 common medicines",
    "as_of": "2026-11-21",
    "reviewed": "no",
    "source": "Names, brands, classes, forms, routes: FDA NDC directory, April 2019; purposes, side effects, leaflets and "
    "German: written for Theralog",
    "licence": "Public domain (FDA); the project's",
}
COLUMNS = (
    "id name tall rxcui atc international also brands class class_de class_words areas purpose purpose_de form form_de "
    "unit route route_de common common_de serious serious_de schedule supply weekly withdrawn lookalikes leaflet "
    "leaflet_de"
).split()
SEPARATOR = " | "

# Of the forms listed here these are taken once a week only. (Semaglutide tablets are taken daily, so it is not named.)
WEEKLY_ONLY = {"methotrexate", "dulaglutide"}
# The day on which the FDA asked for all of it to be taken off the market.
WITHDRAWN = {"ranitidine": "2020-04-01"}
NAMES_WITH_CAPITALS = {"vitamin b12": "vitamin B12", "penicillin v": "penicillin V"}


class Problem(Exception):
    """The sources or the tables are not what this script expects."""


def read_table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def pieces(text, separator=";"):
    return [piece.strip() for piece in text.split(separator) if piece.strip()]


def once(values):
    """The values without repetitions, capitals ignored; the first stays."""
    found = {}
    for value in values:
        found.setdefault(value.lower(), value)
    return list(found.values())


def identifier(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


class Words:
    """A table that gives words for terms; notes which terms were asked for."""

    def __init__(self, name):
        self.name = name
        rows = read_table(TABLES / f"{name}.tsv")
        self.rows = {row["term"]: row for row in rows}
        if len(self.rows) != len(rows):
            raise Problem(f"{name}.tsv has a term twice")
        self.used = set()

    def __call__(self, term):
        key = term.lower().replace(" (no fda epc)", "")
        if key not in self.rows:
            raise Problem(f"{name_of(self)}: no words for {term!r}")
        self.used.add(key)
        return self.rows[key]

    def all(self, terms, column):
        """Words in both languages, those of an empty entry left out, each once."""
        found = {}
        for row in map(self, terms):
            if row[column]:
                found.setdefault(row[column], row)
        rows = list(found.values())
        return [row[column] for row in rows], [row[f"{column}_de"] for row in rows], rows

    def unused(self):
        return sorted(self.rows.keys() - self.used)


def name_of(words):
    return f"{words.name}.tsv"


class Sources:
    def __init__(self, shared):
        self.rows = {row["generic"]: row for row in read_table(shared / "data" / "medications.tsv")}
        facts = json.loads((shared / "domain" / "meds40_facts.json").read_text(encoding="utf-8"))
        self.facts = {fact["name"].lower(): fact for fact in facts}
        for row in read_table(TABLES / "corrections.tsv"):
            known = self.rows.setdefault(row["generic"], dict.fromkeys(row, ""))
            known.update({key: value for key, value in row.items() if value})
        missing = self.facts.keys() - self.rows.keys()
        if missing:
            raise Problem(f"of the 40 medicines there is no row for {sorted(missing)}")


class Builder:
    def __init__(self, sources):
        self.sources = sources
        self.classes, self.purposes, self.effects, self.forms, self.routes = map(
            Words, ["classes", "purposes", "effects", "forms", "routes"]
        )
        self.names = {row["name"]: row for row in read_table(TABLES / "names.tsv")}
        self.parts = {row["part"]: row["international"] for row in read_table(TABLES / "parts.tsv")}
        self.tall = {row["name"]: row["tall"] for row in read_table(TABLES / "tall_letters.tsv")}
        self.leaflets = {row["name"]: row for row in read_table(TABLES / "leaflets.tsv")}
        self.units = {(row["name"], row["form"]): row["unit"] for row in read_table(TABLES / "units.tsv")}
        self.groups = [pieces(row["names"]) for row in read_table(TABLES / "lookalikes.tsv")]
        for table in (self.names, self.leaflets):
            unknown = table.keys() - sources.rows.keys()
            if unknown:
                raise Problem(f"the tables name medicines that are not in the list: {sorted(unknown)}")

    def rows(self):
        return [self.row(name, source) for name, source in sorted(self.sources.rows.items())]

    def row(self, name, source):
        fact = self.sources.facts.get(name)
        classes, classes_de, class_rows = self.classes.all(pieces(source["epc_class"]), "class")
        purposes, purposes_de, purpose_rows = self.purposes.all(self.purpose_terms(source, fact), "purpose")
        forms, forms_de, form_rows = self.forms.all(pieces(source["dose_forms"]), "form")
        routes, routes_de, _ = self.routes.all(pieces(source["routes"]), "route")
        common_terms = pieces(source["side_effects_common"], ",") + (fact["side_effects"] if fact else [])
        serious_terms = pieces(source["side_effects_serious"])
        serious, serious_de, _ = self.effects.all(serious_terms, "effect")
        # What is a reason to get help is not said to be common besides.
        common_terms = [term for term in common_terms if self.effects(term)["effect"] not in serious]
        common, common_de, _ = self.effects.all(common_terms, "effect")
        leaflet = self.leaflets.get(name, {"leaflet": "", "leaflet_de": ""})
        words = once(" ".join(row["also"] for row in class_rows).split())
        areas = once(" ".join(row["areas"] for row in purpose_rows).split())
        return {
            "id": identifier(name),
            "name": NAMES_WITH_CAPITALS.get(name, name),
            "tall": self.tall_name(name),
            "rxcui": source["rxcui"],
            "atc": self.atc(fact),
            "international": self.international(name),
            "also": self.also(name),
            "brands": SEPARATOR.join(self.brands(name, source)),
            "class": SEPARATOR.join(classes),
            "class_de": SEPARATOR.join(classes_de),
            "class_words": " ".join(words),
            "areas": " ".join(areas),
            "purpose": SEPARATOR.join(purposes),
            "purpose_de": SEPARATOR.join(purposes_de),
            "form": SEPARATOR.join(forms),
            "form_de": SEPARATOR.join(forms_de),
            "unit": SEPARATOR.join(self.units.get((name, row["form"]), row["unit"]) for row in form_rows),
            "route": SEPARATOR.join(routes),
            "route_de": SEPARATOR.join(routes_de),
            "common": SEPARATOR.join(common),
            "common_de": SEPARATOR.join(common_de),
            "serious": SEPARATOR.join(serious),
            "serious_de": SEPARATOR.join(serious_de),
            "schedule": source["dea_schedule"],
            "supply": {"Rx": "rx", "OTC": "otc", "Rx/OTC": "both"}[source["rx_otc"]],
            "weekly": "1" if name in WEEKLY_ONLY else "0",
            "withdrawn": WITHDRAWN.get(name, ""),
            "lookalikes": " ".join(self.lookalikes(name)),
            "leaflet": self.bullets(leaflet["leaflet"]),
            "leaflet_de": self.bullets(leaflet["leaflet_de"]),
        }

    def purpose_terms(self, source, fact):
        """The list's purposes, then those of the original 40 that it does not name yet, in whatever words."""
        terms = pieces(source["purpose"])
        if not fact or terms == pieces(fact["purpose"]):
            return terms
        named = " ".join(terms).lower()
        added = [re.sub(r"\s*\(low dose.*\)", "", term) for term in pieces(fact["purpose"])]
        for term in added:
            self.purposes(term)
        return terms + [term for term in added if term.lower() not in named]

    def tall_name(self, name):
        tall = "/".join(self.tall.get(part, part) for part in name.split("/"))
        return "" if tall == name else tall

    def international(self, name):
        if name in self.names and self.names[name]["international"]:
            return self.names[name]["international"]
        parts = [self.part(part) for part in name.split("/")]
        return "" if "/".join(parts) == name else "/".join(parts)

    def part(self, part):
        return self.parts.get(part) or self.names.get(part, {}).get("international") or part

    def also(self, name):
        """Other words for the medicine and for what is in it."""
        names = [name, *name.split("/")] if "/" in name else [name]
        return " ".join(once(" ".join(self.names.get(n, {}).get("also", "") for n in names).split()))

    def brands(self, name, source):
        found = [self.tidy_brand(brand) for brand in pieces(source["brands"])]
        return once(pieces(self.names.get(name, {}).get("brands", "")) + [brand for brand in found if brand])

    @staticmethod
    def tidy_brand(brand):
        """Without strengths, colours of packs and names of shops."""
        brand = re.sub(r"\s*\(.*\)", "", brand)
        brand = re.sub(r"[- ]M?\d.*$", "", brand)
        return "" if re.match(r"Child|Lil Drug", brand) else brand

    @staticmethod
    def atc(fact):
        text = re.sub(r"\(.*\)", "", fact["atc"]) if fact else ""
        return SEPARATOR.join(pieces(text, "/"))

    def lookalikes(self, name):
        others = [other for group in self.groups if name in group for other in group if other != name]
        return sorted({identifier(other) for other in others})

    @staticmethod
    def bullets(text):
        """Markdown, its line ends as \\n."""
        return "\\n".join(f"- {item.strip()}" for item in text.split("//")) if text else ""


def catalogue(rows):
    lines = [f"#{key}\t{value}" for key, value in METADATA.items()]
    lines += ["\t".join(COLUMNS)] + ["\t".join(row[column] for column in COLUMNS) for row in rows]
    return "\n".join(lines) + "\n"


# Checks: each yields what is wrong, one line per problem.


def check_rows(rows):
    identifiers = [row["id"] for row in rows]
    print(f"{len(rows)} medicines, {sum(bool(row['leaflet']) for row in rows)} leaflets")
    if len(rows) != 281 or len(set(identifiers)) != 281:
        yield "expected 281 medicines, each with an identifier of its own"
    for row in rows:
        for column in ["class", "purpose", "form", "route", "common", "serious"]:
            english, german = row[column].split(SEPARATOR), row[f"{column}_de"].split(SEPARATOR)
            if not all(english) or not all(german) or len(english) != len(german):
                yield f"{row['id']}: {column} is incomplete"
        if not row["areas"]:
            yield f"{row['id']}: no area"
        if row["tall"] and row["tall"].lower() != row["name"].lower():
            yield f"{row['id']}: tall letters change the name"
        if any(c in value for value in row.values() for c in "\t\r\n\u00a0"):
            yield f"{row['id']}: a stray character"
        yield from (f"{row['id']}: unknown look-alike {o}" for o in row["lookalikes"].split() if o not in identifiers)


def check_tables(builder):
    for words in (builder.classes, builder.purposes, builder.effects, builder.forms, builder.routes):
        yield from (f"{name_of(words)}: {term!r} is not used" for term in words.unused())
    for name, tall in builder.tall.items():
        if tall.lower() != name:
            yield f"tall_letters.tsv: {tall} is not {name}"


def check_file(content):
    if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != content:
        yield f"{TARGET.name}: differs from what the sources give; build again"
    else:
        print(f"{TARGET.name}: same bytes, {len(content.encode()):,}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, write nothing; end with 1 on a difference")
    parser.add_argument("--shared", type=Path, default=REPOSITORY.parent / "shared", metavar="DIRECTORY")
    options = parser.parse_args()
    try:
        builder = Builder(Sources(options.shared))
        rows = builder.rows()
        content = catalogue(rows)
        problems = [*check_rows(rows), *check_tables(builder)]
        if options.check:
            problems += check_file(content)
        elif not problems:
            TARGET.write_text(content, encoding="utf-8")
            print(f"{TARGET.name}: {len(content.encode()):,} bytes written")
    except Problem as problem:
        problems = [str(problem)]
    for problem in problems:
        print(f"PROBLEM {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
