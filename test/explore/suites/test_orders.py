"""A test suite in Python. Its client takes any error for a refusal, so an order whose response was lost is not known."""

import json
import os
import unittest
import urllib.error
import urllib.request

URL = os.environ["ENERGY_SANDBOX_URL"]
KEY = os.environ["ENERGY_SANDBOX_API_KEY"]


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.load(response)["data"]


def buy(external_id):
    """Returns the number of orders that the client believes it has made."""
    body = {"external_id": external_id, "package_id": 1, "address": "TSandboxRecipientxxxxxxxxxxxvU7EX1"}
    for _ in range(3):
        try:
            call("POST", "/api/v1/order/", body)
            return 1
        except urllib.error.HTTPError as error:
            if error.code < 500:
                return 0
        except OSError:
            return 0
    return 0


class Orders(unittest.TestCase):
    def test_the_balance_covers_what_was_bought(self):
        before = call("GET", "/api/v1/balance/")["balance_trx"]
        bought = sum(buy(external_id) for external_id in ("p-1", "p-2"))
        after = call("GET", "/api/v1/balance/")["balance_trx"]
        self.assertEqual(bought, 2)
        self.assertAlmostEqual(before - after, bought * 3.9)


if __name__ == "__main__":
    unittest.main()
