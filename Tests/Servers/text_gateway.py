"""A gateway for text messages for tests, on a free port of 127.0.0.1: prints its port, then each request as a line of JSON.

The last digits of the number say what it answers: …404 with status 404 and so on; …601 takes the message and breaks off
before it answers, …602 takes it and never answers, …614 refuses a landline as Twilio does; all else is taken, …7xx under the
name SM7xx. Asked about that name: SM701 arrived, SM702 never will, SM703 is on its way, SM704 is not known, SM705 is an error of
the gateway's, SM706 is answered without JSON, SM707 not at all, SM708 with nothing, SM709 was sent to a landline.
"""

import argparse
import base64
import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

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
            return self.answer(400, {"code": 21614, "message": f"{number} is not a mobile number"})
        if code == "333":
            return self.answer(307, {}, {"Location": "http://127.0.0.1:1/elsewhere"})
        if code[0:1] in "45" and code.isdigit():
            extra = {"Retry-After": "1200"} if code == "429" else {}
            return self.answer(int(code), {"code": 20000 + int(code), "message": "refused"}, extra)
        self.answer(201, {"sid": f"SM{code}" if code.startswith("7") else "SM123", "status": "queued"})

    def do_GET(self):
        print(json.dumps({"path": self.path, "fields": {}, "headers": self.told()}), flush=True)
        name = self.path.rsplit("/", 1)[-1].removesuffix(".json")
        if name == "SM704":
            return self.answer(404, {"code": 20404, "message": "not found", "status": 404})
        if name == "SM705":
            return self.answer(500, {"status": "failed"})
        if name == "SM707":
            threading.Event().wait()
        value = {
            "SM701": {"status": "delivered", "error_code": None},
            "SM702": {"status": "undelivered", "error_code": 30003, "error_message": "Unreachable\ndestination"},
            "SM706": "delivered",
            "SM708": {"status": None},
            "SM709": {"status": "failed", "error_code": 21614, "error_message": None},
        }.get(name, {"status": "sent", "error_code": None})
        self.answer(200, value)

    def told(self):
        headers = {name.lower(): value for name, value in self.headers.items()}
        if headers.get("authorization", "").startswith("Basic "):
            headers["authorization"] = base64.b64decode(headers["authorization"][6:]).decode()
        return headers

    def answer(self, status, value, extra={}):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, text in extra.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)


parser = argparse.ArgumentParser()
parser.add_argument("--certificate")
parser.add_argument("--key")
options = parser.parse_args()
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if options.certificate:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options.certificate, options.key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
