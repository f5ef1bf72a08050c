"""Favourite prescriptions: the usual one for a known patient, from the home page to signed, counted key by key."""

import pytest
from playwright.sync_api import expect

from journey import Journey

MOST_KEYS = 15


class Keys:
    """A keyboard that counts: every key pressed and every character typed."""

    def __init__(self, page):
        self.page = page
        self.pressed = 0

    def press(self, key: str):
        self.page.keyboard.press(key)
        self.pressed += 1

    def type(self, text: str):
        for character in text:
            self.press(character)


@pytest.fixture
def clinic(new_clinic, read):
    """A clinic with a patient and a favourite prescription of key 1; `clinic(language="de")` opens a browser on it."""
    reader = read(new_clinic)
    journey = Journey(reader)
    journey.settle()
    journey.patient()
    journey.patient(given="Otto", family="Brandt", birth_date="1950-01-01", email="", phone="")
    journey.new_prescription()
    journey.choose_patient()
    journey.choose_diagnoses(("radiculopathy lumbar", "M54.16"))
    journey.type_practice(keep_as_favourite=False)
    journey.choose_therapies()
    journey.sign()
    reader.activate(reader.page.locator(".page-header__actions summary"))
    reader.follow("favourite-prescriptions.new")
    reader.fill(name="Low back")
    expect(reader.control("key")).to_have_value("1")
    assert reader.accessibility_problems() == []
    reader.press("favourite-prescriptions.save")
    reader.is_at("/favourite-prescriptions")
    return lambda **options: read(new_clinic, state=reader.context.storage_state(), **options)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_usual_prescription_takes_at_most_fifteen_keystrokes_from_home_to_signed(clinic, language):
    reader = clinic(language=language)
    if language != "en":
        reader.choose_language()
    reader.go("/")
    listens(reader)
    keys = Keys(reader.page)
    keys.press("/")
    expect(reader.page.locator("#q")).to_be_focused()
    keys.type("bran")
    found = reader.page.locator("#results a[data-option]")
    expect(found.first).to_contain_text("Brandt")
    keys.press("ArrowDown")
    expect(found.first).to_be_focused()
    keys.press("Enter")
    reader.is_at("/patients/[0-9a-f-]{36}")
    expect(reader.page.locator("[data-shortcut='1']")).to_be_visible()
    listens(reader)
    keys.press("1")
    reader.is_at("/prescriptions/[0-9a-f-]{36}/sheet")
    reader.sees("Brandt")
    reader.sees("M54.16")
    listens(reader)
    keys.press("s")
    reader.is_at("/prescriptions/[0-9a-f-]{36}")
    reader.sees(reader.say("prescriptions.pdf"))
    print(f"{keys.pressed} keystrokes")
    assert keys.pressed <= MOST_KEYS


def listens(reader):
    """Waits until the page takes keys."""
    reader.is_ready()
    reader.is_drawn()


def test_keys_do_nothing_while_somebody_types_or_holds_them_down(clinic):
    reader = clinic()
    reader.go("/")
    listens(reader)
    reader.page.keyboard.press("/")
    reader.page.keyboard.type("1ps?")
    expect(reader.page.locator("#q")).to_have_value("1ps?")
    expect(reader.page.locator("#shortcuts")).not_to_be_visible()
    reader.is_at("/")
    reader.go("/patients?q=brandt")
    reader.page.locator("a.row__title").first.click()
    reader.is_at("/patients/[0-9a-f-]{36}")
    listens(reader)
    for key in ["Control+1", "Alt+1", "Meta+1"]:
        reader.page.keyboard.press(key)
        reader.is_at("/patients/[0-9a-f-]{36}")
    # As if it came with the page before: held down since.
    reader.page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', "
                         "{ key: '1', repeat: true, bubbles: true, cancelable: true }))")
    reader.is_at("/patients/[0-9a-f-]{36}")
    reader.page.keyboard.press("?")
    dialog = reader.page.locator("#shortcuts")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Low back")
    assert reader.accessibility_problems() == []


def list_of_keys(reader):
    """Opens the list from the menu."""
    listens(reader)
    menu = reader.page.get_by_role("banner").locator("details.menu")
    menu.locator("summary").click()
    reader.press("layout.keyboard-shortcuts", menu)
    dialog = reader.page.locator("#shortcuts")
    expect(dialog).to_be_visible()
    return dialog


def listed(dialog):
    """What the list says of each key."""
    return dict(zip(dialog.locator("dt").all_text_contents(), dialog.locator("dd").all_text_contents(), strict=True))


