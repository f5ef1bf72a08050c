"""A clinic's own list of therapies: copied, changed by keyboard, published, made the default, prescribed with and signed."""

import pytest
from playwright.sync_api import expect

from journey import Journey
from reader import NARROW


@pytest.fixture
def clinic(new_clinic, read):
    """A clinic with a clinician and a patient; `clinic(language="de")` opens a browser on it."""
    reader = read(new_clinic)
    journey = Journey(reader)
    journey.settle()
    journey.patient()
    return lambda **options: read(new_clinic, state=reader.context.storage_state(), **options)


def titles(reader, section):
    """The titles below a heading of the editor, as they are in a moment."""
    return reader.page.locator(f"section[aria-labelledby=s-{section}] .row__title")


def items(reader, section):
    """The titles below a heading of the editor."""
    return titles(reader, section).all_inner_texts()


def row(reader, item):
    """The row of an item."""
    return reader.page.locator("li.row", has=reader.page.locator(f'button[value="item-up:{item}"]'))


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("language", ["en", "de"])
def test_from_a_copy_to_a_signed_sheet(clinic, language, scripts):
    reader = clinic(language=language, scripts=scripts, width=NARROW)
    reader.choose_language()
    reader.go("/prescriptions")
    reader.follow("therapy-templates.all")
    looks_right(reader)
    reader.go("/therapy-templates/spine")
    reader.sees(reader.say("therapy-templates.not-reviewed"))
    looks_right(reader)
    reader.press("therapy-templates.copy")
    reader.is_at("/therapy-templates/[0-9a-f-]{36}/edit")
    template = reader.path.removesuffix("/edit")
    looks_right(reader)

    reader.page.locator("section[aria-labelledby=s-education] .panel__foot a").click()
    reader.is_at(f"{template}/edit/new-item")
    looks_right(reader)
    reader.fill(**{"title.en": "Walking program", "title.de": "Gehprogramm"})
    new_field = reader.control("field-0.kind")
    reader.unfold(new_field)
    reader.select("field-0.kind", "number")
    reader.fill(**{"field-0.title.en": "Minutes", "field-0.title.de": "Minuten", "field-0.min": "5", "field-0.max": "x"})
    reader.press("therapy-templates.keep")
    reader.page.locator('.error-summary a[href="#field-0.max"]').click()
    expect(reader.page.locator('[id="field-0.max"]')).to_be_focused()
    expect(reader.page.locator('[id="field-0.max-error"]')).to_be_visible()
    looks_right(reader)
    reader.fill(**{"field-0.max": "60"})
    reader.press("therapy-templates.keep")
    reader.is_at(f"{template}/edit")
    walking = {"en": "Walking program", "de": "Gehprogramm"}[language]
    assert items(reader, "education")[-1] == walking

    # Up with the keyboard: the button keeps the focus where it moves to.
    up = reader.page.locator('button[value="item-up:walking-program"]')
    up.focus()
    reader.is_drawn()
    reader.page.keyboard.press("Enter")
    reader.is_at(rf"{template}/edit\?at=.*")
    expect(up).to_be_focused()
    reader.is_drawn()
    assert items(reader, "education").index(walking) == 1
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator("section[aria-labelledby=s-education] .row__title").first).to_have_text(walking)

    reader.press("therapy-templates.save-version", version="2")
    reader.is_at(template)
    reader.press("therapy-templates.publish")
    reader.press("therapy-templates.make-default")
    reader.sees(reader.say("therapy-templates.unset-default"))
    reader.page.locator("#reviewed").check()
    reader.press("therapy-templates.approve")
    expect(reader.page.locator(".notice--success").last).to_contain_text("Dana Reyes")
    looks_right(reader)

    journey = Journey(reader)
    reader.go("/")
    reader.page.get_by_role("main").get_by_role("button", name=reader.say("layout.new-prescription")).click()
    reader.is_at("/prescriptions/[0-9a-f-]{36}")
    prescription = reader.path
    journey.choose_patient()
    journey.choose_diagnoses(("radiculopathy lumbar", "M54.16"))
    journey.type_practice(keep_as_favourite=False)
    journey.part("prescriptions.part.therapies")
    assert reader.page.locator("[name=template]").input_value() == template.split("/")[2]
    expect(reader.page.locator("main")).not_to_contain_text(reader.say("therapies.not-reviewed"))
    reader.tick("items", "walking-program")
    reader.fill(**{"value.walking-program.minutes": "20"})
    reader.press("therapies.save")
    reader.is_at(prescription)
    journey.sign()
    reader.sees(walking)


def looks_right(reader):
    if reader.scripts:
        assert reader.accessibility_problems() == []
    assert reader.layout_problems() == []
    small = reader.page.evaluate("""() => [...document.querySelectorAll('main button, main a.button')]
        .filter(e => e.offsetParent).map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 100)])
        .filter(([box]) => box.width && (box.height < 39 || box.width < 39)).map(([, html]) => html)""")
    assert small == []


