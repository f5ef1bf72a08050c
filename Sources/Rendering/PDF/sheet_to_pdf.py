"""Turns one sheet into a PDF. Reads a JSON object from the file that is named, writes the PDF to standard output.

html        the sheet, a whole HTML document
stylesheet  its CSS
pictures    {name: {"type": media type, "base64": bytes}}, shown by <img src="picture:NAME">

Nothing else can be reached: every address is answered from this request or refused, so a sheet can neither read a file
nor call out. Started with limits on memory, time and file size by PDFPrinter.swift.
"""

import base64
import hashlib
import json
import logging
import os
import sys

PICTURE = "picture:"


class Refused(Exception):
    pass


def fetcher(pictures):
    def fetch(url, *_, **__):
        picture = pictures.get(url[len(PICTURE):]) if url.startswith(PICTURE) else None
        if picture is None:
            raise Refused(url[:80])
        return {"string": base64.b64decode(picture["base64"]), "mime_type": picture["type"]}

    return fetch


def main():
    with open(sys.argv[1], "rb") as file:
        request = json.load(file)
    os.remove(sys.argv[1])
    import weasyprint

    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    fetch = fetcher(request["pictures"])
    html = weasyprint.HTML(string=request["html"], base_url=None, url_fetcher=fetch)
    css = weasyprint.CSS(string=request["stylesheet"], base_url=None, url_fetcher=fetch)
    document = html.render(stylesheets=[css])
    # WeasyPrint attaches what <link rel=attachment> and <a rel=attachment> point to: a sheet has no attachments.
    document.metadata.attachments = []
    identifier = hashlib.sha256(request["html"].encode()).digest()[:16]
    try:
        # Tagged for screen readers. The support in WeasyPrint 57 is young: a sheet it cannot tag is still a sheet.
        pdf = document.write_pdf(identifier=identifier, variant="pdf/ua-1")
    except Exception:
        pdf = document.write_pdf(identifier=identifier)
    sys.stdout.buffer.write(pdf)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        # The kind of error only: its words could hold what the sheet says, and this goes to a log.
        print(type(error).__name__, file=sys.stderr)
        os._exit(1)
