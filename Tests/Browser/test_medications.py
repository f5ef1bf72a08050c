"""From prescribing a medicine to a chart that shows the doses that were logged: with scripts, without, and for the
clinician with the keyboard alone."""

import csv
import io
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from clinic import Clinic
from reader import NARROW
from sheets import Sheet
from test_journey import check, download
from test_provider import fill_provider

EMAIL = "maria@home.example"
WAYS = pytest.mark.parametrize(
    "ways", [{"scripts": True}, {"scripts": False}, {"scripts": True, "keyboard": True}],
    ids=["scripts", "no-scripts", "keyboard"])


class Morning:
    """Seven o'clock somewhere: the first dose of the day can be taken and the second cannot, whenever the tests run. What
    is typed leaves the first dose half an hour at least to be prescribed in."""

    def __init__(self):
        now = datetime.now(timezone.utc)
        hours = (7 - now.hour + 12) % 24 - 12
        # The sign of these names is turned round: Etc/GMT-3 is three hours ahead of Greenwich.
        self.zone = f"Etc/GMT{-hours:+d}"
        minute = "00" if now.minute < 30 else "30"
        self.first, self.second = f"08:{minute}", f"20:{minute}"
        self.typed = f"1 tab at {self.first} and {self.second}"
        self.sentence = f"Every day take 1 tablet at {self.first} and 1 tablet at {self.second}."
        self.today = (now + timedelta(hours=hours)).date()


@pytest.fixture
def morning():
    return Morning()


@pytest.fixture
def clinic(program, data, morning):
    with Clinic(program, data, "--time-zone", morning.zone) as clinic:
        yield clinic


def begin(clinician) -> str:
    """A clinician who may write and a patient; returns the id of the record."""
    clinician.set_up()
    fill_provider(clinician)
    clinician.press("providers.next")
    clinician.is_at("/provider/icon")
    return clinician.enter_patient(given="Maria", family="Lopez", birth_date="03/12/1948")


def prescribe(clinician, patient: str, morning: Morning) -> str:
    """From the patient's record to the signed sheet; returns the id of the order."""
    clinician.go(f"/patients/{patient}")
    clinician.follow("medication-prescriptions.title")
    clinician.press("medication-prescriptions.new")
    clinician.is_at("/medication-prescriptions/[0-9a-f-]{36}/medicine")
    # A letter wrong: the result says that it is a guess.
    clinician.search("lisinipril", f"lisinopril {clinician.say('medication-prescriptions.medicine.guess')}")
    clinician.is_at("/medication-prescriptions/[0-9a-f-]{36}/edit")
    order = clinician.path.split("/")[2]
    clinician.fill(dosage=morning.typed, reason="high blood pressure")
    if not clinician.scripts:
        clinician.press("medication-prescriptions.show")
    meaning = clinician.page.locator("#meaning")
    expect(meaning).to_contain_text(morning.sentence)
    clinician.activate(meaning.locator("summary"))
    days = meaning.locator(".summary__row")
    expect(days).to_have_count(14)
    for day in days.all():
        expect(day).to_contain_text(morning.first)
        expect(day).to_contain_text(morning.second)
    clinician.press("medication-prescriptions.check")
    clinician.is_at(f"/medication-prescriptions/{order}/sheet")
    clinician.sees(clinician.say("medication-sheets.note.draft"))
    clinician.press("prescriptions.sign")
    clinician.sees(clinician.say("prescriptions.pdf"))
    return order


def shows(reader, grouping: str, taken: int, not_taken: int):
    """The newest group of the chart, in its table and in its drawing; nothing is missed, nothing without a record."""
    reader.follow(f"administrations.group.{grouping}")
    reader.is_at(r"/my/medications/[0-9a-f-]{36}\?group=%s&groups=7" % grouping)
    expect(reader.link(f"administrations.group.{grouping}")).to_have_attribute("aria-current", "true")
    newest = reader.page.locator("#chart table tbody tr").first.locator("td")
    expect(newest).to_have_text([str(taken), str(not_taken), "0", "0"])
    figures = (f"{reader.say('charts.figure.taken', number=taken)}, "
               f"{reader.say('charts.figure.not-taken', number=not_taken)}")
    drawing = reader.page.locator("#chart svg.chart").first
    expect(drawing.locator("#chart-desc")).to_contain_text(f": {figures}.")
    expect(drawing.locator(".chart__point title").last).to_contain_text(f": {figures}")
    ends = [ends_above_zero(drawing.locator(f".chart__line--{mark}").first) for mark in ("taken", "not-taken")]
    assert ends == [taken > 0, not_taken > 0]


def ends_above_zero(line) -> bool:
    """Whether a line of the chart, which begins before anything was prescribed, ends higher than it begins."""
    heights = [float(point.split(",")[1]) for point in line.get_attribute("points").split()]
    return heights[-1] < heights[0]


def entry(reader, status: str):
    """A recorded dose, that says in text and by its shape what became of it."""
    line = reader.page.locator(f"#log .entry--{status}")
    expect(line).to_have_count(1)
    expect(line.locator(".tag")).to_have_text(reader.say(f"administrations.status.{status}"))
    shape = {"taken": "check", "not-taken": "close"}[status]
    expect(line.locator(".tag use")).to_have_attribute("href", f"/static/icons.svg#{shape}")
    return line


