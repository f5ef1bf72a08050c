"""The form of a dosage: the line, presets, the grid of four amounts, the details; with scripts and without."""

import pytest
from playwright.sync_api import expect

from test_provider import fill_provider

WAYS = pytest.mark.parametrize("scripts, width", [(True, 1280), (False, 360)], ids=["scripts", "no-scripts"])


@pytest.fixture
def form(new_clinic, read):
    """Opens the form of an order of a typed medicine."""
    def begin(**options):
        reader = read(new_clinic, **options)
        reader.set_up()
        fill_provider(reader)
        reader.press("providers.next")
        reader.is_at("/provider/icon")
        patient = reader.enter_patient(given="Maria", family="Lopez", birth_date="03/12/1948")
        reader.go(f"/patients/{patient}/medications")
        reader.press("medication-prescriptions.new")
        reader.is_at("/medication-prescriptions/[0-9a-f-]{36}/medicine")
        reader.go(reader.path + "?q=Willow+bark")
        reader.page.locator("button[name=name]").click()
        reader.is_at("/medication-prescriptions/[0-9a-f-]{36}/edit")
        return reader
    return begin


def typed(reader, name: str, value: str):
    control = reader.page.locator(f"[name='{name}']")
    expect(control).to_have_value(value)


@WAYS
def test_presets_and_amounts_write_the_line(form, scripts, width):
    reader = form(scripts=scripts, width=width)
    reader.page.locator("button[value=twice-daily]").click()
    typed(reader, "dosage", "1 tablet twice a day")
    expect(reader.page.locator("#meaning")).to_contain_text("Take 1 tablet twice a day.")
    reader.page.locator("#grid-morning").fill("1")
    reader.page.locator("#grid-night").fill("1/2")
    reader.page.locator("button[value=grid]").click()
    typed(reader, "dosage", "1-0-0-½ tablets")
    typed(reader, "grid-night", "½")
    expect(reader.page.locator("#meaning")).to_contain_text("half a tablet at night")
    assert reader.layout_problems() == []


@WAYS
def test_details_hold_once_they_are_changed_and_a_line_takes_their_place(form, scripts, width):
    reader = form(scripts=scripts, width=width)
    reader.page.locator("#dosage").fill("1 tab 2x daily")
    if not scripts:
        reader.page.locator("button[name=show]").click()
    expect(reader.page.locator("#meaning")).to_contain_text("twice a day")
    reader.page.locator("#details-1 summary").click()
    typed(reader, "d1-frequency", "2")
    reader.page.locator("#d1-duration").fill("10 to 15 minutes")
    if not scripts:
        reader.page.locator("button[name=show]").click()
    expect(reader.page.locator("#meaning")).to_contain_text("for 10 to 15 minutes each time")
    typed(reader, "dosage", "")
    reader.page.locator("#dosage").fill("1-0-1-0 tablets")
    if not scripts:
        reader.page.locator("button[name=show]").click()
    expect(reader.page.locator("#meaning")).to_contain_text("in the morning and 1 tablet in the evening")
    typed(reader, "d1-duration", "")
    typed(reader, "grid-evening", "1")
    if scripts:
        assert reader.accessibility_problems() == []
    assert reader.layout_problems() == []


def test_what_is_typed_before_the_scripts_come_is_read_too(form):
    reader = form()
    path = reader.path
    reader.go("/")
    held = []
    reader.page.route("**/static/autosave.js*", lambda route: held.append(route))
    with reader.page.expect_request("**/static/autosave.js*"):
        reader.page.goto(path)
    reader.page.locator("#dosage").fill("1 tab 2x daily")
    for route in held:
        route.continue_()
    expect(reader.page.locator("#meaning")).to_contain_text("twice a day")


def test_a_form_that_is_sent_while_it_is_saved_does_not_contradict_itself(form):
    reader = form()
    sent = []

    def save(route):
        if sent or "x-autosave" not in route.request.headers:
            return route.continue_()
        answer = route.fetch()
        # The server has counted a version that the page does not know of yet.
        sent.append(route)
        reader.button("medication-prescriptions.check").click(no_wait_after=True)
        return route.fulfill(response=answer)

    reader.page.route("**/edit", save)
    reader.page.locator("#dosage").fill("1 tab 2x daily")
    reader.is_at("/medication-prescriptions/[0-9a-f-]{36}/sheet")
    assert sent


def test_a_form_is_sent_while_the_answer_to_its_last_save_does_not_come(form):
    reader = form()
    held = []

    def hold(route):
        held.append(route) if "x-fragment" in route.request.headers else route.continue_()

    reader.page.route("**/edit", hold)
    with reader.page.expect_request(lambda request: "x-fragment" in request.headers):
        reader.page.locator("#dosage").fill("1 tab 2x daily")
    reader.press("medication-prescriptions.check")
    reader.is_at("/medication-prescriptions/[0-9a-f-]{36}/sheet")
    assert held
