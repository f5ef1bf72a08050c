"""A patient's own access: the sheet with the code, and what the patient does with it on a telephone."""

import re

import pytest
from playwright.sync_api import expect

from journey import Journey
from reader import NARROW, WIDE
from test_provider import fill_provider

scripts_on_and_off = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
EMAIL, PASSWORD = "maria@home.example", "the roses are late this year"


@pytest.fixture
def clinic(new_clinic, read):
    """A clinician who may write, in a browser; `clinic(scripts=False)` opens another."""
    reader = read(new_clinic)
    reader.set_up()
    fill_provider(reader)
    reader.press("providers.next")
    reader.is_at("/provider/icon")
    return lambda **options: read(new_clinic, state=reader.context.storage_state(), **options)


def enter_maria(clinician) -> str:
    return clinician.enter_patient(given="Maria", family="Lopez", birth_date="1948-03-12")


def make_code(clinician, patient: str, key: str = "invitations.make") -> str:
    clinician.go(f"/patients/{patient}")
    clinician.press(key)
    return clinician.page.locator(".sheet__key--code").inner_text()


def type_code(visitor, code: str, birth_date: str):
    visitor.fill(code=code, birth_date=birth_date)
    visitor.press("invitations.join.submit")


@scripts_on_and_off
def test_a_patient_joins_with_the_code_and_sees_the_own_medicines(clinic, new_clinic, read, scripts):
    clinician = clinic(scripts=scripts)
    patient = enter_maria(clinician)
    Journey(clinician).order_medicine(patient)
    code = make_code(clinician, patient)
    clinician.sees(clinician.say("invitations.show.once"))

    telephone = read(new_clinic, scripts=scripts, width=NARROW)
    telephone.go("/sign-in")
    telephone.follow("accounts.sign-in.join")
    telephone.is_at("/join")
    type_code(telephone, code, "yesterday")
    telephone.sees_problem_at("birth-date")
    expect(telephone.control("code")).to_have_value(code)
    type_code(telephone, code, "12 Mar 1950")
    telephone.sees_problem_at("code")
    type_code(telephone, code.lower().replace("-", " "), "12 March 1948")
    telephone.is_at("/join/account")
    telephone.fill(email="dana@example.org", password=PASSWORD)
    telephone.press("invitations.account.submit")
    telephone.sees_problem_at("email")
    expect(telephone.control("email")).to_have_value("dana@example.org")
    telephone.fill(email=EMAIL, password=PASSWORD)
    telephone.press("invitations.account.submit")
    telephone.is_at("/")
    telephone.sees(telephone.say("flash.account-joined"))
    telephone.sees("lisinopril")

    clinician.go(f"/patients/{patient}")
    clinician.sees(EMAIL)
    clinician.follow("invitations.end")
    clinician.press("invitations.deactivation.confirm")
    clinician.sees(clinician.say("flash.access-ended"))
    telephone.go("/")
    telephone.is_at("/sign-in")

    # Months later, the password forgotten.
    code = make_code(clinician, patient, "invitations.restore")
    telephone.go("/join")
    type_code(telephone, code, "12 March 1948")
    telephone.is_at("/join/account")
    expect(telephone.control("email")).to_have_value(EMAIL)
    telephone.fill(password="another good sentence")
    telephone.press("invitations.account.submit")
    telephone.is_at("/")
    telephone.sees("lisinopril")


@scripts_on_and_off
def test_a_code_is_shown_once_and_can_be_revoked(clinic, scripts):
    clinician = clinic(scripts=scripts)
    patient = enter_maria(clinician)
    code = make_code(clinician, patient)
    # The browser comes back by itself where the language is changed.
    clinician.page.locator('footer button[lang="en"]').click()
    clinician.is_at(f"/patients/{patient}")
    clinician.sees(clinician.say("flash.warning.invitation-shown"))
    expect(clinician.page.locator("main")).not_to_contain_text(code)
    clinician.press("invitations.revoke")
    clinician.sees(clinician.say("flash.invitation-revoked"))
    expect(clinician.button("invitations.revoke")).to_have_count(0)


def look(reader, name: str):
    """In every width, in light and in dark."""
    for width in (NARROW, WIDE):
        for dark in (False, True):
            reader.see(width, dark)
            assert reader.accessibility_problems() + reader.layout_problems() == [], name


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_between_code_and_account_are_fit_to_be_used(clinic, new_clinic, read, language):
    clinician = clinic(language=language)
    clinician.choose_language()
    patient = enter_maria(clinician)
    code = make_code(clinician, patient)
    look(clinician, "the sheet")
    clinician.go(f"/patients/{patient}")
    look(clinician, "the record with an open code")
    visitor = read(new_clinic, language=language)
    visitor.go("/join")
    type_code(visitor, code, "never")
    visitor.sees_problem_at("birth-date")
    look(visitor, "the refused code")
    type_code(visitor, code, "12.3.1948")
    visitor.is_at("/join/account")
    look(visitor, "e-mail address and password")
    visitor.fill(email="", password="short")
    visitor.press("invitations.account.submit")
    visitor.sees_problem_at("email")
    look(visitor, "the refused account")
    visitor.fill(email=EMAIL, password=PASSWORD)
    visitor.press("invitations.account.submit")
    visitor.is_at("/")
    visitor.go("/join")
    look(visitor, "the code while somebody is signed in")
    code = make_code(clinician, patient, "invitations.renew")
    look(clinician, "the sheet for a new password")
    assert re.fullmatch(r"(\w{4}-){2}\w{4}", code)


def test_the_sheet_alone_is_printed_on_one_page(clinic, tmp_path):
    clinician = clinic()
    make_code(clinician, enter_maria(clinician))
    clinician.page.emulate_media(media="print")
    expect(clinician.page.locator(".sheet")).to_be_visible()
    for hidden in [".site-header", ".notice", ".page-header", ".site-footer"]:
        expect(clinician.page.locator(hidden).first).to_be_hidden()
    pdf = clinician.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
