"""The loop closed: from the code on the sheet to what the practice tells and the clinician sees."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from clinic import Clinic
from journey import Journey
from reader import NARROW, WIDE
from sheets import Sheet

ADDRESS = "https://clinic.example:8443"


class ReachableClinic(Clinic):
    """A clinic that practices reach. The zone is that of the browsers, so that today is one day."""

    def __init__(self, program, data):
        super().__init__(program, data, "--public-address", ADDRESS, "--time-zone", "UTC")


@pytest.fixture
def clinic(program, data):
    with ReachableClinic(program, data) as clinic:
        yield clinic


def sheet(reader, path: str, file) -> Sheet:
    answer = reader.context.request.get(f"{path}/sheet.pdf")
    assert answer.status == 200
    file.write_bytes(answer.body())
    return Sheet(file)


def look(reader, name: str):
    """In every width, in light and in dark."""
    for width in (NARROW, WIDE):
        for dark in (False, True):
            reader.see(width, dark)
            assert reader.accessibility_problems() + reader.layout_problems() == [], name


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_practice_tells_with_the_code_of_the_sheet_and_the_clinician_sees_it(clinic, read, tmp_path, scripts):
    clinician = read(clinic, scripts=scripts)
    path = Journey(clinician).signed_prescription(keep_as_favourite=False)
    pdf = sheet(clinician, path, tmp_path / "sheet.pdf")
    pdf.is_whole()
    assert pdf.pages() == 1
    text = pdf.text()
    code = re.search(r"\b(?:[2-9C-Y]{4}-){3}[2-9C-Y]{4}\b", text)[0]
    assert f"{ADDRESS}/return" in text
    # In grey tones, as most printers have it.
    pdf.run("pdftoppm", "-gray", "-png", "-r", "200", "-singlefile", str(pdf.file), str(tmp_path / "grey"))
    scanned = pdf.run("zbarimg", "--quiet", "--raw", "--nodbus", str(tmp_path / "grey.png")).strip()
    assert scanned == f"{ADDRESS}/return/{code.replace('-', '')}"

    practice = read(clinic, scripts=scripts, width=NARROW)
    practice.go("/return")
    practice.fill(code="K7QF-3MXW")
    practice.press("returns.submit")
    practice.sees_problem_at("code")
    expect(practice.control("code")).to_have_value("K7QF-3MXW")
    practice.go(scanned.removeprefix(ADDRESS))
    practice.is_at("/return/form")
    expect(practice.page.locator("main")).not_to_contain_text("Okafor")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    practice.fill(received=today, first_visit=today, visits="9")
    practice.page.locator("#report").set_input_files(
        {"name": "report.pdf", "mimeType": "application/pdf", "buffer": b"<html>no report</html>"})
    practice.press("returns.form.submit")
    practice.sees_problem_at("report")
    practice.sees_problem_at("visits")
    expect(practice.control("received")).to_have_value(today)
    practice.fill(visits="3")
    practice.page.locator("#report").set_input_files(str(pdf.file))
    practice.press("returns.form.submit")
    expect(practice.page.locator("body")).to_contain_text(
        practice.say("flash.return-recorded"))
    assert code.replace("-", "") not in practice.page.url

    clinician.go("/")
    clinician.sees(clinician.say("home.news"))
    clinician.fill(code=code.lower())
    clinician.press("returns.find.button")
    clinician.is_at(path)
    clinician.sees(clinician.say("returns.state.reported"))
    clinician.sees(clinician.say("returns.visits.used", used="3", authorised="8", left="5"))
    report = clinician.page.locator('#course a[href*="/reports/"]')
    with clinician.page.expect_download() as download:
        report.click()
    assert download.value.path().read_bytes() == pdf.file.read_bytes()
    clinician.go("/")
    expect(clinician.page.locator("main")).not_to_contain_text(clinician.say("home.news"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_of_the_loop_are_fit_to_be_used(clinic, read, language):
    english = read(clinic)
    path = Journey(english).signed_prescription(keep_as_favourite=False)
    clinician = read(clinic, language=language, state=english.context.storage_state())
    if language != "en":
        clinician.choose_language()
    clinician.go(path)
    for summary in clinician.page.locator("#course summary").all():
        summary.click()
    look(clinician, "the course before anything was told")
    code = clinician.page.locator("#course code").inner_text()
    clinician.fill(visits="99", discharge_reason="moved away")
    clinician.press("returns.enter.submit")
    clinician.sees_problem_at("visits")
    look(clinician, "what was refused")
    clinician.go("/returns")
    clinician.fill(code="K7QF")
    clinician.press("returns.find.button")
    clinician.sees_problem_at("code")
    look(clinician, "a code that is none")

    practice = read(clinic, language=language)
    practice.go("/return")
    practice.fill(code=code)
    practice.press("returns.submit")
    practice.is_at("/return/form")
    look(practice, "the form")
    practice.fill(visits="99", received="2020-01-01")
    practice.press("returns.form.submit")
    practice.sees_problem_at("received")
    look(practice, "the refused form")
    practice.fill(visits="3", received="")
    practice.press("returns.form.submit")
    expect(practice.page.locator("body")).to_contain_text(practice.say("flash.return-recorded"))
    clinician.go("/")
    look(clinician, "home with news")
    clinician.go(path)
    for summary in clinician.page.locator("#course summary").all():
        summary.click()
    look(clinician, "the course with its history")
    clinician.press("returns.withdraw")
    clinician.sees(clinician.say("returns.not-told"))
