"""Running the clinic: an admin changes what it is called and how it reads, and everybody sees it at once."""

import pytest
from playwright.sync_api import expect

scripts_on_and_off = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
ADMIN = "morgan@example.org"


@scripts_on_and_off
def test_the_clinic_gets_a_name_a_zone_and_a_language(new_clinic, read, scripts):
    new_clinic.add_account(ADMIN, "admin", name="Morgan Ellis")
    office = read(new_clinic, scripts=scripts)
    office.sign_in(ADMIN)
    office.go("/settings")
    office.page.locator('a[href="/settings/clinic"]').click()
    office.fill(name="Alder Creek", street="1 Creek Road", city="Portland", state="ME", postcode="123")
    office.press("settings.save")
    office.sees_problem_at("postcode")
    expect(office.control("street")).to_have_value("1 Creek Road")
    office.fill(postcode="04101", phone="2075550133")
    office.press("settings.save")
    office.is_at("/settings")
    office.sees(office.say("flash.settings-saved"))
    expect(office.page.locator(".site-header__clinic")).to_have_text("Alder Creek")

    office.page.locator('a[href="/settings/region"]').click()
    office.fill(time_zone="nowhere")
    office.select("default-language", "de")
    office.press("settings.save")
    office.sees_problem_at("time-zone")
    office.fill(time_zone="chicago")
    office.press("settings.save")
    office.is_at("/settings")
    office.sees("America/Chicago")

    office.page.locator('a[href="/settings/units"]').click()
    office.select("paper", "a4")
    office.press("settings.save")
    office.is_at("/settings")

    visitor = read(new_clinic, language="de")
    visitor.go("/sign-in")
    expect(visitor.page).to_have_title("Anmelden – Alder Creek")
