"""A signed prescription on its way: consent, copies on paper, the device's own messages and share sheet."""

import hashlib
import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from journey import Journey
from sheets import Sheet

SERVERS = Path(__file__).resolve().parents[1] / "Servers"


@pytest.fixture
def signed(new_clinic, read):
    """A reader at a prescription that was just signed."""
    def open_reader(**ways):
        reader = read(new_clinic, **ways)
        Journey(reader).signed_prescription()
        return reader
    return open_reader


@pytest.mark.parametrize("ways", [{}, {"scripts": False, "width": 360}], ids=["scripts", "no-scripts-narrow"])
def test_consent_is_asked_once_and_opens_the_whole_text(signed, ways):
    reader = signed(**ways)
    address = reader.path
    reader.follow("sending.open")
    reader.is_at("/prescriptions/[0-9a-f-]{36}/sending")
    message = reader.page.locator('a[href^="sms:"]').last
    withheld = unquote(message.get_attribute("href"))
    assert "M54.16" not in withheld and "Harbor Spine Clinic" in withheld
    asked = reader.page.get_by_role("region", name=reader.say("consents.channel.text-message"))
    reader.press("consents.yes", asked)
    reader.sees(reader.say("flash.consent-recorded"))
    expect(reader.page.get_by_role("region", name=reader.say("consents.channel.text-message"))).to_have_count(0)
    reader.is_ready()
    whole = unquote(reader.page.locator('a[href^="sms:"]').last.get_attribute("href"))
    assert whole.startswith("sms:+12075550177?&body=")
    for words in ["M54.16", "Core Stabilization", "Lakeside Physical Therapy", "Fall risk", "María José Okafor-Lindqvist"]:
        assert words in whole, words
    patient = reader.page.locator(".patient-banner a").first.get_attribute("href")
    reader.go(patient)
    reader.sees(reader.say("consents.decision.given"))
    reader.follow("consents.open")
    reader.press("consents.withdraw")
    expect(reader.button("consents.withdraw")).to_have_count(0)
    reader.is_ready()
    reader.go(f"{address}/sending")
    assert "M54.16" not in unquote(reader.page.locator('a[href^="sms:"]').last.get_attribute("href"))


def test_copies_are_printed_each_on_its_page(signed, tmp_path, pictures):
    reader = signed()
    reader.go(f"{reader.path}/printing?copy=clinic&copy=patient&copy=practice")
    printed = Sheet(tmp_path / "printed.pdf")
    reader.page.pdf(path=printed.file, prefer_css_page_size=True)
    answer = reader.context.request.get(reader.page.locator('a[href*="printing.pdf"]').get_attribute("href"))
    assert answer.status == 200 and answer.headers["content-type"] == "application/pdf"
    made = Sheet(tmp_path / "made.pdf")
    made.file.write_bytes(answer.body())
    made.is_whole()
    made.picture(pictures, "copies")
    for pdf in (printed, made):
        assert pdf.pages() == 3
        for page, copy in enumerate(["clinic", "patient", "practice"], start=1):
            text = " ".join(pdf.run("pdftotext", "-f", str(page), "-l", str(page), str(pdf.file), "-").split())
            assert reader.say(f"sheets.copy.{copy}") in text and "M54.16" in text
            others = {"clinic", "patient", "practice"} - {copy}
            assert not any(reader.say(f"sheets.copy.{other}") in text for other in others)


SHARING = """
window.shared = [];
navigator.canShare = (data) => data.files.every((file) => file.type === "application/pdf");
navigator.share = async (data) => {
  for (const file of data.files) window.shared.push([file.name, file.size, (await file.text()).slice(0, 5)]);
  document.documentElement.dataset.shared = window.shared.length;
};
"""


def test_the_devices_share_sheet_gets_the_pdf(signed):
    reader = signed()
    reader.go(f"{reader.path}/sending")
    share = reader.page.locator("[data-share]")
    expect(share).to_be_hidden()  # Chromium on Linux shares no files.
    reader.context.add_init_script(SHARING)
    reader.page.reload()
    reader.is_ready()
    expect(share).to_be_visible()
    share.click()
    expect(reader.page.locator("html")).to_have_attribute("data-shared", "1")
    name, size, start = reader.page.evaluate("window.shared[0]")
    assert name.startswith("prescription-20") and name.endswith(".pdf") and size > 5000 and start == "%PDF-"


def test_a_share_that_fails_says_so(signed):
    reader = signed()
    reader.context.add_init_script(SHARING)
    reader.context.route("**/sheet.pdf", lambda route: route.abort())
    reader.go(f"{reader.path}/sending")
    reader.page.locator("[data-share]").click()
    expect(reader.page.locator("[data-share-state]")).to_have_text(reader.say("sending.share.failed"))
    reader.errors.clear()  # The browser says that it was refused.


@contextmanager
def running(script):
    """A server of this machine: its port, and what it prints after that."""
    with subprocess.Popen([sys.executable, SERVERS / script], stdout=subprocess.PIPE, text=True) as server:
        try:
            yield int(server.stdout.readline()), server.stdout
        finally:
            server.kill()


@pytest.fixture
def gateway():
    """A gateway of this machine; the end of a number says what it answers."""
    with running("text_gateway.py") as (port, _):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def mail_server():
    """A mail server of this machine: its port, and the letters that it took, one a line."""
    with running("mail_server.py") as server:
        yield server


