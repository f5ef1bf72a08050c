"""An admin brings a catalogue: sent, checked, looked at, put to use, switched back."""

import os
import re
import zipfile

import pytest
from playwright.sync_api import expect

ADMIN = "morgan@example.org"
MAP = "M5450   7242  10000\r\nM5451   7242  10000\r\nM5459   7242  10000\r\n"
NEXT_MAP = "M5450   7242  00000\r\nM5459   7242  10000\r\n"
# What the page sends at a time, in bytes.
PIECE = 8 * 1024 * 1024


def bring(office, name: str, text: str):
    office.go("/imports")
    office.page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})
    office.press("imports.check")
    office.is_at("/imports/[0-9a-f-]{36}")
    # The page reloads itself while the file is checked.
    expect(office.page.locator("h1")).to_have_text(name)
    expect(office.page.locator(".page-header .tag")).not_to_have_text(office.say("imports.state.waiting"))
    expect(office.page.locator(".page-header .tag")).not_to_have_text(office.say("imports.state.checking"))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_catalogue_is_brought_applied_and_switched_back(new_clinic, read, scripts):
    new_clinic.add_account(ADMIN, "admin", name="Morgan Ellis")
    office = read(new_clinic, scripts=scripts, width=1280 if scripts else 360)
    office.sign_in(ADMIN)
    bring(office, "2018_I10gem_as_its_publisher_calls_it.txt", MAP)
    office.sees(office.say("imports.state.checked"))
    assert office.layout_problems() == []
    office.page.locator('a[href$="changes?change=added"]').click()
    office.sees("M5450 → 7242")
    office.page.locator(".back-link").click()
    office.fill(name="")
    office.press("imports.apply")
    office.sees_problem_at("name")
    office.fill(name="GEM 2018")
    office.press("imports.apply")
    office.sees(office.say("imports.applied"))

    bring(office, "next.txt", NEXT_MAP)
    office.fill(name="GEM 2019")
    office.press("imports.apply")
    office.sees(office.say("flash.import-applied"))
    office.go("/catalogues")
    equivalences = office.page.locator("section", has=office.page.locator("#equivalences"))
    expect(equivalences.locator("dd").first).to_have_text("GEM 2019")
    office.press("catalogues.use", within=equivalences)
    expect(equivalences.locator("dd").first).to_have_text("GEM 2018")


def test_a_file_that_is_none_is_refused_with_its_reason(new_clinic, read):
    new_clinic.add_account(ADMIN, "admin", name="Morgan Ellis")
    office = read(new_clinic)
    office.sign_in(ADMIN)
    bring(office, "letter.txt", "Dear clinic,\nhere is nothing to import.\n")
    office.sees(office.say("imports.failed"))
    office.sees(office.say("imports.failure.unknown-kind"))


def test_a_file_goes_on_where_the_connection_was_lost(new_clinic, read):
    new_clinic.add_account(ADMIN, "admin", name="Morgan Ellis")
    office = read(new_clinic)
    office.sign_in(ADMIN)
    lost = []

    def lose_the_first(route):
        if lost:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort()

    office.page.route("**/content", lose_the_first)
    office.go("/imports")
    office.page.locator("#file").set_input_files({"name": "map.txt", "mimeType": "text/plain", "buffer": MAP.encode()})
    office.press("imports.check")
    office.is_at("/imports/[0-9a-f-]{36}")
    assert lost
    office.errors.clear()  # Chromium's own word for the request that was lost.


def test_a_file_goes_on_after_the_page_was_loaded_anew(new_clinic, read, tmp_path):
    new_clinic.add_account(ADMIN, "admin", name="Morgan Ellis")
    office = read(new_clinic)
    office.sign_in(ADMIN)
    # The list lies behind the end of the first piece.
    file = tmp_path / "maps.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("filler.bin", bytes(1024) + os.urandom(PIECE))
        archive.writestr("map.txt", MAP)
    sent = []

    def begins(route) -> int:
        sent.append(int(re.match(r"bytes (\d+)-", route.request.headers["content-range"]).group(1)))
        return sent[-1]

    def lose_the_second(route):
        return route.abort() if begins(route) else route.continue_()

    def lose_none(route):
        begins(route)
        return route.continue_()

    def choose_and_press(key):
        office.page.locator("#file").set_input_files(file)
        office.press(key)

    office.page.route("**/content", lose_the_second)
    office.go("/imports")
    choose_and_press("imports.check")
    expect(office.page.locator("[data-upload-progress] [role=status]")).to_have_text(office.say("imports.lost"))
    assert sent[:2] == [0, PIECE]
    # The page is left and found again in the list.
    office.go("/imports")
    office.page.unroute("**/content")
    sent.clear()
    office.page.route("**/content", lose_none)
    office.page.get_by_role("link", name="maps.zip").click()
    office.is_at("/imports/[0-9a-f-]{36}")
    office.page.reload()
    office.is_ready()
    choose_and_press("imports.continue")
    expect(office.page.locator(".page-header .tag")).to_have_text(office.say("imports.state.checked"))
    assert sent == [PIECE]
    expect(office.page.locator('a[href$="changes?change=added"]')).to_have_text("3")
    office.errors.clear()  # Chromium's own word for the requests that were lost.
