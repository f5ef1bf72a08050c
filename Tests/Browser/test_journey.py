"""From the set-up link to the printed sheet: with scripts, without, and with the keyboard alone."""

import pytest
from playwright.sync_api import expect

from journey import Journey
from sheets import Sheet


@pytest.mark.parametrize(
    "ways", [{"scripts": True}, {"scripts": False}, {"scripts": True, "keyboard": True}, {"scripts": False, "width": 360}],
    ids=["scripts", "no-scripts", "keyboard", "no-scripts-narrow"])
def test_from_set_up_to_the_printed_sheet(empty_clinic, read, tmp_path, pictures, ways):
    reader = read(empty_clinic, **ways)
    journey = Journey(reader)
    journey.settle()
    journey.patient()
    journey.new_prescription()
    journey.choose_patient()
    journey.choose_diagnoses(("radiculopathy lumbar", "M54.16"), ("M54.5", "M54.59"))
    journey.type_practice(keep_as_favourite=True)
    journey.choose_therapies()
    journey.sign()

    address = reader.path
    expect(reader.page.locator(".sheet")).to_contain_text("Harbor Spine Clinic")
    words = [
        "Dana Q Reyes", "María José Okafor-Lindqvist", "Lakeside Physical Therapy", "M54.16", "M54.59",
        "Core Stabilization", "Back School", "Fall risk", "Climb the stairs", "heat first"]
    pdf = download(reader, f"{address}/sheet.pdf", tmp_path / "sheet.pdf")
    check(pdf, words)
    pdf.picture(pictures, f"sheet-{reader.name}")
    if reader.scripts:
        printed = Sheet(tmp_path / "printed.pdf")
        reader.page.pdf(path=printed.file, prefer_css_page_size=True)
        check(printed, words)
        assert reader.say("layout.practices") not in printed.text(), "the navigation is printed"


@pytest.mark.parametrize("ways", [{"scripts": True}, {"scripts": False, "width": 360}], ids=["scripts", "no-scripts-narrow"])
def test_an_order_after_shoulder_surgery(new_clinic, read, tmp_path, pictures, ways):
    reader = read(new_clinic, **ways)
    journey = Journey(reader)
    journey.settle()
    journey.patient()
    journey.new_prescription()
    journey.choose_patient()
    journey.choose_diagnoses(("M75.121", "M75.121"))
    journey.type_practice(keep_as_favourite=False)
    journey.order_after_rotator_cuff_repair()
    journey.sign()
    pdf = download(reader, f"{reader.path}/sheet.pdf", tmp_path / "shoulder.pdf")
    check(pdf, [
        "Shoulder", "Rotator cuff repair (large)", "No active external rotation beyond 30° until Mar 1, 2027",
        "Sling / abduction pillow: 6 weeks", "Surgery Nov 1, 2026"])
    pdf.picture(pictures, f"sheet-shoulder-{reader.name}")


def test_an_incomplete_prescription_is_refused_and_an_unsigned_sheet_says_so(new_clinic, read, tmp_path):
    reader = read(new_clinic)
    journey = Journey(reader)
    reader.set_up()
    journey.provider_information()
    journey.shipped_icon()
    journey.patient()
    draft = journey.new_prescription()
    reader.follow("prescriptions.generate")
    expect(reader.page.locator(".error-summary")).to_contain_text(reader.say("prescriptions.refused"))
    expect(reader.page.locator(".error-summary li")).to_have_count(4)

    reader.go(draft)
    journey.choose_patient()
    journey.choose_diagnoses(("m5416", "M54.16"))
    journey.type_practice(keep_as_favourite=False)
    journey.choose_therapies()
    reader.follow("prescriptions.generate")
    reader.sees(reader.say("sheets.note.draft"))
    printed = Sheet(tmp_path / "printed.pdf")
    reader.page.pdf(path=printed.file, prefer_css_page_size=True)
    assert reader.say("sheets.note.draft") in printed.text()
    assert reader.context.request.get(f"{draft}/sheet.pdf").status == 404, "there is no PDF of what is not signed"
    reader.go("/practices")
    reader.sees(reader.say("practices.empty.title"))


def download(reader, path, file) -> Sheet:
    answer = reader.context.request.get(path)
    assert answer.status == 200 and answer.headers["content-type"] == "application/pdf", answer.status
    file.write_bytes(answer.body())
    return Sheet(file)


def check(pdf: Sheet, words: list[str]):
    pdf.is_whole()
    assert pdf.pages() == 1
    text = pdf.text()
    for word in words:
        assert word in text, f"{word} is not on the sheet: {text}"
