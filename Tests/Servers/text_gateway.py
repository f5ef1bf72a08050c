"""A gateway for text messages for tests, on a free port of 127.0.0.1: prints its port, then each request as a line of JSON.

The last digits of the number say what it answers: …404 with status 404 and so on; …601 takes the message and breaks off
before it answers, …602 takes it and never answers, …614 refuses a landline as Twilio does; all else is taken, …7xx under the
name SM7xx. Asked about that name: SM701 arrived, SM702 never will, SM703 is on its way, SM704 is not known, SM705 is an error of
the gateway's, SM706 is answered without JSON, SM707 not at all, SM708 with nothing, SM709 was sent to a landline.
"""

import base64
import json
import threading
from urllib.parse import parse_qs

from answering import Answering, serve


class Handler(Answering):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.headers["Content-Type"] == "application/json":
            fields = json.loads(body)
        else:
            fields = {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}
        print(json.dumps({"path": self.path, "fields": fields, "headers": self.told()}), flush=True)
        number = fields.get("To", "")
        code = number[-3:]
        if code == "601":
            return self.connection.close()
        if code == "602":
            threading.Event().wait()
        if code == "614":
            return self.say(400, {"code": 21614, "message": f"{number} is not a mobile number"})
        if code == "333":
            return self.say(307, {}, {"Location": "http://127.0.0.1:1/elsewhere"})
        if code[0:1] in "45" and code.isdigit():
            extra = {"Retry-After": "1200"} if code == "429" else {}
            return self.say(int(code), {"code": 20000 + int(code), "message": "refused"}, extra)
        self.say(201, {"sid": f"SM{code}" if code.startswith("7") else "SM123", "status": "queued"})

    def do_GET(self):
        print(json.dumps({"path": self.path, "fields": {}, "headers": self.told()}), flush=True)
        name = self.path.rsplit("/", 1)[-1].removesuffix(".json")
        if name == "SM704":
            return self.say(404, {"code": 20404, "message": "not found", "status": 404})
        if name == "SM705":
            return self.say(500, {"status": "failed"})
        if name == "SM707":
            threading.Event().wait()
        value = {
            "SM701": {"status": "delivered", "error_code": None},
            "SM702": {"status": "undelivered", "error_code": 30003, "error_message": "Unreachable\ndestination"},
            "SM706": "delivered",
            "SM708": {"status": None},
            "SM709": {"status": "failed", "error_code": 21614, "error_message": None},
        }.get(name, {"status": "sent", "error_code": None})
        self.say(200, value)

    def told(self):
        headers = {name.lower(): value for name, value in self.headers.items()}
        if headers.get("authorization", "").startswith("Basic "):
            headers["authorization"] = base64.b64decode(headers["authorization"][6:]).decode()
        return headers

    def say(self, status, value, extra={}):
        self.answer(status, json.dumps(value).encode(), extra)


serve(Handler)
