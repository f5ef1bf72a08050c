"""A geocoder in the house: set up and tried by an admin, then distances to a patient are counted from the street."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from journey import Journey

SCRIPT = Path(__file__).resolve().parents[1] / "Servers/geocoder.py"


@pytest.fixture
def geocoder():
    """Its port."""
    server = subprocess.Popen([sys.executable, SCRIPT], stdout=subprocess.PIPE, text=True)
    yield int(server.stdout.readline())
    server.kill()
    server.wait()


@pytest.mark.parametrize("scripts,width", [(True, 1280), (False, 320)], ids=["scripts", "no-scripts-narrow"])
def test_practices_are_counted_from_the_street_once_a_geocoder_is_set(new_clinic, read, geocoder, scripts, width):
    reader = read(new_clinic, scripts=scripts, width=width)
    journey = Journey(reader)
    journey.settle()
    reader.go("/settings")
    reader.page.locator('a[href="/settings/geocoder"]').click()
    reader.sees(reader.say("geocoder.leaves.title"))
    reader.page.locator('a[href$="preset=nominatim"]').click()
    reader.is_at(r"/settings/geocoder\?preset=nominatim")
    address = reader.control("address").input_value()
    assert address.startswith("http://127.0.0.1:8080/search?") and "{street}" in address
    reader.fill(address="http://8.8.8.8/{street}")
    reader.press("settings.save")
    reader.sees_problem_at("address")
    reader.fill(address=address.replace(":8080", f":{geocoder}"))
    reader.press("settings.save")
    # At the same address.
    reader.sees(reader.say("flash.settings-saved"))
    reader.sees(reader.say("geocoder.inside", host="127.0.0.1"))
    reader.fill(street="1 Elm", city="Portland", state="ME", zip="04101")
    reader.press("geocoder.test.ask")
    expect(reader.page.get_by_role("status").filter(has_text="43.671, -70.271")).to_be_visible()
    if scripts:
        assert reader.accessibility_problems() == []
    assert reader.layout_problems() == []

    reader.go("/practices/directory/new")
    reader.fill(name="Deering Therapy", street="1 Oak", city="Portland", state="ME", postcode="04103", phone="207-555-0171")
    reader.press("practices.save")
    reader.is_at("/practices/directory")
    journey.patient(postcode="04103")
    draft = journey.new_prescription()
    journey.choose_patient()
    reader.go(f"/practices/nearby?prescription={draft.split('/')[2]}")
    reader.sees(reader.say("practices.nearby.from.street"))
    expect(reader.page.locator("ol.rows > li")).to_have_count(1)
    assert reader.layout_problems() == []
    reader.fill(zip="04101")
    reader.press("practices.search")
    reader.sees(reader.say("practices.nearby.from.zip", zip="04101"))
