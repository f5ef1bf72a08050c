"""What a clinician does from the set-up link to the printed sheet, step by step, as a person at the page."""

from pathlib import Path

from playwright.sync_api import expect

from reader import Reader

PICTURE = Path(__file__).resolve().parents[2] / "Static/provider-icons/spine.png"

PROVIDER = {
    "first_name": "Dana", "middle_name": "Q", "last_name": "Reyes", "degree": "PA-C",
    "practice_name": "Harbor Spine Clinic", "street": "12 Harbor Street", "city": "Portland", "state": "ME",
    "postcode": "04101", "phone": "(207) 555-0142", "npi": "1234567893", "licence": "PA-1882",
}
PATIENT = {
    "given": "María José", "family": "Okafor-Lindqvist", "birth_date": "1957-03-12", "street": "7 Elm Court",
    "city": "Portland", "state": "ME", "postcode": "04103", "phone": "207 555 0177", "email": "maria@example.org",
}
PRACTICE = {
    "name": "Lakeside Physical Therapy", "street": "40 Lake Road", "city": "Portland", "state": "ME",
    "postcode": "04102", "phone": "207-555-0163", "fax": "207-555-0164",
}


class Journey:
    def __init__(self, reader: Reader):
        self.reader = reader
        self.page = reader.page

    def settle(self):
        """From the set-up link to the home page of somebody who may sign."""
        self.reader.set_up()
        self.provider_information()
        self.shipped_icon()
        self.typed_signature()

    def provider_information(self):
        """Straight after set-up: "Next" leads on to the icon."""
        self.reader.sees_heading("providers.title")
        self.reader.fill(**PROVIDER)
        self.reader.press("providers.next")
        self.reader.is_at("/provider/icon")

    def shipped_icon(self):
        self.reader.tick("icon", "spine")
        self.reader.press("providers.accept")
        self.reader.is_at("/provider/signature")

    def typed_signature(self):
        self.reader.tick("signature-kind", "typed")
        self.reader.fill(signature_name="Dana Q. Reyes, PA-C")
        self.reader.press("providers.save")
        self.reader.is_at("/")

    def patient(self, **different: str) -> str:
        """A new patient; returns the path of the record."""
        self.type_patient(**different)
        self.reader.tick("allergy-status", "none-known")
        self.reader.press("patients.save")
        self.reader.is_at("/patients/[0-9a-f-]{36}")
        return self.reader.path

    def type_patient(self, **different: str):
        self.reader.go("/patients/new")
        self.reader.fill(**PATIENT | different)
        self.reader.select("sex", "female")

    def new_prescription(self) -> str:
        """A new draft; returns its path."""
        self.reader.press("layout.new-prescription", self.page.get_by_role("banner"))
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}")
        return self.reader.path

    def signed_prescription(self, keep_as_favourite=True) -> str:
        """The first prescription of a new clinic, for its first patient, signed; its path."""
        self.settle()
        self.patient()
        self.new_prescription()
        self.choose_patient()
        self.choose_diagnoses(("radiculopathy lumbar", "M54.16"))
        self.type_practice(keep_as_favourite)
        self.choose_therapies()
        self.sign()
        return self.reader.path

    def part(self, key: str):
        self.reader.activate(self.page.locator(".part__link", has_text=self.reader.say(key)))

    def choose_patient(self, typed="okafor maria", found="Okafor"):
        self.part("prescriptions.part.patient")
        self.reader.search(typed, found)
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}")

    def choose_diagnoses(self, *typed_and_found: tuple[str, str]):
        self.part("prescriptions.part.diagnoses")
        for number, (typed, found) in enumerate(typed_and_found):
            self.reader.search(typed, found)
            expect(self.page.locator(".chosen__item")).to_have_count(number + 1)
            self.reader.is_ready()
        self.reader.follow("prescriptions.done")
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}")

    def type_practice(self, keep_as_favourite: bool):
        self.part("prescriptions.part.practice")
        self.reader.follow("practices.tab.by-hand")
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}/practice/by-hand")
        self.reader.fill(**PRACTICE)
        self.reader.press("prescriptions.practice.save")
        self.reader.sees_heading("prescriptions.favourite.title")
        self.reader.press("prescriptions.favourite.yes" if keep_as_favourite else "prescriptions.favourite.no")
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}")

    def choose_therapies(self):
        self.part("prescriptions.part.therapies")
        self.reader.tick("visits", "8")
        self.reader.fill(per_week="2", weeks="4")
        self.reader.tick("items", "return-report", "core-stabilization", "manual-therapy", "back-school")
        self.reader.tick("precautions", "fall-risk")
        self.reader.fill(goals="Climb the stairs at home without help", instructions="Start **gently**.\n\n- heat first")
        self.reader.press("therapies.save")
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}")

    def order_after_rotator_cuff_repair(self):
        """From the shoulder's list, with limits and the surgery; the date is asked for."""
        self.part("prescriptions.part.therapies")
        self.reader.select("template", "shoulder")
        self.reader.press("therapies.switch")
        self.reader.sees(self.reader.say("flash.therapies-template-changed"))
        self.reader.fill(visits="12")
        self.reader.tick("items", "return-report", "cuff-repair", "passive-rom", "external-rotation", "sling")
        self.reader.select("value.cuff-repair.size", "large")
        self.reader.fill(**{
            "value.external-rotation.degrees": "30", "value.external-rotation.until": "2027-03-01",
            "value.sling.weeks": "6"})
        self.reader.press("therapies.save")
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}/therapies#value.surgery.date")
        self.reader.unfold(self.reader.control("value.surgery.date"))
        self.reader.fill(**{"value.surgery.date": "2026-11-01"})
        self.reader.press("therapies.save")
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}")

    def sign(self):
        self.reader.follow("prescriptions.generate")
        self.reader.sees(self.reader.say("sheets.note.draft"))
        self.reader.press("prescriptions.sign")
        self.reader.is_at("/prescriptions/[0-9a-f-]{36}")
        self.reader.sees(self.reader.say("prescriptions.pdf"))

    def order_medicine(self, patient: str, sign: bool = True) -> str:
        """A medicine ordered for a patient, signed or still being written; returns the id of the order."""
        self.reader.go(f"/patients/{patient}/medications")
        self.reader.press("medication-prescriptions.new")
        self.reader.is_at("/medication-prescriptions/[0-9a-f-]{36}/medicine")
        order = self.reader.path.split("/")[2]
        self.reader.go(f"/medication-prescriptions/{order}/medicine?q=lisinopril")
        self.page.locator("button[name=medicine]").first.click()
        self.reader.is_at(f"/medication-prescriptions/{order}/edit")
        self.page.fill("[name=dosage]", "1-0-1-0 tablets")
        self.reader.press("medication-prescriptions.check")
        self.reader.is_at(f"/medication-prescriptions/{order}/sheet")
        if sign:
            self.reader.press("prescriptions.sign")
            # At the same address.
            self.reader.sees(self.reader.say("prescriptions.pdf"))
        return order
