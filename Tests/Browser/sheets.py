"""What other programs say about a PDF."""

import subprocess
from pathlib import Path


class Sheet:
    def __init__(self, file: Path):
        self.file = file

    def run(self, *command: str) -> str:
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout

    def text(self) -> str:
        return " ".join(self.run("pdftotext", "-layout", str(self.file), "-").split())

    def pages(self) -> int:
        return int(self.run("qpdf", "--show-npages", str(self.file)))

    def is_whole(self):
        """Well formed, every font inside, nothing attached, no script."""
        self.run("qpdf", "--check", str(self.file))
        fonts = self.run("pdffonts", str(self.file)).splitlines()[2:]
        assert fonts, "no fonts"
        for font in fonts:
            assert font.split()[-5] == "yes", f"not embedded: {font}"
        info = self.run("pdfinfo", str(self.file))
        assert "JavaScript:      no" in info, info
        assert "no embedded files" in self.run("pdfdetach", "-list", str(self.file)).lower() or \
            "0 embedded files" in self.run("pdfdetach", "-list", str(self.file))

    def picture(self, folder: Path | None, name: str):
        """Keeps a picture of the first page if there is a folder for it."""
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        self.run("pdftoppm", "-png", "-r", "80", "-singlefile", str(self.file), str(folder / name))
