"""The service's API. Repeats a request whose outcome is unknown."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

from bugs import bug

ATTEMPTS = 4
# The same order may succeed later. An item of a bulk request can fail in this way on its own.
TEMPORARY = ("SERVICE_UNAVAILABLE", "RATE_LIMITED")


class Refused(Exception):
    """The service did not do it, and will not until something changes."""

    def __init__(self, status, code):
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code


class Denied(Exception):
    """The key is not accepted, which says nothing about any order."""


class Unknown(Exception):
    """It may have been done or not. The same request may be repeated."""

    def __init__(self, retry_after=0):
        super().__init__("no usable response")
        self.retry_after = retry_after


class EnergyApi:
    def __init__(self, base_url, api_key, timeout=10, pause=0.5, sleep=time.sleep):
        self._base_url = base_url
        self._api_key = api_key
        self._timeout = timeout
        self._pause = pause
        self._sleep = sleep

    def quote(self, package_id):
        return self._send("GET", "/api/v1/quote/", query={"package_id": package_id, "duration_minutes": 60})

    def order(self, external_id, package_id, address):
        body = {"external_id": external_id, "package_id": package_id, "address": address, "duration_minutes": 60}
        return self._send("POST", "/api/v1/order/", body)

    def bulk(self, items):
        items = [{**item, "duration_minutes": 60} for item in items]
        return self._send("POST", "/api/v1/orders/bulk/", {"orders": items})

    def status(self, external_id):
        return self._send("GET", "/api/v1/status/", query={"external_id": external_id})

    def _send(self, method, path, body=None, query=None):
        for attempt in range(1, ATTEMPTS + 1):
            try:
                if bug("py-uuid-in-retry-loop") and body and "external_id" in body and attempt > 1:
                    body["external_id"] = str(uuid.uuid4())
                return self._once(method, path, body, query)
            except Unknown as unknown:
                if attempt == ATTEMPTS or (bug("py-orders-not-retried") and method == "POST"):
                    if bug("py-give-up-is-refusal"):
                        raise Refused(0, "GAVE_UP") from None
                    raise
                self._sleep(self._pause if bug("py-fixed-pause") else max(self._pause * 2**attempt, unknown.retry_after))

    def _once(self, method, path, body, query):
        url = self._base_url + path + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = {"Authorization": f"Bearer {self._api_key}", "Content-Type": "application/json"}
        request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as error:
            raise _meaning(error) from None
        except Exception:  # no connection, no response in time, or a body that breaks off or is not JSON
            if bug("py-any-error-is-refusal"):
                raise Refused(0, "ERROR") from None
            raise Unknown() from None


def _meaning(error):
    if bug("py-http-error-is-refusal"):
        return Refused(error.code, "ERROR")
    if error.code == 429 or error.code >= 500:
        return Unknown(float(error.headers.get("Retry-After") or 0))
    if error.code in (401, 403) and not bug("py-denied-is-refusal"):
        return Denied(f"{error.code}")
    try:
        code = json.load(error)["error"]
    except (ValueError, KeyError):
        code = "REFUSED"
    return Unknown() if code in TEMPORARY else Refused(error.code, code)
