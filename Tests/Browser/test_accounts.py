"""Set-up, sign-in, the account page and the choice of language."""

import pytest
from playwright.sync_api import expect

scripts_on_and_off = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])


@scripts_on_and_off
def test_set_up_link_works_once_and_keeps_what_was_typed(new_clinic, read, scripts):
    reader = read(new_clinic, scripts=scripts)
    reader.go(new_clinic.set_up_link)
    reader.sees_heading("accounts.set-up.title")
    reader.fill(name="Dana Reyes", email="nowhere", password="short")
    reader.press("accounts.set-up.submit")
    reader.sees_problem_at("email")
    expect(reader.control("name")).to_have_value("Dana Reyes")
    expect(reader.control("email")).to_have_value("nowhere")
    expect(reader.control("password")).to_have_value("")

    reader.set_up()
    other = read(new_clinic, scripts=scripts)
    other.go(new_clinic.set_up_link)
    other.is_at("/sign-in")


@scripts_on_and_off
def test_sign_in_refuses_and_lets_in_and_out(new_clinic, read, scripts):
    new_clinic.add_account("dana@example.org", "clinician", "admin")
    reader = read(new_clinic, scripts=scripts)
    reader.go("/account")
    reader.is_at("/sign-in")
    reader.fill(email="dana@example.org", password="something else")
    reader.press("accounts.sign-in.submit")
    reader.sees(reader.say("accounts.problem.wrong"))
    expect(reader.control("email")).to_have_value("dana@example.org")
    reader.fill(password=new_clinic.password)
    reader.press("accounts.sign-in.submit")
    reader.is_at("/account")

    reader.page.locator(".site-header details.menu summary").click()
    reader.press("layout.sign-out")
    reader.is_at("/sign-in")
    reader.sees(reader.say("flash.signed-out"))
    reader.go("/account")
    reader.is_at("/sign-in")


@scripts_on_and_off
def test_a_session_can_be_ended_from_another_browser(new_clinic, read, scripts):
    new_clinic.add_account("dana@example.org", "clinician")
    first, second = read(new_clinic, scripts=scripts), read(new_clinic, scripts=scripts)
    first.sign_in("dana@example.org")
    second.sign_in("dana@example.org")
    first.go("/account")
    first.press("accounts.session.end")
    first.sees(first.say("flash.session-ended"))
    expect(first.button("accounts.session.end")).to_have_count(0)
    second.go("/account")
    second.is_at("/sign-in")


@scripts_on_and_off
def test_a_new_password_is_asked_for_at_the_next_sign_in(new_clinic, read, scripts):
    new_clinic.add_account("dana@example.org", "clinician")
    reader = read(new_clinic, scripts=scripts)
    reader.sign_in("dana@example.org")
    reader.go("/account")
    reader.fill(password="not it at all", new_password="another good sentence")
    reader.press("accounts.change-password")
    reader.sees_problem_at("password")
    reader.fill(password=new_clinic.password, new_password="another good sentence")
    reader.press("accounts.change-password")
    reader.sees(reader.say("flash.password-changed"))

    other = read(new_clinic, scripts=scripts)
    other.go("/sign-in")
    other.fill(email="dana@example.org", password=new_clinic.password)
    other.press("accounts.sign-in.submit")
    other.sees(other.say("accounts.problem.wrong"))
    other.fill(password="another good sentence")
    other.press("accounts.sign-in.submit")
    other.is_at("/")


@scripts_on_and_off
def test_language_follows_the_browser_until_somebody_chooses(new_clinic, read, scripts):
    new_clinic.add_account("dana@example.org", "clinician")
    german = read(new_clinic, scripts=scripts, language="de")
    german.go("/sign-in")
    german.sees_heading("accounts.sign-in.title")
    english = read(new_clinic, scripts=scripts)
    english.sign_in("dana@example.org")
    english.go("/account")
    english.sees_heading("accounts.title")
    english.page.locator("footer").get_by_role("button", name="Deutsch").click()
    english.is_at("/account")
    expect(english.page.get_by_role("heading", level=1)).to_have_text(german.say("accounts.title"))
    expect(english.page.locator("html")).to_have_attribute("lang", "de")

    # The account remembers, whatever the next browser prefers.
    another = read(new_clinic, scripts=scripts)
    another.go("/sign-in")
    another.sees_heading("accounts.sign-in.title")
    another.sign_in("dana@example.org")
    another.go("/account")
    expect(another.page.locator("html")).to_have_attribute("lang", "de")
