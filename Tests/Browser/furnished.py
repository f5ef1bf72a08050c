"""The invented clinic with somebody of each role signed in, and what the addresses of its pages are made of."""

import re

from playwright.sync_api import Browser, StorageState, expect

from clinic import DemoClinic
from journey import Journey
from reader import Reader


class Furnished:
    def __init__(self, clinic: DemoClinic, chromium: Browser):
        self.clinic = clinic
        self.names: dict[str, str] = {}
        reader = Reader(chromium, clinic)
        reader.sign_in(clinic.clinician)
        # The cookies of somebody signed in.
        self.state: StorageState = reader.context.storage_state()
        reader.go("/practices")
        self.names["practice"] = reader.page.locator("a.row__title").first.get_attribute("href").split("/")[2]
        reader.go("/practices/directory")
        entry = reader.page.locator('a[href^="/practices/directory/"][href$="/edit"]').first
        self.names["entry_of_directory"] = entry.get_attribute("href").split("/")[3]
        # The clinician's own, with a change that is no version yet.
        reader.go("/therapy-templates")
        mine = reader.page.locator("section[aria-labelledby=mine] a.row__title").first
        self.names["template"] = mine.get_attribute("href").split("/")[2]
        reader.go(f"/therapy-templates/{self.names['template']}/edit")
        reader.page.locator('button[value="item-removal:modalities"]').click()
        reader.page.locator('form[action$="/versions"]').wait_for()
        self._patients(reader)
        self._prescriptions(reader)
        self.names["ordered"] = Journey(reader).order_medicine(self.names["patient"])
        self.names["order"] = Journey(reader).order_medicine(self.names["patient"], sign=False)
        reader.go("/patients?q=asdis")
        own = reader.page.locator("a.row__title").first.get_attribute("href").split("/")[2]
        self.names["own_record"] = own
        reader.go(f"/patients/{own}")
        ending = reader.page.locator('a[href^="/patient-accounts/"]').first
        self.names["own_account"] = ending.get_attribute("href").split("/")[2]
        self.names["own_order"] = Journey(reader).order_medicine(own)
        reader.close()
        self.admin_state = self._signed_in(chromium, clinic.admin)
        reader = Reader(chromium, clinic, state=self.admin_state)
        reader.go("/people")
        colleague = reader.page.locator("tr", has_text=clinic.clinician).locator("a").first
        self.names["colleague"] = colleague.get_attribute("href").split("/")[2]
        self.names["import_checked"] = self._import(reader, "map.txt", b"M5450   7242  10000\r\nM5451   7242  1000x\r\n")
        self.names["import_failed"] = self._import(reader, "letter.txt", b"Dear clinic\n")
        reader.close()
        self.patient_state = self._signed_in(chromium, clinic.patient)
        reader = Reader(chromium, clinic, state=self.patient_state)
        reader.go("/")
        self.names["own"] = reader.page.locator('a[href^="/my/prescriptions/"]').first.get_attribute("href").split("/")[3]
        reader.go(f"/my/medications/{self.names['own_order']}/administrations/new")
        reader.page.locator("[name=outcome][value=taken]").check()
        reader.press("administrations.record")
        expect(reader.page).not_to_have_url(re.compile("/administrations/new"))
        if reader.path.endswith("/administrations"):  # Warned that it is not one of the planned doses.
            reader.press("administrations.record-anyway")
        reader.is_at(f"/my/medications/{self.names['own_order']}")
        reader.go(f"/my/medications/{self.names['own_order']}")
        entry = reader.page.locator('a[href^="/my/administrations/"]').first
        self.names["entry"] = entry.get_attribute("href").split("/")[3]
        reader.close()

    def _import(self, reader: Reader, name: str, content: bytes) -> str:
        reader.go("/imports")
        reader.page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
        reader.press("imports.check")
        reader.is_at("/imports/[0-9a-f-]{36}")
        # The page reloads itself until the file is checked.
        reader.page.locator(".notice--error, #counts").first.wait_for()
        return reader.path.split("/")[2]

    def _signed_in(self, chromium: Browser, email: str) -> StorageState:
        reader = Reader(chromium, self.clinic)
        reader.sign_in(email)
        state = reader.context.storage_state()
        reader.close()
        return state

    def _patients(self, reader: Reader):
        reader.go("/patients")
        self.names["patient"] = reader.page.locator("a.row__title").first.get_attribute("href").split("/")[2]
        journey = Journey(reader)
        self.names["survivor"] = journey.patient().split("/")[2]
        # The second is held back as a possible duplicate until somebody says that it is none.
        journey.type_patient()
        reader.press("patients.save")
        reader.press("patients.duplicates.save-anyway")
        reader.is_at("/patients/[0-9a-f-]{36}")
        self.names["duplicate"] = reader.path.split("/")[2]
        reader.go(f"/patients/{self.names['survivor']}/merge?with={self.names['duplicate']}")
        reader.press("patients.merge.confirm")
        reader.is_at(f"/patients/{self.names['survivor']}")

    def _prescriptions(self, reader: Reader):
        reader.go("/prescriptions?status=signed")
        self.names["signed"] = reader.page.locator("tbody a").first.get_attribute("href").split("/")[2]
        journey = Journey(reader)
        # A draft that lacks nothing, its practice waiting for an answer whether it is kept.
        self.names["complete"] = journey.new_prescription().split("/")[2]
        journey.choose_patient()
        journey.choose_diagnoses(("radiculopathy lumbar", "M54.16"), ("M54.5", "M54.59"), ("frozen shoulder", "M75.01"))
        journey.type_practice(keep_as_favourite=False)
        journey.choose_therapies()
        reader.go(f"/prescriptions/{self.names['complete']}/favourite")
        reader.fill(name="Back and shoulder")
        reader.press("favourite-prescriptions.save")
        reader.is_at("/favourite-prescriptions")
        kept = reader.page.locator("a.row__title").first.get_attribute("href")
        self.names["favourite"] = kept.split("/")[2]
        self.names["empty"] = journey.new_prescription().split("/")[2]
