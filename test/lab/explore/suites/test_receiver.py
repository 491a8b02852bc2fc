"""A test suite in Python with a receiver for webhooks.

The receiver verifies the signature over JSON that it has parsed and written again, so that it refuses genuine webhooks
that are written differently. The shop then asks for the status, so that only the sandbox notices it. With `fixed` as
argument, the signature is verified over the received bytes.
"""

import hashlib
import hmac
import json
import sys
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service import call, order

IS_FIXED = "fixed" in sys.argv
ATTEMPTS = 5

account = {}
statuses = {}


def patiently(method, path, body=None):
    for _ in range(ATTEMPTS):
        try:
            return call(method, path, body, account["api_key"])
        except Exception as error:
            time.sleep(float((getattr(error, "headers", None) or {}).get("Retry-After", 0)))
    raise AssertionError(f"{path} failed {ATTEMPTS} times")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = json.loads(body)
        except ValueError:
            event = None
        signed = body if IS_FIXED else json.dumps(event, separators=(",", ":")).encode()
        digest = hmac.new(account["webhook_secret"].encode(), signed, hashlib.sha256).hexdigest()
        is_genuine = hmac.compare_digest(f"sha256={digest}", self.headers.get("X-Webhook-Signature", ""))
        if is_genuine and event:
            statuses[event["data"].get("external_id")] = event["data"].get("status")
        self.send_response(200 if is_genuine else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Receiving(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{self.server.server_port}/"
        account.update(call("POST", "/_sandbox/accounts", {"name": "shop", "clock": "manual", "webhook_url": url}))

    def tearDown(self):
        self.server.shutdown()

    def test_an_order_is_known_to_be_complete(self):
        patiently("POST", "/api/v1/order/", order("r-1"))
        call("POST", "/_sandbox/accounts/shop/clock/advance", {"until": "idle"})
        if statuses.get("r-1") != "completed":
            statuses["r-1"] = patiently("GET", "/api/v1/status/?external_id=r-1")["status"]
        self.assertEqual("completed", statuses["r-1"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
