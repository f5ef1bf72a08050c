"""Running the clinic: an admin invites a colleague, who chooses a password and begins; and takes the access away again."""

import pytest
from playwright.sync_api import expect

from reader import NARROW, WIDE

scripts_on_and_off = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
ADMIN, LEE, PASSWORD = "morgan@example.org", "lee.ward@example.org", "the roses are late this year"


@pytest.fixture
def admin(new_clinic, read):
    """Opens a browser with an admin signed in who is no clinician."""
    new_clinic.add_account(ADMIN, "admin", name="Morgan Ellis")

    def open_browser(**options):
        reader = read(new_clinic, **options)
        reader.sign_in(ADMIN)
        return reader
    return open_browser


def invite(admin, *roles: str) -> tuple[str, str]:
    """The link and the code."""
    admin.go("/people")
    admin.follow("people.invite")
    admin.fill(name="Lee Ward", email=LEE)
    admin.tick("role", *roles)
    admin.press("people.invite.submit")
    return admin.page.locator("#link").input_value(), admin.page.locator(".sheet__key--code").inner_text()


@scripts_on_and_off
def test_a_clinician_is_invited_signs_in_and_loses_access(admin, new_clinic, read, scripts):
    office = admin(scripts=scripts)
    office.go("/people/new")
    office.fill(name="Lee Ward", email="nowhere")
    office.press("people.invite.submit")
    office.sees_problem_at("email")
    office.sees_problem_at("role")
    expect(office.control("name")).to_have_value("Lee Ward")
    link, _ = invite(office, "clinician")
    office.sees(office.say("people.code.once"))

    colleague = read(new_clinic, scripts=scripts, width=NARROW)
    colleague.go(link)
    colleague.fill(email="somebody@example.org")
    colleague.press("people.join.submit")
    colleague.sees_problem_at("code")
    colleague.fill(email=LEE)
    colleague.press("people.join.submit")
    colleague.is_at("/join/staff/account")
    colleague.fill(password="short")
    colleague.press("people.account.submit")
    colleague.sees_problem_at("password")
    colleague.fill(password=PASSWORD)
    colleague.press("people.account.submit")
    colleague.is_at("/provider")
    colleague.sees(colleague.say("flash.account-joined"))

    office.go("/people")
    office.page.get_by_role("link", name="Lee Ward").click()
    office.sees(office.say("people.open-sessions"))
    office.tick("role", "admin")
    office.press("people.save")
    office.sees(office.say("flash.person-saved"))
    colleague.go("/people")
    colleague.is_at("/people")
    office.follow("people.deactivate")
    office.press("people.deactivate")
    office.sees(office.say("flash.person-deactivated"))
    colleague.go("/")
    colleague.is_at("/sign-in")
    colleague.fill(email=LEE, password=PASSWORD)
    colleague.press("accounts.sign-in.submit")
    colleague.sees_problem_at("email")
    office.press("people.reactivate")
    colleague.fill(password=PASSWORD)
    colleague.press("accounts.sign-in.submit")
    colleague.is_at("/")


def test_the_code_is_typed_and_the_link_is_copied(admin, new_clinic, read):
    office = admin()
    office.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link, code = invite(office, "admin")
    office.press("people.code.copy")
    expect(office.button("people.code.copied")).to_be_visible()
    assert office.page.evaluate("navigator.clipboard.readText()") == link
    colleague = read(new_clinic)
    colleague.go("/sign-in")
    colleague.follow("accounts.sign-in.join")
    colleague.follow("invitations.join.staff")
    colleague.fill(code=code.lower().replace("-", ""), email=LEE)
    colleague.press("people.join.submit")
    colleague.is_at("/join/staff/account")
    colleague.fill(password=PASSWORD)
    colleague.press("people.account.submit")
    colleague.is_at("/")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_of_an_invitation_are_fit_to_be_used(admin, new_clinic, read, language):
    office = admin(language=language)
    office.choose_language()
    link, _ = invite(office, "clinician", "admin")
    look(office, "the sheet")
    office.go("/people")
    look(office, "the list with an open invitation")
    visitor = read(new_clinic, language=language)
    visitor.go(link)
    visitor.fill(email=LEE)
    visitor.press("people.join.submit")
    visitor.is_at("/join/staff/account")
    look(visitor, "the password")
    visitor.press("people.account.submit")
    visitor.sees_problem_at("password")
    look(visitor, "the refused password")


def test_the_sheet_alone_is_printed(admin):
    office = admin()
    invite(office, "clinician")
    office.page.emulate_media(media="print")
    expect(office.page.locator(".sheet")).to_be_visible()
    for hidden in [".site-header", ".notice", ".page-header", ".site-footer", "#link"]:
        expect(office.page.locator(hidden).first).to_be_hidden()


def look(reader, name: str):
    """In every width, in light and in dark."""
    for width in (NARROW, WIDE):
        for dark in (False, True):
            reader.see(width, dark)
            assert reader.accessibility_problems() + reader.layout_problems() == [], name
