"""A small client of the Energy Rental Service API. It repeats requests, and purchases with the same external_id."""

import http.client
import json
import time
import urllib.error
import urllib.request

ATTEMPTS = 5


class Refused(Exception):
    """The service refused the request; `code` is its error code."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Unanswered(Exception):
    """The outcome of a request is unknown, or the service asks to send it again after `wait_seconds`."""

    def __init__(self, why, wait_seconds=0):
        super().__init__(why)
        self.wait_seconds = wait_seconds


class EnergyClient:
    def __init__(self, base_url, api_key, pause_seconds=0.05):
        self._base_url = base_url
        self._api_key = api_key
        self._pause_seconds = pause_seconds

    def _send(self, method, path, body):
        """Sends a request once."""
        request = urllib.request.Request(
            self._base_url + path,
            data=None if body is None else json.dumps(body).encode(),
            method=method,
            headers={"Authorization": f"Bearer {self._api_key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=5) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as error:
            if error.code == 429 or error.code >= 500:
                raise Unanswered(f"HTTP {error.code}", float(error.headers.get("Retry-After", 0))) from None
            raise Refused(json.load(error)["error"]) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise Unanswered(repr(error)) from error

    def _call(self, method, path, body=None):
        for attempt in range(ATTEMPTS):
            try:
                return self._send(method, path, body)
            except Unanswered as error:
                last = error
                time.sleep(max(error.wait_seconds, self._pause_seconds * 2**attempt))
        raise last

    def buy(self, external_id, address):
        """Buys 65,000 Energy for an hour. The external_id makes it safe to repeat the request."""
        return self._call("POST", "/api/v1/order/", {"external_id": external_id, "package_id": 1, "address": address})

    def status(self, external_id):
        return self._call("GET", f"/api/v1/status/?external_id={external_id}")
