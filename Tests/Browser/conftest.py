"""Fixtures: the real program on a free port with a data folder of its own, and browsers to look at it with."""

from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from clinic import Clinic, DemoClinic, NetworkClinic
from furnished import Furnished
from reader import Reader

PROJECT = Path(__file__).resolve().parents[2]

# As long as for everything else: a password is hashed slowly on a busy machine.
expect.set_options(timeout=15_000)


def pytest_addoption(parser):
    parser.addoption("--program", default=".build/debug/theralog", help="the built theralog")
    parser.addoption("--pictures", type=Path, metavar="FOLDER", help="keep pictures of pages and sheets, to look at")


@pytest.fixture(scope="session")
def program(request) -> Path:
    return (PROJECT / request.config.getoption("--program")).resolve()


@pytest.fixture(scope="session")
def pictures(request) -> Path | None:
    """The folder for pictures; None for none, which is faster."""
    return request.config.getoption("--pictures")


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        # Debian's Chromium; as root it runs only without its sandbox.
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def begun(program, tmp_path_factory) -> Path:
    """The data folder of a clinic after its first start, which reads all lists and takes a while."""
    data = tmp_path_factory.mktemp("begun") / "data"
    with Clinic(program, data):
        return data


@pytest.fixture
def empty_clinic(program, tmp_path):
    """A clinic that was never started before."""
    with Clinic(program, tmp_path / "data") as clinic:
        yield clinic


@pytest.fixture
def data(begun, tmp_path) -> Path:
    """A data folder like it, of one test."""
    return copytree(begun, tmp_path / "data")


@pytest.fixture
def new_clinic(program, data):
    """A clinic that nobody has set up yet."""
    with Clinic(program, data) as clinic:
        yield clinic


@pytest.fixture
def network_clinic(program, data):
    """The same, on the network with TLS."""
    with NetworkClinic(program, data) as clinic:
        yield clinic


@pytest.fixture(scope="session")
def furnished(program, chromium, tmp_path_factory):
    """The invented clinic; shared, so tests only look at it."""
    with DemoClinic(program, tmp_path_factory.mktemp("furnished") / "data") as clinic:
        yield Furnished(clinic, chromium)


@pytest.fixture
def read(chromium: Browser):
    """Opens browsers: `read(clinic, scripts=False, width=360, dark=True, language="de")`."""
    readers = []

    def open_reader(clinic: Clinic, **options) -> Reader:
        readers.append(Reader(chromium, clinic, **options))
        return readers[-1]

    yield open_reader
    for reader in readers:
        reader.close()
