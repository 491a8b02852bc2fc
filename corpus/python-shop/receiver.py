"""
Handles the service's webhooks: POST to any path. GET /orders/<external_id> shows what is stored of an order, and
POST /purchases/<id> buys.
"""

import hashlib
import hmac
import json
import os
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from bugs import bug
from energy_api import Denied

seen_ids = set()


def is_signed(body, header, secret):
    """True if the header is the signature of exactly these bytes."""
    if bug("py-signature-optional") and not header:
        return True
    if bug("py-verified-after-parsing"):
        body = json.dumps(json.loads(body), separators=(",", ":"), ensure_ascii=False).encode()
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), (header or "").encode("latin-1", "replace"))


def handler(shop, secret):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self._body()
            try:
                is_purchase = self.path.startswith("/purchases/")
                self._answer(self._buy(self.path.removeprefix("/purchases/")) if is_purchase else self._receive(body))
            except Exception:
                self._answer(500)

        def do_GET(self):
            self._body()
            path = urllib.parse.unquote(self.path)
            found = shop.purchase(path.removeprefix("/orders/")) if path.startswith("/orders/") else None
            if found:
                self._answer(200, json.dumps(found).encode())
            else:
                self._answer(404 if path.startswith("/orders/") else 405)

        def _refuse_method(self):
            self._body()
            self._answer(405)

        do_PUT = do_PATCH = do_DELETE = do_HEAD = _refuse_method

        def _buy(self, id):
            try:
                shop.buy(id, "ann", 1, "TSandboxRecipientxxxxxxxxxxxvU7EX1")
                return 201
            except Denied:
                return 503

        def _receive(self, body):
            if bug("py-id-remembered-before-verification"):
                if self.headers.get("X-Webhook-Id") in seen_ids:
                    return 204
                seen_ids.add(self.headers.get("X-Webhook-Id"))
            if not is_signed(body, self.headers.get("X-Webhook-Signature"), secret):
                return 401
            event = json.loads(body)
            if bug("py-foreign-orders-refused") and not shop.purchase(event["data"]["external_id"]):
                return 500
            status = event["data"]["status"]
            if bug("py-event-header-trusted"):
                status = self.headers["X-Webhook-Event"].removeprefix("order.")
            if bug("py-unknown-event-refused") and event["event"].removeprefix("order.") not in ("processing", "delegating", "delegated", "undelegating", "completed", "review", "failed"):
                return 400
            return shop.take_event(event, status)

        def _body(self):
            if "chunked" in self.headers.get("Transfer-Encoding", "") and not bug("py-content-length-only"):
                chunks = []
                while size := int(self.rfile.readline().split(b";")[0], 16):
                    chunks.append(self.rfile.read(size))
                    self.rfile.readline()
                while self.rfile.readline().strip():
                    pass
                return b"".join(chunks)
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))

        def _answer(self, status, body=b""):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


def serve(shop, secret, port=0):
    server = ThreadingHTTPServer(("127.0.0.1", port), handler(shop, secret))
    server.daemon_threads = True
    return server


if __name__ == "__main__":
    from energy_api import EnergyApi
    from shop import Shop

    api = EnergyApi(os.environ.get("ENERGY_SANDBOX_URL", "http://127.0.0.1:4010"), os.environ.get("ENERGY_SANDBOX_API_KEY", ""))
    shop = Shop(api, os.environ.get("DATA", ":memory:"))
    shop.deposit("ann", 1_000_000)
    serve(shop, os.environ["ENERGY_SANDBOX_WEBHOOK_SECRET"], int(os.environ.get("PORT", "3000"))).serve_forever()
