"""The invented clinic with a clinician who is signed in, and what the addresses of its pages are made of."""

from playwright.sync_api import Browser, StorageState

from clinic import DemoClinic
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
        reader.close()
