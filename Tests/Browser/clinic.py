"""A running theralog."""

import os
import re
import subprocess
from pathlib import Path


class Clinic:
    """The program with a new data folder, from start to stop. Address and set-up link are read from what it prints."""

    command = "serve"
    password = "correct horse battery"

    def __init__(self, program: Path, data: Path, *options: str):
        self.program = program
        self.data = data
        # Of the command line, such as the time zone.
        self.options = options
        self.set_up_link: str | None = None

    def __enter__(self) -> "Clinic":
        self.data.parent.mkdir(parents=True, exist_ok=True)
        with open(self.data.parent / "log", "w") as log:
            self.process = subprocess.Popen(
                [self.program, self.command, "--port", "0", "--data-dir", self.data, *self.options],
                stdout=subprocess.PIPE, stderr=log, text=True, env=self._environment())
        self.read_output()
        return self

    def read_output(self):
        self.address = self._printed(r"running at (https?://\S+)")
        self.set_up_link = self._printed(r"(https?://\S+/set-up\?code=\S+)")

    def __exit__(self, *_):
        self.process.terminate()
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        assert code == 0, f"theralog ended with {code}:\n{self.log()}"

    def add_account(self, email: str, *roles: str, name: str = "Dana Reyes", patient: str | None = None):
        """Adds an account as a script would; that of a patient with the id of the record."""
        subprocess.run(
            [self.program, "account", "add", "--data-dir", self.data, "--name", name, "--email", email]
            + [word for role in roles for word in ("--role", role)] + (["--patient", patient] if patient else [])
            + ["--password-stdin"],
            input=self.password, text=True, check=True, capture_output=True, env=self._environment())

    def log(self) -> str:
        return (self.data.parent / "log").read_text()

    def _printed(self, pattern: str) -> str:
        for line in self.process.stdout:
            if match := re.search(pattern, line):
                return match[1]
        raise AssertionError(f"theralog ended before it printed {pattern}:\n{self.log()}")

    @staticmethod
    def _environment() -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if not name.startswith("THERALOG_")}


class NetworkClinic(Clinic):
    """The same on the network, with TLS."""

    def __init__(self, program: Path, data: Path):
        super().__init__(program, data, "--lan", "--http-port", "0")

    def read_output(self):
        self.address = self._printed(r"running at (https://\S+)")
        self.trust_page = self._printed(r"trust it: (http://\S+)")
        self.fingerprint = self._printed(r"to trust: (.+)")
        self.set_up_link = self._printed(r"(https://\S+/set-up\?code=\S+)")


class DemoClinic(Clinic):
    """The invented clinic: something on every page."""

    command = "demo"

    def read_output(self):
        self.password = self._printed(r'password "([^"]+)"')
        self.admin, self.clinician, self.patient = (
            self._printed(rf"{role}\s+(\S+@\S+)") for role in ("admin", "clinician", "patient"))
        self.address = self._printed(r"running at (http://\S+)")
