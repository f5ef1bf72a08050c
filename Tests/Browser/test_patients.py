"""Patients: entering, finding, editing beside somebody else, possible duplicates, merging."""

import re

import pytest
from playwright.sync_api import expect

from test_provider import fill_provider

scripts_on_and_off = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
MARIA = {"given": "Maria", "family": "Lopez", "birth_date": "03/12/1948"}


@pytest.fixture
def clinic(new_clinic, read):
    """A clinic with a clinician who may write; `clinic(scripts=False)` opens a browser on it."""
    reader = read(new_clinic)
    reader.set_up()
    fill_provider(reader)
    reader.press("providers.next")
    reader.is_at("/provider/icon")
    return lambda **options: read(new_clinic, state=reader.context.storage_state(), **options)


def row(reader, kind: str, number: int):
    return reader.page.locator(f"#{kind}-{number}")


@scripts_on_and_off
def test_a_patient_is_entered_with_as_many_allergies_as_there_are(clinic, scripts):
    reader = clinic(scripts=scripts)
    reader.go("/patients/new")
    reader.fill(**MARIA, phone="2175550142", weight="160 lb", notes="**Falls**")
    for number, substance in enumerate(["Penicillin", "Latex", "Nickel"], start=1):
        if number > 2:
            reader.press("patients.allergy.add")
        row(reader, "allergy-substance", number).fill(substance)
    row(reader, "allergy-severity", 1).select_option("severe")
    reader.press("patients.save")
    reader.is_at("/patients/[0-9a-f-]{36}")
    banner = reader.page.locator(".patient-banner")
    expect(banner).to_contain_text("Maria Lopez")
    expect(banner).to_contain_text("Mar 12, 1948")
    expect(banner.locator(".allergy--severe")).to_contain_text("Penicillin (severe)")
    expect(banner.locator(".allergy:not(.allergy--severe)")).to_contain_text("Latex, Nickel")
    reader.sees("160 lb (72.6 kg)")
    expect(reader.page.locator(".prose strong")).to_have_text("Falls")


@scripts_on_and_off
def test_what_is_wrong_is_said_at_the_field(clinic, scripts):
    reader = clinic(scripts=scripts)
    reader.go("/patients/new")
    reader.fill(family="Lopez", birth_date="12.3.48", weight="heavy")
    reader.press("patients.save")
    reader.sees_problem_at("birth-date")
    reader.sees_problem_at("weight")
    expect(reader.control("family")).to_have_value("Lopez")


@scripts_on_and_off
def test_one_box_finds_patients(clinic, scripts):
    reader = clinic(scripts=scripts)
    reader.enter_patient(**MARIA)
    reader.enter_patient(given="Peter", family="Huber", birth_date="1950-01-02", phone="217 555 0188")
    for typed, found in [("lop mar", "Lopez, Maria"), ("2 Jan 1950", "Huber, Peter"), ("5550188", "Huber, Peter")]:
        reader.go("/patients")
        reader.look_for(reader.page.locator("#q"), typed)
        expect(reader.page.locator("#results .row__title")).to_have_text([found])
    reader.page.locator("#results .row__title").click()
    reader.sees_heading_text("Peter Huber")


def test_what_is_typed_before_the_scripts_come_is_looked_for(clinic):
    reader = clinic()
    reader.enter_patient(**MARIA)
    reader.enter_patient(given="Peter", family="Huber", birth_date="1950-01-02")
    held = []
    reader.page.route("**/static/typeahead.js*", lambda route: held.append(route))
    with reader.page.expect_request("**/static/typeahead.js*"):
        reader.page.goto("/patients")
    reader.page.locator("#q").fill("lop mar")
    for route in held:
        route.continue_()
    expect(reader.page.locator("#results .row__title")).to_have_text(["Lopez, Maria"])


