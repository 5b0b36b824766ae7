"""What the server keeps to. Run: python3 -m unittest"""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import unittest

from agent import Server, encode

OBSERVATION = {"date": "2026-01-02", "cash": 1.0, "symbols": [], "portfolio": []}


class Echo:
    def decide(self, observation):
        if observation["date"] == "bad":
            raise ValueError("no such day")
        return {"orders": [], "reasoning": observation["date"]}


class Quiet(Server):
    def handle_error(self, request, client_address):
        """The traceback is expected here."""


class Answers(unittest.TestCase):
    def setUp(self):
        self.server = Quiet(("127.0.0.1", 0), Echo)
        self.server.RequestHandlerClass.log_message = lambda *arguments: None
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(self.server.shutdown)

    def post(self, body, path="/decide", method="POST", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_address[1], timeout=10)
        self.addCleanup(connection.close)
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response, response.read()

    def test_an_observation_is_answered_with_a_decision(self):
        response, body = self.post(json.dumps({**OBSERVATION, "date": "é"}).encode("utf-8"))
        self.assertEqual((response.status, response.headers["Content-Type"]), (200, "application/json"))
        self.assertEqual(response.headers["Content-Length"], str(len(body)))
        self.assertEqual(json.loads(body), {"orders": [], "reasoning": "é"})

    def test_what_is_no_observation_is_refused(self):
        for body, path, method, headers, status in (
            (b"{", "/decide", "POST", None, 400),
            (b"\xff", "/decide", "POST", None, 400),
            (b"{}", "/other", "POST", None, 404),
            (None, "/decide", "GET", None, 501),
            (None, "/decide", "POST", {"Content-Length": "-1"}, 411),
            (None, "/decide", "POST", {"Content-Length": "999999999999"}, 413),
        ):
            self.assertEqual(self.post(body, path, method, headers)[0].status, status)

    def test_a_strategy_that_fails_says_so_and_the_server_goes_on(self):
        response, _ = self.post(json.dumps({**OBSERVATION, "date": "bad"}))
        self.assertEqual(response.status, 500)
        self.assertEqual(self.post(json.dumps(OBSERVATION))[0].status, 200)


class Process(unittest.TestCase):
    def start(self, port):
        agent = subprocess.Popen(
            [sys.executable, "agent.py"],
            cwd=os.path.dirname(os.path.abspath(__file__)),
            env={**os.environ, "PORT": port},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(agent.stderr.close)
        # A test that fails must not leave a server behind; one that has ended is left alone.
        self.addCleanup(agent.wait)
        self.addCleanup(agent.kill)
        return agent

    def test_it_ends_with_zero_on_term(self):
        agent = self.start("0")
        self.assertIn("listening on http://127.0.0.1:", agent.stderr.readline())
        agent.send_signal(signal.SIGTERM)
        self.assertEqual(agent.wait(10), 0)

    def test_a_port_that_cannot_be_had_is_said(self):
        for port in ("eighty", "70000"):
            agent = self.start(port)
            self.assertIn(f"cannot listen on 127.0.0.1:{port}", agent.stderr.read())
            self.assertEqual(agent.wait(10), 1)


class Encoding(unittest.TestCase):
    def test_a_number_that_is_not_finite_never_leaves(self):
        for number in (float("nan"), float("inf"), float("-inf")):
            with self.assertRaises(ValueError):
                encode({"target_weight": number})


if __name__ == "__main__":
    unittest.main()
