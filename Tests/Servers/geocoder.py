"""A geocoder for tests, on a free port of 127.0.0.1: prints its port, then each question as a line of JSON.

The first word of the street says what it answers: "Unknown" with no place, "Slow" never, "Garbage" with no JSON, "Huge" with
a place behind 200 KiB of other things, "Redirect" with the way to another server, "Error" with status 500, "Far" with a place
in Ohio, "Range" with numbers that are no place, "Swapped" with words instead of numbers, "Cut" with half an answer; all else lies
in Portland, Maine. Paths that begin with /census are answered as the Census Bureau does.
"""

import json
import threading
from urllib.parse import parse_qs, urlsplit

from answering import Answering, serve

PLACES = {"Far": (39.96, -83.0), "Range": (4366.1, -70.25), "Swapped": ("north", "west")}


class Handler(Answering):
    def do_GET(self):
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        headers = {name.lower(): value for name, value in self.headers.items()}
        print(json.dumps({"path": parts.path, "query": query, "headers": headers}), flush=True)
        street = query.get("street", query.get("q", ""))
        kind = street.split(" ")[0] if street else ""
        if kind == "Slow":
            threading.Event().wait()
        if kind == "Redirect":
            return self.answer(302, b"[]", {"Location": "http://127.0.0.1:1/elsewhere"})
        if kind == "Error":
            return self.answer(500, b'[{"lat": "43.66", "lon": "-70.25"}]')
        if kind == "Garbage":
            return self.answer(200, b"<html>\xff\xfe{[[[[")
        latitude, longitude = PLACES.get(kind, (43.671, -70.271))
        if parts.path.startswith("/census"):
            matches = [] if kind == "Unknown" else [{"coordinates": {"x": longitude, "y": latitude}}]
            value = {"result": {"input": {}, "addressMatches": matches}}
        else:
            value = [] if kind == "Unknown" else [{"lat": str(latitude), "lon": str(longitude), "name": "<b>"}]
        body = json.dumps(value).encode()
        if kind == "Huge":
            body = json.dumps(["x" * 200_000] + value).encode()
        if kind == "Cut":
            body = body[:20]
        self.answer(200, body)


serve(Handler)
