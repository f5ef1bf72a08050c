"""A person at a browser: what they can do, said in the words of the message catalogue."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Browser, Locator, Page, Request, Response, expect

from clinic import Clinic
from words import Words

NARROW, WIDE = 360, 1280
# Chromium itself says this of every answer that is not 200; a form with problems is 422.
EXPECTED_ERRORS = re.compile(r"Failed to load resource: the server responded with a status of (401|403|404|409|422|429)")


class Reader:
    def __init__(self, chromium: Browser, clinic: Clinic, *, scripts=True, width=WIDE, dark=False, language="en",
                 state=None, keyboard=False):
        self.clinic = clinic
        self.scripts = scripts
        # Whether everything is done without a mouse.
        self.keyboard = keyboard
        self.language = language
        self.say = Words(language)
        self.name = f"{language}-{width}-{'dark' if dark else 'light'}"
        self.errors: list[str] = []
        self.answers: list[Response] = []
        self.context = chromium.new_context(
            base_url=clinic.address, java_script_enabled=scripts, viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light", locale={"en": "en-US", "de": "de-DE"}[language],
            reduced_motion="reduce", storage_state=state,
            # Nobody has told this browser to trust the clinic's authority; other tests hold it against the certificate.
            ignore_https_errors=clinic.address.startswith("https:"))
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._console)
        self.context.on("request", self._request)
        self.page.on("response", lambda answer: self.answers.append(answer))
        self.page.on("pageerror", lambda error: self.errors.append(f"{self.page.url}: {error}"))

    def close(self):
        self.context.close()
        assert self.errors == [], "\n".join(self.errors)

    def _console(self, message):
        if message.type == "error" and not EXPECTED_ERRORS.search(message.text):
            self.errors.append(f"{self.page.url}: {message.text}")

    def _request(self, request: Request):
        """Nothing leaves the building, whatever a page shows; what fails outside is never answered, but it was asked."""
        asked = urlsplit(request.url)
        if asked.scheme not in ("data", "blob") and asked.hostname != urlsplit(self.clinic.address).hostname:
            self.errors.append(f"{self.page.url}: asked {request.url}")

    # Doing

    def go(self, path: str):
        self.answers.clear()
        answer = self.page.goto(path)
        assert answer is None or answer.status < 500, f"{path}: {answer.status}"
        self.is_ready()
        return answer

    def button(self, key: str, within: Locator | None = None, **values) -> Locator:
        return (within or self.page).get_by_role("button", name=self.words(key, **values))

    def link(self, key: str, within: Locator | None = None, **values) -> Locator:
        return (within or self.page).get_by_role("link", name=self.words(key, **values))

    def words(self, key: str, **values) -> re.Pattern:
        """The words of a control; behind them it may say of what: "Remove: M54.16", "Change phone for …"."""
        return re.compile(r"^\s*%s\s*($|[:,(]|\b(for|für)\b)" % re.escape(self.say(key, **values)))

    def press(self, key: str, within: Locator | None = None, **values):
        self.activate(self.button(key, within, **values).first)

    def follow(self, key: str, within: Locator | None = None, **values):
        self.activate(self.link(key, within, **values).first)

    def activate(self, target: Locator):
        """Clicks a button, link or summary; with the keyboard goes there and presses Enter."""
        if not self.keyboard:
            return target.click()
        self.tab_to(target)
        self.page.keyboard.press("Enter")

    def tab_to(self, target: Locator):
        """Goes forward until the control has the focus, and sees that the focus shows."""
        expect(target).to_be_visible()
        for _ in range(200):
            if target.evaluate("element => element === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        expect(target).to_be_focused()
        outline = target.evaluate("""element => {
            const shown = [element, element.closest('label'), element.nextElementSibling, element.closest('li')]
            return shown.filter(Boolean).some(part => {
                const style = getComputedStyle(part)
                return style.outlineStyle !== 'none' || style.boxShadow !== 'none'
            })
        }""")
        assert outline, f"focus does not show on {target}"

    def fill(self, **values: str):
        """Fills controls by their names."""
        for name, value in values.items():
            control = self.control(name.replace("_", "-"))
            if not self.keyboard:
                control.fill(value)
                continue
            self.tab_to(control)
            self.page.keyboard.press("ControlOrMeta+A")
            self.page.keyboard.type(value)

    def unfold(self, control):
        """Opens what a control is folded into, the outermost first."""
        # What it is folded into is counted at once, so the page has to be there.
        control.wait_for(state="attached")
        folded = control.locator("xpath=ancestor::details[not(@open)]").first
        while folded.count():
            summary = folded.locator("> summary")
            if self.keyboard:
                self.tab_to(summary)
                self.page.keyboard.press("Enter")
            else:
                summary.click()

    def tick(self, name: str, *choices: str):
        """Ticks boxes, or one of a group of radio buttons."""
        for value in choices:
            box = self.page.locator(f'main input[name="{name}"][value="{value}"]')
            self.unfold(box)
            if not self.keyboard:
                # Some are drawn by their label.
                box.locator("xpath=ancestor::label").click()
            elif box.get_attribute("type") == "checkbox":
                self.tab_to(box)
                self.page.keyboard.press("Space")
            else:
                self.tab_to_group(name)
                for _ in range(40):
                    if box.is_checked():
                        break
                    self.page.keyboard.press("ArrowRight")
            expect(box).to_be_checked()

    def select(self, name: str, value: str):
        control = self.control(name)
        if self.keyboard:
            self.tab_to(control)
            self.page.keyboard.type(control.locator(f'option[value="{value}"]').inner_text())
        else:
            control.select_option(value)
        expect(control).to_have_value(value)

    def tab_to_group(self, name: str):
        for _ in range(200):
            if self.page.evaluate("name => document.activeElement.name === name", name):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {name}")

    def search(self, text: str, found: str):
        """Types into the search box and chooses the result that has the text; with scripts results come while typing."""
        box = self.page.locator('main input[type="search"]').first
        result = self.page.locator("#results .result", has_text=found).first
        self.look_for(box, text)
        expect(result).to_be_visible()
        if not (self.keyboard and self.scripts):
            return self.activate(result)
        # With scripts the results are a listbox: the arrow keys move through it while the box keeps the focus.
        for _ in range(20):
            self.page.keyboard.press("ArrowDown")
            if result.get_attribute("aria-selected") == "true":
                break
        expect(box).to_have_attribute("aria-activedescendant", result.get_attribute("id"))
        self.page.keyboard.press("Enter")

    def look_for(self, box: Locator, text: str):
        """Types into a search box, and waits until what is listed is what was found for the whole text: what is pressed while
        the list changes is lost."""
        if not self.scripts:
            self.type_into(box, text)
            self.is_drawn()
            box.press("Enter")
            expect(self.page).to_have_url(re.compile(r"[?&]q="))
            return self.is_ready()
        with self.page.expect_response(lambda answer: parse_qs(urlsplit(answer.url).query).get("q") == [text]):
            self.type_into(box, text)
        expect(self.page.locator("#results")).not_to_have_attribute("aria-busy", "true")

    def type_into(self, box: Locator, text: str):
        if not self.keyboard:
            return box.fill(text)
        self.tab_to(box)
        self.page.keyboard.type(text)

    def control(self, name: str) -> Locator:
        return self.page.locator(f'main [name="{name}"]:not([type="hidden"])').first

    # Seeing

    def sees(self, text: str):
        expect(self.page.locator("main")).to_contain_text(text)

    def sees_heading(self, key: str, **values):
        expect(self.page.get_by_role("heading", level=1)).to_have_text(self.say(key, **values))

    def sees_heading_text(self, text: str):
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)

    def is_at(self, pattern: str):
        """Waits until the path of the address matches and the page is there: the address changes before it."""
        expect(self.page).to_have_url(re.compile(re.escape(self.clinic.address) + pattern + r"([?#].*)?$"))
        self.is_ready()

    def is_ready(self):
        """Waits until the page is there and its scripts listen: they are modules, which come after it."""
        self.page.wait_for_load_state()
        if self.scripts:
            ready = 'html[data-scripts="ready"], html:not(:has(script[src^="/static/app.js"]))'
            self.page.locator(ready).wait_for(state="attached")

    def is_drawn(self):
        """Waits until the page was drawn: a picture of it is. Chromium has been seen to drop keys that were pressed before; a
        click waits for it by itself."""
        self.page.screenshot()

    @property
    def path(self) -> str:
        return urlsplit(self.page.url).path

    def sees_problem_at(self, name: str):
        """The summary names the field and leads to it; the field says it too."""
        summary = self.page.get_by_role("alert").or_(self.page.locator(".error-summary")).first
        summary.locator(f'a[href="#{name}"]').click()
        expect(self.page.locator(f"#{name}")).to_be_focused()
        expect(self.page.locator(f"#{name}-error")).to_be_visible()

    def see(self, width: int, dark: bool = False):
        """Looks at the page that is open in another width, in light or in dark."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.name = f"{self.language}-{width}-{'dark' if dark else 'light'}"

    def accessibility_problems(self) -> list[str]:
        """What axe finds on the page. Needs scripts."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{self.page.url} {rule['id']}: {node['html'][:200]} {' '.join(node['failureSummary'].split())}"
            for rule in found for node in rule["nodes"]]

    def layout_problems(self) -> list[str]:
        """Whether the page scrolls sideways, and by which elements."""
        wide = self.page.evaluate("""() => {
            const room = document.documentElement.clientWidth
            if (document.documentElement.scrollWidth <= room) return []
            const sticks = element => element.getBoundingClientRect().right > room + 1
            return [...document.querySelectorAll('main *, header *, footer *')].filter(sticks).map(e => e.outerHTML.slice(0, 120))
        }""")
        return [f"{self.page.url} is too wide ({self.name}): {element}" for element in wide[:3]]

    def weight(self) -> int:
        """Bytes of the page and of everything it loaded since `go`."""
        return sum(self._size(answer) for answer in self.answers if answer.status == 200)

    @staticmethod
    def _size(answer) -> int:
        try:
            return len(answer.body())
        except Error:  # Chromium has dropped the body of a page that was navigated away from.
            return int(answer.headers.get("content-length", 0))

    def picture(self, folder: Path | None, name: str):
        """Keeps a picture of the page if there is a folder for it."""
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=folder / f"{name}-{self.name}.png", full_page=True)

    # What everybody does

    def sign_in(self, email: str):
        self.go("/sign-in")
        self.fill(email=email, password=self.clinic.password)
        self.press("accounts.sign-in.submit")
        expect(self.page).not_to_have_url(re.compile("/sign-in"))

    def choose_language(self):
        """Makes the account's language this reader's."""
        self.go("/account")
        self.page.locator(f'footer button[lang="{self.language}"]').click()
        expect(self.page.locator("html")).to_have_attribute("lang", self.language)

    def set_up(self, name="Dana Reyes", email="dana@example.org"):
        self.go(self.clinic.set_up_link)
        self.fill(name=name, email=email, password=self.clinic.password)
        self.press("accounts.set-up.submit")
        self.is_at("/provider")

    def enter_patient(self, **values: str) -> str:
        """A new patient; returns the id of the record."""
        self.go("/patients/new")
        self.fill(**values)
        self.press("patients.save")
        self.is_at("/patients/[0-9a-f-]{36}")
        return self.path.split("/")[2]

    def merged_patient(self, into: str) -> str:
        """The id of a record that was merged into another."""
        merged = self.enter_patient(given="Otto", family="Doppelt", birth_date="1 Jan 1950")
        self.go(f"/patients/{into}/merge?with={merged}")
        self.press("patients.merge.confirm")
        self.is_at(f"/patients/{into}")
        return merged
