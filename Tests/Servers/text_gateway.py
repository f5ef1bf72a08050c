"""A gateway for text messages for tests, on a free port of 127.0.0.1: prints its port, then each request as a line of JSON.

The last digits of the number say what it answers: …404 with status 404 and so on; …601 takes the message and breaks off
before it answers, …602 takes it and never answers, …614 refuses a landline as Twilio does; all else is taken.
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
        headers = {name.lower(): value for name, value in self.headers.items()}
        if headers.get("authorization", "").startswith("Basic "):
            headers["authorization"] = base64.b64decode(headers["authorization"][6:]).decode()
        print(json.dumps({"path": self.path, "fields": fields, "headers": headers}), flush=True)
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
        self.answer(201, {"sid": "SM123", "status": "queued"})

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
