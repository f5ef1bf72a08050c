"""A practice near the patient: from the draft over the map into the prescription."""

import pytest
from playwright.sync_api import expect

from journey import Journey

PRACTICES = [
    {"name": "Deering Therapy", "street": "1 Oak", "city": "Portland", "state": "ME", "postcode": "04103", "phone": "207-555-0171"},
    {"name": "Harbor Hand Therapy", "street": "2 Quay", "city": "Portland", "state": "ME", "postcode": "04101", "phone": "207-555-0172"},
    {"name": "Bangor Spine", "street": "3 Mill", "city": "Bangor", "state": "ME", "postcode": "04401", "phone": "207-555-0173"},
]


@pytest.mark.parametrize("scripts,width", [(True, 1280), (False, 360)], ids=["scripts", "no-scripts-narrow"])
def test_a_practice_nearby_is_found_on_the_map_and_put_on_the_prescription(new_clinic, read, scripts, width):
    reader = read(new_clinic, scripts=scripts, width=width)
    journey = Journey(reader)
    journey.settle()
    for practice in PRACTICES:
        reader.go("/practices/directory/new")
        reader.fill(**practice)
        reader.press("practices.save")
        reader.is_at("/practices/directory")
    journey.patient(postcode="04103")
    draft = journey.new_prescription()
    journey.choose_patient()
    journey.part("prescriptions.part.practice")
    reader.follow("practices.tab.nearby")
    reader.is_at("/practices/nearby")

    places = reader.page.locator("ol.rows > li")
    expect(places).to_have_count(2)
    expect(places.first).to_contain_text("Deering Therapy")
    pins = reader.page.locator("svg.map a")
    expect(pins).to_have_count(2)
    second = reader.page.get_by_role("link", name="2. Harbor Hand Therapy")
    reader.activate(second)
    reader.is_at("/practices/nearby.*#practice-2")
    expect(reader.page.locator("#practice-2")).to_contain_text("Harbor Hand Therapy")
    expect(reader.page.locator("#practice-2")).to_be_in_viewport()
    if scripts:
        assert reader.accessibility_problems() == []
    assert reader.layout_problems() == []
    reader.activate(reader.page.locator("#practice-2 button"))
    reader.sees_heading("prescriptions.favourite.title")
    reader.press("prescriptions.favourite.yes")
    reader.is_at(draft)
    reader.sees("Harbor Hand Therapy")


def test_without_a_zip_code_the_way_leads_to_the_patient_and_back_to_the_draft(new_clinic, read):
    reader = read(new_clinic)
    journey = Journey(reader)
    reader.set_up()
    journey.provider_information()
    journey.patient(street="", city="", state="", postcode="")
    draft = journey.new_prescription()
    journey.choose_patient()
    reader.go(f"/practices/nearby?prescription={draft.split('/')[2]}")
    reader.sees(reader.say("practices.gap.no-zip"))
    reader.page.locator(".notice a").click()
    reader.is_at("/patients/[0-9a-f-]{36}/edit")
    reader.fill(postcode="04103")
    reader.press("patients.save")
    reader.is_at("/practices/nearby")
    reader.go(draft)
    reader.sees("Okafor")
