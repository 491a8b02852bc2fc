import json
import os
import unittest
import urllib.request

SANDBOX = os.environ["ENERGY_SANDBOX_URL"]
ADMIN_TOKEN = os.environ.get("ENERGY_SANDBOX_ADMIN_TOKEN", "")  # required beyond loopback


def call(method, path, body=None, key=None):
    headers = {"Content-Type": "application/json", "X-Admin-Token": ADMIN_TOKEN}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SANDBOX + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]


class Buying(unittest.TestCase):
    def setUp(self):
        account = {"clock": "manual", "balance_trx": 100, "idle_ttl": "10m"}
        self.key = call("POST", "/_sandbox/accounts", account)["api_key"]
        self.addCleanup(call, "DELETE", "/_sandbox/accounts/me", key=self.key)

    def test_energy_is_delegated(self):
        order = {"external_id": "one", "package_id": 1, "address": "TSandboxRecipientxxxxxxxxxxxvU7EX1"}
        call("POST", "/api/v1/order/", order, self.key)
        call("POST", "/_sandbox/accounts/me/clock/advance", {"until": "order.delegated"}, self.key)
        status = call("GET", "/api/v1/status/?external_id=one", key=self.key)
        self.assertEqual(status["status"], "delegated")


if __name__ == "__main__":
    unittest.main()
