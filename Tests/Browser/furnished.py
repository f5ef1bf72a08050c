"""A clinic with something on every page."""

from playwright.sync_api import Browser, StorageState

from clinic import Clinic
from reader import Reader


class Furnished:
    def __init__(self, clinic: Clinic, chromium: Browser):
        self.clinic = clinic
        # What the addresses of the pages are made of.
        self.names: dict[str, str] = {}
        reader = Reader(chromium, clinic)
        reader.set_up()
        # The cookies of somebody signed in.
        self.state: StorageState = reader.context.storage_state()
        reader.close()
