"""A mail server for tests, on a free port of 127.0.0.1: prints its port, then each letter it took as a line of JSON.

What it does is chosen by the receiver's mailbox: rcpt-550 refuses the receiver with that code, data-452 the letter,
drop breaks off in the middle of the letter, silent takes it and never answers; all else is taken.
"""

import argparse
import asyncio
import email
import email.policy
import hashlib
import json
import ssl

from aiosmtpd.smtp import SMTP, AuthResult


def told(message):
    """What a reader makes of a letter."""
    parsed = email.message_from_bytes(message, policy=email.policy.default)
    body = {kind: parsed.get_body((kind,)) for kind in ("plain", "html")}
    texts = {kind: part.get_content() if part else None for kind, part in body.items()}
    defects = [str(defect) for part in parsed.walk() for defect in part.defects]
    defects += [str(defect) for value in parsed.values() for defect in getattr(value, "defects", [])]
    return {
        "headers": {name.lower(): str(value) for name, value in parsed.items()},
        "to": [[one.display_name, one.addr_spec] for one in parsed["to"].addresses],
        "from": [[one.display_name, one.addr_spec] for one in parsed["from"].addresses],
        "types": [part.get_content_type() for part in parsed.walk()],
        "plain": texts["plain"],
        "html": texts["html"],
        "attachments": [
            {
                "name": part.get_filename(),
                "type": part.get_content_type(),
                "sha256": hashlib.sha256(part.get_content()).hexdigest(),
            }
            for part in parsed.iter_attachments()
        ],
        "defects": defects,
        "longest": max(len(line) for line in message.split(b"\r\n")),
        "ascii": all(byte < 128 for byte in message),
        "count": len(parsed.keys()),
    }


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        mailbox = address.split("@")[0]
        if mailbox.startswith("rcpt-"):
            return f"{mailbox[5:]} 5.1.1 no such <{address}>"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mailbox = envelope.rcpt_tos[0].split("@")[0]
        if mailbox.startswith("data-"):
            return f"{mailbox[5:]} not this letter"
        letter = told(envelope.content)
        letter.update(sender=envelope.mail_from, receivers=envelope.rcpt_tos)
        letter.update(tls=server.transport.get_extra_info("sslcontext") is not None)
        letter.update(greeting=session.host_name, user=(session.auth_data or b"").decode())
        print(json.dumps(letter), flush=True)
        if mailbox == "silent":
            await asyncio.Event().wait()
        return "250 2.0.0 queued as T1"


class Server(SMTP):
    async def smtp_DATA(self, arg):
        if self.envelope and self.envelope.rcpt_tos and self.envelope.rcpt_tos[0].startswith("drop"):
            await self.push("354 go on")
            await self._reader.read(2000)
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


class Silent(asyncio.Protocol):
    def __init__(self, greeting):
        self.greeting = greeting

    def connection_made(self, transport):
        if self.greeting:
            transport.write(self.greeting.encode() + b"\r\n")


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tls", choices=["none", "starttls", "tls"], default="none")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--password", help="of the user clinic; empty: none is asked for")
    parser.add_argument("--greeting", help="says only this; empty: nothing at all")
    options = parser.parse_args()
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)

    def authenticate(server, session, envelope, mechanism, data):
        good = data.login == b"clinic" and data.password == options.password.encode()
        return AuthResult(success=good, handled=False, auth_data=data.login)

    def make():
        if options.greeting is not None:
            return Silent(options.greeting)
        return Server(
            Handler(), hostname="mail.example", tls_context=context if options.tls == "starttls" else None,
            authenticator=authenticate if options.password else None, auth_required=bool(options.password),
            auth_require_tls=False, loop=asyncio.get_running_loop(), data_size_limit=100_000_000,
        )

    server = await asyncio.get_running_loop().create_server(
        make, "127.0.0.1", 0, ssl=context if options.tls == "tls" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