def test_letters_reach_the_patient_and_a_practice_with_the_signed_sheet(signed, mail_server):
    port, letters = mail_server
    reader = signed()
    address = reader.path
    reader.go("/settings/mail")
    reader.fill(**{"host": "127.0.0.1", "port": str(port), "from": "clinic@harbor.example"})
    reader.tick("security", "none")
    reader.press("settings.save")
    reader.sees(reader.say("outbox.plain"))
    reader.go(address)
    reader.follow("sending.open")
    asked = reader.page.get_by_role("region", name=reader.say("consents.channel.email"))
    reader.press("consents.yes", asked)
    expect(asked).to_have_count(0)
    reader.is_ready()
    reader.tick("to", "patient-email")
    reader.fill(others="front@lakeside.example")
    reader.press("sending.send")
    reader.is_at(address)
    is_in_state(reader, "maria@example.org", "sent")
    is_in_state(reader, "front@lakeside.example", "sent")
    taken = [json.loads(letters.readline()) for _ in range(2)]
    assert sorted(letter["receivers"] for letter in taken) == [["front@lakeside.example"], ["maria@example.org"]]
    sheet = reader.context.request.get(f"{address}/sheet.pdf").body()
    for letter in taken:
        assert letter["from"][0][1] == "clinic@harbor.example" and "M54.16" in letter["plain"]
        assert [one["sha256"] for one in letter["attachments"]] == [hashlib.sha256(sheet).hexdigest()]


def set_up_texts(reader, address):
    reader.go("/settings/texts")
    reader.fill(address=f"{address}/messages")
    reader.tick("sign-in", "none")
    reader.fill(user="", status_address=f"{address}/messages/{{id}}.json")
    reader.press("settings.save")
    # At the same address.
    reader.sees(reader.say("flash.settings-saved"))
    expect(reader.control("status-address")).to_have_value(f"{address}/messages/{{id}}.json")


def sent_to(reader, number):
    """The message to a number, as its prescription's page lists it."""
    return reader.page.locator("li.delivery").filter(has=reader.page.locator("strong", has_text=number))


def is_in_state(reader, number, state):
    """Waits for it: the page asks for itself again."""
    expect(sent_to(reader, number).locator(".tag")).to_have_text(reader.say(f"sending.state.{state}"), timeout=20_000)


@pytest.mark.parametrize("ways", [{}, {"scripts": False, "width": 360}], ids=["scripts", "no-scripts-narrow"])
def test_a_message_is_followed_taken_back_tried_again_and_sent_elsewhere(signed, gateway, ways):
    reader = signed(**ways)
    address = reader.path
    set_up_texts(reader, gateway)
    reader.go(address)
    reader.follow("sending.open")
    reader.fill(others="(555) 201-3429")
    reader.press("sending.send")
    reader.is_at(address)
    # The gateway is busy and asks to wait for 20 minutes.
    expect(sent_to(reader, "+15552013429")).to_contain_text("20429 refused", timeout=20_000)
    is_in_state(reader, "+15552013429", "queued")
    reader.press("sending.cancel", sent_to(reader, "+15552013429"))
    is_in_state(reader, "+15552013429", "cancelled")
    reader.press("sending.retry", sent_to(reader, "+15552013429"))
    expect(sent_to(reader, "+15552013429")).to_contain_text("20429 refused", timeout=20_000)
    is_in_state(reader, "+15552013429", "queued")
    assert reader.layout_problems() == []
    # Instead to a number that turns out to be a landline, and from there to one that takes it.
    reader.follow("sending.elsewhere", sent_to(reader, "+15552013429"))
    reader.is_at(f"{address}/sending")
    reader.sees("+15552013429")
    reader.fill(others="(555) 201-3614")
    reader.press("sending.send")
    is_in_state(reader, "+15552013429", "cancelled")
    is_in_state(reader, "+15552013614", "failed")
    expect(sent_to(reader, "+15552013614")).to_contain_text("21614")
    reader.go("/")
    reader.sees("+15552013614")
    reader.go(address)
    reader.follow("sending.elsewhere", sent_to(reader, "+15552013614"))
    reader.fill(others="(555) 201-3000")
    reader.press("sending.send")
    is_in_state(reader, "+15552013000", "sent")
    expect(reader.button("sending.cancel")).to_have_count(0)
    reader.go("/")
    expect(reader.page.locator("main")).not_to_contain_text("+15552013614")


def test_a_medicine_is_sent_and_copied_like_a_therapy(signed, gateway, tmp_path):
    reader = signed(width=360)
    patient = reader.page.locator(".patient-banner a").first.get_attribute("href")
    set_up_texts(reader, gateway)
    order = Journey(reader).order_medicine(patient.split("/")[-1])
    reader.go(f"/medication-prescriptions/{order}/sheet")
    reader.follow("sending.open")
    reader.is_at(f"/medication-prescriptions/{order}/sending")
    asked = reader.page.get_by_role("region", name=reader.say("consents.channel.text-message"))
    reader.press("consents.yes", asked)
    # At the same address.
    reader.sees(reader.say("flash.consent-recorded"))
    reader.is_ready()
    reader.fill(others="(555) 201-3000")
    assert reader.layout_problems() == []
    reader.press("sending.send")
    reader.is_at(f"/medication-prescriptions/{order}/sheet")
    is_in_state(reader, "+15552013000", "sent")
    reader.activate(sent_to(reader, "+15552013000").locator("summary"))
    expect(sent_to(reader, "+15552013000").locator(".preview")).to_contain_text("isinopril")
    reader.go(f"/medication-prescriptions/{order}/printing?copy=pharmacy")
    answer = reader.context.request.get(reader.page.locator('a[href*="printing.pdf"]').get_attribute("href"))
    made = Sheet(tmp_path / "made.pdf")
    made.file.write_bytes(answer.body())
    made.is_whole()
    text = " ".join(made.run("pdftotext", str(made.file), "-").split())
    assert reader.say("sheets.copy.pharmacy") in text and "isinopril" in text
