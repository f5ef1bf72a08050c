#!/usr/bin/env python3
"""Check the demo clinic against the shipped lists: python3 data/demo/check.py ends with 1 when anything is wrong.

Every reference leads somewhere, codes are billable rows of their list, therapies are in their template, identifiers
have a right check digit and lie where none are assigned, telephone numbers and addresses are kept for fiction. The
shape of clinic.json is described in data/README.md.
"""

import csv
import datetime
import json
import lzma
import re
import sys
import unicodedata
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent

# Kept for fiction: US numbers 555-0100 to 555-0199, Berlin numbers 030 23125 000 to 999.
FICTIONAL_PHONE = re.compile(r"\+1[2-9]\d\d55501\d\d|\+493023125\d{3}")


def billable(system):
    with lzma.open(DATA / "catalogs" / f"{system}.tsv.xz", "rt", encoding="utf-8") as file:
        rows = (line.split("\t") for line in file if not line.startswith("#"))
        return {row[0] for row in rows if row[2] == "1"}


def has_check_digit(npi):
    """The Luhn digit of an NPI, counted with the prefix 80840."""
    total = 0
    for place, digit in enumerate(reversed("80840" + npi)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def check_keys(clinic):
    for kind in ("accounts", "patients", "practices", "prescriptions"):
        keys = [entry["key"] for entry in clinic[kind]]
        if len(set(keys)) != len(keys):
            yield f"{kind}: a key comes twice"


def check_contacts(kind, entries):
    for entry in entries:
        name = f"{kind} {entry.get('key', '')}"
        for field in ("phone", "fax"):
            if entry.get(field) and not FICTIONAL_PHONE.fullmatch(entry[field]):
                yield f"{name}: {field} may be somebody's"
        if entry["email"] and not entry["email"].endswith(".example"):
            yield f"{name}: email may be somebody's"
        if entry.get("postalCode") and not re.fullmatch(r"\d{5}", entry["postalCode"]):
            yield f"{name}: postal code"


def check_directory(practices):
    """The fictional directory: unassigned numbers, phones kept for fiction, known ZIP codes."""
    with lzma.open(DATA / "catalogs" / "zip_areas.tsv.xz", "rt", encoding="utf-8") as file:
        zips = {row["zip"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    for practice in practices:
        name = f"directory {practice['Practice']}"
        if not re.fullmatch(r"299\d{7}", practice["NPI"]) or not has_check_digit(practice["NPI"]):
            yield f"{name}: NPI"
        if not re.fullmatch(r"\([2-9]\d\d\) 555-01\d\d", practice["Phone"]):
            yield f"{name}: phone may be somebody's"
        if (zips.get(practice["ZIP"]) or {}).get("state") != practice["State"]:
            yield f"{name}: ZIP code"
    if len({practice["NPI"] for practice in practices}) != len(practices):
        yield "directory: an NPI comes twice"


def check_accounts(accounts, patients):
    for account in accounts:
        if ("patient" in account["roles"]) != (account["patient"] in patients):
            yield f"account {account['key']}: patients, and only they, have a record"
        provider = account["provider"]
        if ("clinician" in account["roles"]) != (provider is not None):
            yield f"account {account['key']}: clinicians, and only they, have provider information"
        if provider is None:
            continue
        yield from (f"account {account['key']}: {field} is missing" for field, value in provider.items() if not value)
        if not re.fullmatch(r"299\d{7}", provider["npi"]) or not has_check_digit(provider["npi"]):
            yield f"account {account['key']}: NPI"


def check_patients(patients):
    for patient in patients:
        name = f"patient {patient['key']}"
        datetime.date.fromisoformat(patient["birthDate"])
        allergies = patient["allergies"]
        if (allergies["status"] == "recorded") != bool(allergies["list"]):
            yield f"{name}: allergies are recorded when there is one"
        if any(a["severity"] not in ("mild", "moderate", "severe") for a in allergies["list"]):
            yield f"{name}: severity"
        if allergies["status"] not in ("none-known", "not-asked", "recorded"):
            yield f"{name}: allergies' status"
        if patient["sex"] not in ("female", "male", "other", "unknown") or not patient["family"]:
            yield f"{name}: sex or name"
        for measure in ("pregnancy", "weightKilograms", "heightCentimetres", "egfr"):
            if patient[measure] and not 1 <= patient[measure]["daysAgo"] <= patient["registeredDaysAgo"]:
                yield f"{name}: {measure} before the record or after today"


def check_prescription(prescription, clinic, codes, templates):
    name = f"prescription {prescription['key']}"
    for kind, field in (("patients", "patient"), ("practices", "practice"), ("accounts", "clinician")):
        if prescription[field] not in [entry["key"] for entry in clinic[kind]]:
            yield f"{name}: no such {field}"
    registered = {patient["key"]: patient["registeredDaysAgo"] for patient in clinic["patients"]}
    if not 1 <= prescription["signedDaysAgo"] <= registered.get(prescription["patient"], 0):
        yield f"{name}: signed before the patient's record or after today"
    if not 1 <= prescription.get("sentDaysAgo", 1) <= prescription["signedDaysAgo"]:
        yield f"{name}: sent before it was signed or after today"
    if prescription.get("validForDays", 1) < 1:
        yield f"{name}: valid for no day"
    if not 1 <= len(prescription["diagnoses"]) <= 3:
        yield f"{name}: one to three diagnoses"
    for diagnosis in prescription["diagnoses"]:
        if diagnosis["code"] not in codes[diagnosis["system"]]:
            yield f"{name}: {diagnosis['code']} is not billable"
    yield from (f"{name}: {problem}" for problem in check_therapy(prescription["therapy"], templates))


def check_medication(medication, clinic, medicines):
    name = f"medication {medication['key']}"
    registered = {patient["key"]: patient["registeredDaysAgo"] for patient in clinic["patients"]}
    if medication["patient"] not in registered:
        yield f"{name}: no such patient"
    if medication["clinician"] not in [a["key"] for a in clinic["accounts"] if "clinician" in a["roles"]]:
        yield f"{name}: no such clinician"
    if not 1 <= medication["signedDaysAgo"] <= registered.get(medication["patient"], 0):
        yield f"{name}: signed before the patient's record or after today"
    if medication["medicine"] not in medicines:
        yield f"{name}: {medication['medicine']} is not in the list"
    log = medication["log"]
    if log is None:
        return
    if not (0 <= log["taken"] and 0 <= log["leftOut"] and log["taken"] + log["leftOut"] <= 1 and log["reasons"]):
        yield f"{name}: shares or reasons"
    for pause in log["pauses"]:
        if not medication["signedDaysAgo"] > pause["fromDaysAgo"] >= pause["throughDaysAgo"] >= 1:
            yield f"{name}: pause"


def resolved(value, common):
    """A part of a template with what it takes from common.json."""
    if isinstance(value, list):
        return [resolved(part, common) for part in value]
    if not isinstance(value, dict):
        return value
    if "common" not in value:
        return {name: resolved(part, common) for name, part in value.items()}
    shared = resolved(common[value["common"]], common)
    own = {name: resolved(part, common) for name, part in value.items() if name != "common"}
    return {**shared, **own} if own else shared


def check_therapy(therapy, templates):
    template = templates[therapy["template"]]
    items = {item["id"]: item for section in template["sections"] for item in section["items"]}
    visits, per_week, weeks = (therapy["plan"][field] for field in ("visits", "perWeek", "weeks"))
    if not template["visits"]["min"] <= visits <= template["visits"]["max"]:
        yield "visits"
    if per_week and weeks and per_week * weeks != visits:
        yield "visits and schedule differ"
    for item in therapy["items"]:
        if item not in items:
            yield f"no item {item}"
    for item, kinds in therapy["kinds"].items():
        if item not in therapy["items"] or not set(kinds) <= {kind["id"] for kind in items[item].get("kinds", [])}:
            yield f"kinds of {item}"
    if not {therapy["weightBearing"]} - {None} <= {w["id"] for w in template["weightBearing"]}:
        yield "weight bearing"
    if not set(therapy["precautions"]) <= {p["id"] for p in template["precautions"]}:
        yield "precautions"


def check(text, clinic):
    if text != unicodedata.normalize("NFC", text):
        yield "clinic.json is not in NFC"
    yield from check_keys(clinic)
    yield from check_contacts("provider", [a["provider"] for a in clinic["accounts"] if a["provider"]])
    for kind in ("accounts", "patients", "practices"):
        yield from check_contacts(kind, clinic[kind])
    accounts = {account["key"] for account in clinic["accounts"]}
    for practice in clinic["practices"]:
        if set(practice["favouriteOf"]) - accounts:
            yield f"practice {practice['key']}: favourite of nobody"
    with (HERE / "practices.csv").open(encoding="utf-8", newline="") as file:
        yield from check_directory(list(csv.DictReader(file)))
    yield from check_accounts(clinic["accounts"], {patient["key"] for patient in clinic["patients"]})
    yield from check_patients(clinic["patients"])
    codes = {system: billable(system) for system in ("icd10cm", "icd9cm")}
    files = (DATA / "therapies").glob("*.json")
    templates = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
    templates = {name: resolved(template, templates["common"]) for name, template in templates.items()
                 if name != "common"}
    for prescription in clinic["prescriptions"]:
        yield from check_prescription(prescription, clinic, codes, templates)
    with open(DATA / "catalogs" / "medications.tsv", encoding="utf-8") as file:
        medicines = {line.split("\t")[0] for line in file if not line.startswith("#")}
    for medication in clinic["medications"]:
        yield from check_medication(medication, clinic, medicines)


def main():
    text = (HERE / "clinic.json").read_text(encoding="utf-8")
    clinic = json.loads(text)
    problems = list(check(text, clinic))
    for problem in problems:
        print(f"PROBLEM {problem}", file=sys.stderr)
    kinds = ("accounts", "patients", "practices", "prescriptions", "medications")
    print("demo clinic: " + ", ".join(f"{len(clinic[kind])} {kind}" for kind in kinds))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
