"""The clinic's network: TLS by an authority of the clinic's own, and how devices come to trust it."""

import pytest
from playwright.sync_api import expect

from test_pages import NETWORK_PAGES, look_at


@pytest.mark.parametrize("language", ["en", "de"])
def test_trust_pages(network_clinic, read, pictures, language):
    reader = read(network_clinic, language=language)
    plain = network_clinic.trust_page
    pages = {"/trust": ["/trust", plain], **NETWORK_PAGES, "/trust/plain-sheet": [f"{plain}/sheet"]}
    look_at(reader, {}, pages, pictures, "network-")


def test_without_tls_one_reads_how_to_trust_and_is_led_on(network_clinic, read):
    network_clinic.add_account("dana@example.org", "clinician")
    reader = read(network_clinic)
    reader.go(network_clinic.trust_page)
    reader.sees(network_clinic.fingerprint)
    # No form is taken there.
    expect(reader.page.locator("form")).to_have_count(0)
    reader.page.get_by_role("link", name="Deutsch").click()
    expect(reader.page.locator("html")).to_have_attribute("lang", "de")
    assert reader.page.url.startswith(network_clinic.trust_page)
    reader.go(network_clinic.trust_page.replace("/trust", "/sign-in"))
    reader.is_at("/sign-in")


def test_the_sheet_prints_alone(network_clinic, read):
    reader = read(network_clinic)
    reader.go("/trust/sheet")
    expect(reader.page.get_by_role("img", name="Leads to http")).to_be_visible()
    reader.page.emulate_media(media="print")
    expect(reader.page.locator("article.sheet")).to_be_visible()
    expect(reader.page.locator("header.site-header")).to_be_hidden()


def test_somebody_signs_in_and_out_over_tls(network_clinic, read):
    reader = read(network_clinic)
    reader.set_up()
    cookies = {cookie["name"]: cookie for cookie in reader.context.cookies()}
    session = cookies["__Host-theralog_session"]
    assert session["secure"] and session["httpOnly"] and session["path"] == "/"
    assert all(cookie["secure"] for cookie in cookies.values())
    reader.go("/account")
    reader.page.locator("details.menu summary").click()
    reader.follow("layout.devices")
    reader.is_at("/trust")
    reader.page.locator("details.menu summary").click()
    reader.press("layout.sign-out")
    reader.is_at("/sign-in")
