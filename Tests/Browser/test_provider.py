"""Provider information, icon and signature; favourite practices."""

import struct
import zlib

import pytest
from playwright.sync_api import expect

scripts_on_and_off = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])


def picture(width: int, height: int) -> bytes:
    """A red PNG."""
    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    rows = (b"\0" + b"\xff\0\0" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def fill_provider(reader, **changes):
    values = dict(
        first_name="Dana", last_name="Reyes", degree="PA-C", practice_name="Harbor Spine Clinic", street="12 Harbor St",
        city="Chicago", state="il", postcode="60614", phone="3125550142")
    reader.fill(**(values | changes))


@scripts_on_and_off
def test_the_first_time_leads_through_icon_and_signature(new_clinic, read, scripts):
    reader = read(new_clinic, scripts=scripts)
    reader.set_up()
    reader.sees(reader.say("providers.incomplete.title"))
    fill_provider(reader, last_name="")
    reader.press("providers.next")
    reader.sees_problem_at("last-name")
    expect(reader.control("first-name")).to_have_value("Dana")
    reader.fill(last_name="Reyes")
    reader.press("providers.next")

    reader.is_at("/provider/icon")
    reader.page.locator("#file").set_input_files(
        {"name": "evil.png", "mimeType": "image/png", "buffer": b"<svg onload='alert(1)'></svg>"})
    reader.press("providers.accept")
    reader.sees_problem_at("file")
    reader.page.locator("#file").set_input_files({"name": "icon.png", "mimeType": "image/png", "buffer": picture(40, 20)})
    reader.press("providers.accept")

    reader.is_at("/provider/signature")
    if scripts:
        box = reader.page.locator(".signature canvas")
        box.scroll_into_view_if_needed()
        area = box.bounding_box()
        reader.page.mouse.move(area["x"] + 20, area["y"] + 60)
        reader.page.mouse.down()
        reader.page.mouse.move(area["x"] + 160, area["y"] + 30, steps=8)
        reader.page.mouse.up()
    else:
        expect(reader.control("signature-name")).to_have_value("Dana Reyes")
    reader.press("providers.save")
    reader.is_at("/")

    reader.go("/provider")
    expect(reader.control("phone")).to_have_value("1(312)555-0142")
    expect(reader.control("state")).to_have_value("IL")
    assert reader.page.locator('img[src="/provider/icon/image"]').evaluate("image => image.naturalWidth") == 40
    expect(reader.page.locator('img[src="/provider/signature/image"]')).to_have_count(1 if scripts else 0)


def test_numbers_and_states_are_shaped_while_typing(new_clinic, read):
    reader = read(new_clinic)
    reader.set_up()
    reader.control("phone").press_sequentially("3125550142")
    expect(reader.control("phone")).to_have_value("1(312)555-0142")
    reader.control("state").press_sequentially("il")
    expect(reader.control("state")).to_have_value("IL")
    reader.control("state").fill("")
    # A whole name stays for the server: its first letters are another state's.
    reader.control("state").press_sequentially("new york")
    expect(reader.control("state")).to_have_value("New York")


@scripts_on_and_off
def test_another_country_asks_for_other_fields(new_clinic, read, scripts):
    reader = read(new_clinic, scripts=scripts)
    reader.set_up()
    fill_provider(reader)
    reader.page.locator("#country").select_option("DE")
    reader.press("contacts.change-country")
    expect(reader.page.locator("#state")).to_have_count(0)
    expect(reader.control("city")).to_have_value("Chicago")
    reader.is_ready()
    reader.fill(city="Berlin", postcode="10559", phone="030 901820")
    reader.press("providers.next")
    reader.is_at("/provider/icon")


@scripts_on_and_off
def test_a_favourite_is_added_and_removed_after_a_question(new_clinic, read, scripts):
    new_clinic.add_account("dana@example.org", "clinician")
    reader = read(new_clinic, scripts=scripts)
    reader.sign_in("dana@example.org")
    reader.go("/practices")
    reader.follow("practices.new")
    reader.press("practices.save")
    reader.sees_problem_at("name")
    reader.fill(name="Lakeside Physical Therapy", phone="847 555 0110")
    reader.press("practices.save")
    reader.is_at("/practices")
    reader.sees("(847) 555-0110")

    question = reader.say("practices.removal.title", name="Lakeside Physical Therapy")
    reader.follow("practices.remove")
    place = reader.page.locator("dialog[open]") if scripts else reader.page.locator("main")
    expect(place).to_contain_text(question)
    if scripts:
        reader.press("layout.go-back", place)
        expect(reader.page.locator("dialog[open]")).to_have_count(0)
        reader.follow("practices.remove")
    reader.press("practices.removal.confirm", place)
    reader.is_at("/practices")
    reader.sees(reader.say("practices.empty.title"))
