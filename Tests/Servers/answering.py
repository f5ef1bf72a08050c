"""What the servers for tests share: a free port of 127.0.0.1, perhaps with TLS, and answers."""

import argparse
import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Answering(BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def answer(self, status: int, body: bytes, extra: dict[str, str] = {}):
        """Answers with JSON, or with what the program is to take for it."""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, text in extra.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)


def serve(handler: type[Answering]):
    """Prints the port, then answers until it is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    options = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    server.serve_forever()