def test_what_is_typed_before_the_scripts_come_is_newer_than_what_was_kept(clinic):
    reader = clinic()
    reader.go("/patients/new")
    reader.fill(given="Anna", family="Kept")
    reader.tick("allergy-status", "none-known")
    reader.go("/patients")
    held = []
    reader.page.route("**/static/keep.js*", lambda route: held.append(route))
    with reader.page.expect_request("**/static/keep.js*"):
        reader.page.goto("/patients/new")
    reader.fill(given="Anne")
    reader.tick("allergy-status", "recorded")
    for route in held:
        route.continue_()
    expect(reader.control("family")).to_have_value("Kept")
    expect(reader.control("given")).to_have_value("Anne")
    expect(reader.page.locator('[name="allergy-status"][value="recorded"]')).to_be_checked()
    # And it is kept itself.
    reader.page.unroute("**/static/keep.js*")
    reader.go("/patients")
    reader.go("/patients/new")
    expect(reader.control("given")).to_have_value("Anne")
    expect(reader.page.locator('[name="allergy-status"][value="recorded"]')).to_be_checked()


@scripts_on_and_off
def test_a_possible_duplicate_is_shown_before_saving(clinic, scripts):
    reader = clinic(scripts=scripts)
    first = reader.enter_patient(**MARIA)
    reader.go("/patients/new")
    reader.fill(given="Lopes", family="María", birth_date="12 Mar 1948", notes="Typed")
    reader.press("patients.save")
    reader.sees(reader.say("patients.duplicates.title"))
    expect(reader.page.locator(f'main a[href="/patients/{first}"]')).to_be_visible()
    expect(reader.control("family")).to_have_value("María")
    expect(reader.control("notes")).to_have_value("Typed")
    reader.press("patients.duplicates.save-anyway")
    reader.is_at("/patients/(?!%s)[0-9a-f-]{36}" % first)


@scripts_on_and_off
def test_two_editors_lose_nothing(clinic, scripts):
    reader, other = clinic(scripts=scripts), clinic(scripts=scripts)
    patient = reader.enter_patient(**MARIA)
    reader.go(f"/patients/{patient}/edit")
    other.go(f"/patients/{patient}/edit")
    other.tick("allergy-status", "none-known")
    other.fill(notes="Theirs")
    other.press("patients.save")
    other.is_at(f"/patients/{patient}")
    reader.fill(notes="Mine", email="maria@example.org")
    reader.press("patients.save")
    reader.sees(reader.say("patients.conflict.title"))
    reader.sees("Theirs")
    expect(reader.control("notes")).to_have_value("Mine")
    expect(reader.page.locator('[name="allergy-status"][value="none-known"]')).to_be_checked()
    reader.press("patients.save")
    reader.is_at(f"/patients/{patient}")
    reader.sees("maria@example.org")
    reader.sees(reader.say("patients.allergies.none-known"))
    reader.follow("patients.versions.show")
    reader.sees("Theirs")


@scripts_on_and_off
def test_records_are_merged_and_separated(clinic, scripts):
    reader = clinic(scripts=scripts)
    survivor = reader.enter_patient(**MARIA)
    duplicate = reader.enter_patient(given="Mary", family="Garcia", birth_date="1948-03-12", phone="2175550142")
    reader.go(f"/patients/{survivor}")
    reader.follow("patients.merge.open")
    reader.page.locator("#q").fill("garcia")
    reader.press("patients.search.submit")
    reader.is_at(r"/patients/[0-9a-f-]{36}/merge\?.*q=garcia.*")
    reader.page.get_by_role("link", name="Garcia, Mary").click()
    reader.press("patients.merge.confirm")
    reader.is_at(f"/patients/{survivor}")
    reader.sees("(217) 555-0142")
    reader.go(f"/patients/{duplicate}")
    reader.is_at(f"/patients/{survivor}")
    reader.page.get_by_role("link", name=re.compile("^" + reader.say("patients.separate.open"))).click()
    reader.press("patients.separate.confirm")
    reader.is_at(f"/patients/{duplicate}")
    reader.sees_heading_text("Mary Garcia")
