"""The words of the pages, read from the same files as the program reads: a label that is reworded breaks no test."""

import json
from pathlib import Path

LOCALES = Path(__file__).resolve().parents[2] / "Views" / "locales"


class Words:
    def __init__(self, language: str):
        self.texts: dict = {}
        for file in sorted((LOCALES / language).glob("*.json")):
            self.texts |= json.loads(file.read_text())

    def __call__(self, key: str, **values) -> str:
        text = self.texts[key]
        if isinstance(text, dict):
            text = text["one" if values.get("count") == 1 else "other"]
        for name, value in values.items():
            text = text.replace("{%s}" % name, str(value))
        return text
