"""A test suite in Python. After a failure its client looks the order up, but a 404 makes it order again under another id.

That is right if nothing was ordered, and if the response is lost the order is found. Only if it is lost and the order
cannot be found yet, the client pays twice.
"""

import http.client
import time
import unittest
import urllib.error

from service import call, order

ATTEMPTS = 4


def patiently(method, path, body=None):
    """Repeats what was refused or got no answer. A 404 is an answer: None."""
    for attempt in range(ATTEMPTS):
        try:
            return call(method, path, body)
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            time.sleep(float(error.headers.get("Retry-After", 0)))
        except (OSError, ValueError, http.client.HTTPException):
            pass
    raise AssertionError(f"{path} failed {ATTEMPTS} times")


def buy(external_id):
    for attempt in range(ATTEMPTS):
        try:
            return call("POST", "/api/v1/order/", order(external_id))["order_id"]
        except urllib.error.HTTPError as error:
            time.sleep(float(error.headers.get("Retry-After", 0)))
        except (OSError, ValueError, http.client.HTTPException):
            pass
        found = patiently("GET", f"/api/v1/status/?external_id={external_id}")
        if found:
            return found["id"]
        external_id += "-again"
    raise AssertionError("the order failed too often")


class Lookup(unittest.TestCase):
    def test_each_order_is_paid_once(self):
        before = patiently("GET", "/api/v1/balance/")["balance_trx"]
        for external_id in ("l-1", "l-2"):
            self.assertIsNotNone(buy(external_id))
        after = patiently("GET", "/api/v1/balance/")["balance_trx"]
        self.assertAlmostEqual(before - after, 2 * 3.9)


if __name__ == "__main__":
    unittest.main()