def log(reader, order: str) -> list[dict[str, str]]:
    answer = reader.context.request.get(f"/my/medications/{order}/log.csv")
    assert answer.status == 200 and answer.headers["content-type"].startswith("text/csv"), answer.status
    rows = csv.DictReader(io.StringIO(answer.body().decode("utf-8-sig"), newline=""))
    return list(rows)


def fits(reader):
    if reader.scripts:
        assert reader.accessibility_problems() == []
    assert reader.layout_problems() == []


@WAYS
def test_from_prescribing_to_a_chart_that_shows_the_logged_doses(clinic, read, tmp_path, morning, ways):
    clinician = read(clinic, **ways)
    patient = begin(clinician)
    order = prescribe(clinician, patient, morning)
    sheet = f"/medication-prescriptions/{order}/sheet"
    check(download(clinician, f"{sheet}.pdf", tmp_path / "sheet.pdf"), ["lisinopril", morning.sentence])
    if clinician.scripts:
        printed = Sheet(tmp_path / "printed.pdf")
        clinician.page.pdf(path=printed.file, prefer_css_page_size=True)
        check(printed, ["lisinopril", morning.sentence])

    clinic.add_account(EMAIL, "patient", name="Maria Lopez", patient=patient)
    phone = read(clinic, scripts=clinician.scripts, width=NARROW)
    phone.sign_in(EMAIL)
    phone.go("/")
    phone.sees(morning.sentence)
    first, second = (phone.page.locator(".dose", has_text=time) for time in (morning.first, morning.second))
    fits(phone)
    phone.press("administrations.taken", first)
    phone.is_at("/")
    expect(phone.page.get_by_role("status")).to_contain_text("Logged as taken: ")
    expect(first.locator(".tag--taken")).to_be_visible()

    phone.follow("administrations.log", second)
    phone.is_at(f"/my/medications/{order}/administrations/new")
    phone.tick("outcome", "not-taken")
    phone.press("administrations.record")
    phone.sees_problem_at("reason")
    expect(phone.page.locator("[name=outcome][value=not-taken]")).to_be_checked()
    phone.select("reason", "side-effect")
    phone.fill(note="Dizzy since breakfast")
    phone.press("administrations.record")

    phone.is_at(f"/my/medications/{order}")
    for grouping in ["day", "week", "month", "year"]:
        shows(phone, grouping, taken=1, not_taken=1)
        fits(phone)
    expect(entry(phone, "taken")).to_contain_text("1 tablet")
    expect(entry(phone, "not-taken")).to_contain_text(f"{phone.say('administrations.reason.side-effect')} · ")
    expect(entry(phone, "not-taken")).to_contain_text("Dizzy since breakfast")
    rows = log(phone, order)
    status, reason = (phone.say(f"administrations.csv.{column}") for column in ("status", "reason"))
    assert [(row[status], row[reason]) for row in rows] == [
        (phone.say("administrations.status.not-taken"), phone.say("administrations.reason.side-effect")),
        (phone.say("administrations.status.taken"), "")]
    assert [row[phone.say("administrations.csv.planned-time")] for row in rows] == [morning.second, morning.first]
    assert {row[phone.say("administrations.csv.date")] for row in rows} == {str(morning.today)}

    phone.activate(entry(phone, "not-taken").get_by_role("link"))
    phone.press("administrations.undo-entry")
    phone.is_at(f"/my/medications/{order}")
    phone.sees(phone.say("flash.entry-undone"))
    shows(phone, "day", taken=1, not_taken=0)
    expect(phone.page.locator("#log .entry")).to_have_count(1)
    assert [row[status] for row in log(phone, order)] == [phone.say("administrations.status.taken")]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_tap_is_taken_back_where_it_was_made(clinic, read, morning, scripts):
    clinician = read(clinic)
    patient = begin(clinician)
    order = prescribe(clinician, patient, morning)
    clinic.add_account(EMAIL, "patient", name="Maria Lopez", patient=patient)
    phone = read(clinic, scripts=scripts, width=NARROW)
    phone.sign_in(EMAIL)
    phone.go("/")
    first = phone.page.locator(".dose", has_text=morning.first)
    phone.press("administrations.taken", first)
    phone.press("administrations.undo", phone.page.get_by_role("status"))
    phone.is_at("/")
    phone.sees(phone.say("flash.entry-undone"))
    expect(phone.button("administrations.taken", first)).to_be_visible()
    assert log(phone, order) == []
    # Taken back, it can be logged again, on the page of the medicine too.
    phone.go(f"/my/medications/{order}")
    phone.press("administrations.taken", first)
    # At the same address.
    expect(entry(phone, "taken")).to_contain_text("1 tablet")
    shows(phone, "month", taken=1, not_taken=0)
    assert len(log(phone, order)) == 1


def test_what_is_prescribed_as_typed_stands_in_one_line_on_its_button(clinic, read):
    clinician = read(clinic)
    clinician.go(f"/patients/{begin(clinician)}/medications")
    clinician.press("medication-prescriptions.new")
    clinician.is_at("/medication-prescriptions/[0-9a-f-]{36}/medicine")
    clinician.go(f"{clinician.path}?q=lisinipril")
    typed = clinician.page.locator("button[name=name]")
    assert typed.inner_text() == f"{clinician.say('medication-prescriptions.free-text.use')} “lisinipril”"
