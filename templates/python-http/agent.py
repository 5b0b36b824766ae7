"""Protocol loop: answers `POST /decide`, an observation, with a decision.

You should not need to edit this; decisions are made in strategy.py.
"""

import json
import os
import signal
import socketserver
import sys
from http.server import BaseHTTPRequestHandler

from runs import Runs
from strategy import Strategy

PORT = 8700  # the one in sharpebench.json; the variable PORT overrides it
OBSERVATION_BYTES_MAX = 64 * 1024 * 1024
IDLE_SECONDS_MAX = 10


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = IDLE_SECONDS_MAX  # a client that says nothing must not keep the next one waiting
    wbufsize = -1  # headers and body leave together

    def do_POST(self):
        if self.path != "/decide":
            return self.reply(404, "text/plain", b"observations go to POST /decide\n")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            return self.reply(411, "text/plain", b"Content-Length is needed\n")
        if int(length) > OBSERVATION_BYTES_MAX:
            return self.reply(413, "text/plain", b"no observation is that long\n")
        body = self.rfile.read(int(length))
        try:
            observation = json.loads(body.decode("utf-8"))
        except ValueError as error:
            return self.reply(400, "text/plain", f"not an observation: {error}\n".encode("utf-8"))
        try:
            answer = encode(self.server.runs.decide(observation))
        except Exception:
            # Said to the client as well; the traceback goes to stderr, and the server goes on.
            self.reply(500, "text/plain", b"the strategy failed, see stderr\n")
            raise
        self.reply(200, "application/json", answer)

    def reply(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")  # this also ends the connection after the answer
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_request(self, code="-", size="-"):
        if code != 200:
            super().log_request(code, size)


class Server(socketserver.TCPServer):
    """One decision at a time. Not HTTPServer: that looks its own name up, which may take seconds."""

    allow_reuse_address = True

    def __init__(self, address, strategy):
        super().__init__(address, Handler)
        self.runs = Runs(strategy)


def encode(decision):
    """UTF-8, whatever the locale. A number that is not finite raises here: it is no JSON."""
    return json.dumps(decision, ensure_ascii=False, allow_nan=False).encode("utf-8") + b"\n"


def main():
    # SystemExit unwinds through serve_forever, closes the port and ends with 0.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", str(PORT))
    try:
        server = Server((host, int(port)), Strategy)
    except (OSError, OverflowError, ValueError) as error:
        sys.exit(f"cannot listen on {host}:{port}: {error}")
    with server:
        print(f"listening on http://{host}:{port}/decide", file=sys.stderr)
        server.serve_forever()


if __name__ == "__main__":
    main()