def test_a_mouse_drags_an_item_to_another_place(clinic):
    reader = clinic()
    reader.go("/therapy-templates/spine")
    reader.press("therapy-templates.copy")
    reader.is_at("/therapy-templates/[0-9a-f-]{36}/edit")
    neck, back = items(reader, "education")
    lso = items(reader, "fit-and-instruct")[0]

    # Within a heading, in front of another.
    row(reader, "back-school").drag_to(row(reader, "neck-school"), target_position={"x": 60, "y": 3})
    expect(titles(reader, "education")).to_have_text([back, neck])
    expect(reader.page.locator('button[value="item-up:back-school"]')).to_be_focused()
    reader.is_ready()
    # Over to another heading, behind its last.
    row(reader, "lso").drag_to(reader.page.locator("section[aria-labelledby=s-education] .panel__foot"))
    expect(titles(reader, "education")).to_have_text([back, neck, lso])
    looks_right(reader)
    # Dropped where it was, nothing is sent; the link of a row still leads to its item.
    reader.page.wait_for_load_state("networkidle")
    reader.answers.clear()
    row(reader, "lso").drag_to(row(reader, "lso"), target_position={"x": 60, "y": 3})
    assert reader.answers == []
    titles(reader, "education").last.click()
    reader.is_at("/therapy-templates/[0-9a-f-]{36}/edit/items/lso")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("language", ["en", "de"])
def test_precautions_weight_bearing_and_questions(clinic, language, scripts):
    reader = clinic(language=language, scripts=scripts, width=NARROW)
    reader.choose_language()
    reader.go("/therapy-templates/spine")
    reader.press("therapy-templates.copy")
    reader.is_at("/therapy-templates/[0-9a-f-]{36}/edit")
    template = reader.path.removesuffix("/edit")
    looks_right(reader)
    reader.page.locator('a[href="edit/lists/precautions"]').click()
    reader.is_at(f"{template}/edit/lists/precautions")
    looks_right(reader)
    reader.follow("therapy-templates.new-item.precautions")
    reader.is_at(f"{template}/edit/lists/precautions/new-item")
    looks_right(reader)
    reader.fill(**{"title.en": "Neutropenia", "title.de": "Neutropenie"})
    reader.press("therapy-templates.keep")
    reader.is_at(f"{template}/edit/lists/precautions")
    added = {"en": "Neutropenia", "de": "Neutropenie"}[language]
    expect(titles(reader, "precautions").last).to_have_text(added)
    # Up with the keyboard: the button keeps the focus where it moves to.
    up = reader.page.locator('button[value="item-up:neutropenia"]')
    up.focus()
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url("**/lists/precautions?at=*")
    expect(up).to_be_focused()
    expect(titles(reader, "precautions").nth(-2)).to_have_text(added)
    row(reader, "cardiac").locator('button[value="item-removal:cardiac"]').click()
    expect(row(reader, "cardiac")).to_have_count(0)
    reader.sees(reader.say("therapy-templates.put-back", count=1))
    looks_right(reader)

    reader.go(f"{template}/edit/lists/weight-bearing")
    looks_right(reader)
    reader.press("therapy-templates.do-not-ask")
    reader.sees(reader.say("therapy-templates.list-empty.weight-bearing"))
    looks_right(reader)

    reader.go(f"{template}/edit/rules")
    looks_right(reader)
    reader.page.locator('label:has(input[name=rule][value="surgery-date"])').click()
    reader.press("therapy-templates.keep")
    reader.is_at(f"{template}/edit")
    reader.sees(reader.say("therapy-templates.rules-switched-off"))
    reader.sees(reader.say("therapy-templates.rules-lost"))
    looks_right(reader)
    reader.press("therapy-templates.save-version", version="2")
    reader.is_at(template)
    reader.sees(added)


def test_a_mouse_drags_a_precaution_to_another_place(clinic):
    reader = clinic()
    reader.go("/therapy-templates/spine")
    reader.press("therapy-templates.copy")
    reader.is_at("/therapy-templates/[0-9a-f-]{36}/edit")
    reader.go(f"{reader.path}/lists/precautions")
    first, second = items(reader, "precautions")[:2]
    row(reader, "cardiac").drag_to(row(reader, "fall-risk"), target_position={"x": 60, "y": 3})
    expect(titles(reader, "precautions").first).to_have_text(second)
    expect(titles(reader, "precautions").nth(1)).to_have_text(first)
    expect(reader.page.locator('button[value="item-up:cardiac"]')).to_be_focused()


def test_two_tabs_do_not_undo_each_other(clinic):
    first, second = clinic(), clinic()
    first.go("/therapy-templates/knee")
    first.press("therapy-templates.copy")
    first.is_at("/therapy-templates/[0-9a-f-]{36}/edit")
    details = f"{first.path}/details"
    first.go(details)
    second.go(details)
    first.fill(name="Knee, mine")
    first.press("therapy-templates.keep")
    first.is_at(details.removesuffix("/details"))
    second.fill(name="Knee, other")
    second.press("therapy-templates.keep")
    second.sees(second.say("therapy-templates.problem.stale"))
    expect(second.control("name")).to_have_value("Knee, other")
    second.press("therapy-templates.keep")
    second.is_at(details.removesuffix("/details"))
    second.sees("Knee, other")