def taken(reader, keys: str) -> list[str]:
    """Those at which the page does something, pressed where the focus is."""
    return [key for key in keys if reader.page.evaluate(
        "key => !document.activeElement.dispatchEvent(new KeyboardEvent('keydown', "
        "{ key, bubbles: true, cancelable: true }))", key)]


def press_key(reader, key: str, leads_to: str):
    listens(reader)
    reader.page.keyboard.press(key)
    reader.is_at(leads_to)


def test_the_list_says_what_each_key_does_and_switches_them_off(new_clinic, read):
    reader = read(new_clinic)
    Journey(reader).settle()
    dialog = list_of_keys(reader)
    everywhere = {
        "N": "layout.new-prescription", "P": "layout.patients", "L": "layout.prescriptions", "F": "layout.practices",
        "?": "layout.shortcut-help", "/": "layout.shortcut-search"}
    assert listed(dialog) == {key: reader.say(words) for key, words in everywhere.items()}
    assert reader.accessibility_problems() == []
    assert taken(reader, "nplf?/") == []  # Nothing behind the list is pressed.
    reader.press("layout.close", dialog)
    expect(dialog).to_be_hidden()
    press_key(reader, "n", "/prescriptions/[0-9a-f-]{36}")
    dialog = list_of_keys(reader)
    assert listed(dialog)["G"] == reader.say("prescriptions.generate")
    reader.press("layout.close", dialog)
    press_key(reader, "g", "/prescriptions/[0-9a-f-]{36}/sheet")
    press_key(reader, "p", "/patients")
    press_key(reader, "l", "/prescriptions")
    press_key(reader, "f", "/practices")
    press_key(reader, "?", "/practices")
    expect(reader.page.locator("#shortcuts")).to_be_visible()
    reader.go("/")
    press_key(reader, "/", "/")
    expect(reader.page.locator("#q")).to_be_focused()
    dialog = list_of_keys(reader)
    dialog.locator("[data-shortcut-switch]").uncheck()
    reader.press("layout.close", dialog)
    assert taken(reader, "nplf?/") == []
    reader.go("/patients")  # Kept on this device.
    listens(reader)
    assert taken(reader, "nplf?/") == []
    dialog = list_of_keys(reader)
    dialog.locator("[data-shortcut-switch]").check()
    reader.press("layout.close", dialog)
    press_key(reader, "f", "/practices")


def test_without_scripts_the_same_buttons_are_there(clinic):
    reader = clinic(scripts=False, width=360)
    reader.go("/patients?q=brandt")
    reader.page.locator("a.row__title").first.click()
    reader.page.get_by_role("button", name="Low back").click()
    reader.is_at("/prescriptions/[0-9a-f-]{36}/sheet")
    reader.press("prescriptions.sign")
    reader.is_at("/prescriptions/[0-9a-f-]{36}")


def test_the_list_begins_renames_and_removes(clinic):
    reader = clinic()
    reader.go("/favourite-prescriptions")
    reader.see(360)
    assert reader.accessibility_problems() == [] and reader.layout_problems() == []
    reader.page.locator("a.row__title").click()
    reader.fill(name="Lower back")
    reader.select("key", "7")
    reader.press("favourite-prescriptions.save")
    reader.sees("Lower back")
    reader.press("favourite-prescriptions.begin")
    reader.is_at("/prescriptions/[0-9a-f-]{36}/patient")
    reader.go("/favourite-prescriptions")
    reader.page.get_by_role("link", name=reader.words("favourite-prescriptions.remove")).click()
    reader.page.get_by_role("dialog").get_by_role(
        "button", name=reader.say("favourite-prescriptions.removal.confirm"), exact=True).click()
    reader.sees(reader.say("favourite-prescriptions.none"))


def test_a_signature_asks_for_the_password_where_the_clinic_wants_it_each_time(clinic):
    reader = clinic()
    reader.go("/settings/signing")
    reader.fill(signing_minutes="0")
    reader.press("settings.save")
    reader.is_at("/settings")
    reader.go("/patients?q=brandt")
    reader.page.locator("a.row__title").first.click()
    reader.page.get_by_role("button", name="Low back").click()
    reader.is_at("/prescriptions/[0-9a-f-]{36}/sheet")
    assert reader.accessibility_problems() == []
    reader.press("prescriptions.sign")
    reader.sees_problem_at("password")
    assert reader.accessibility_problems() == []
    reader.page.locator("#password").fill(reader.clinic.password)
    reader.page.keyboard.press("Enter")
    reader.is_at("/prescriptions/[0-9a-f-]{36}")
    reader.sees(reader.say("prescriptions.pdf"))
