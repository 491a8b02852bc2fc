"""Tests of a small client, which repeats requests, and purchases with the same external_id."""

import http.client
import json
import time
import urllib.error
import urllib.request

import pytest

RECIPIENT = "TSandboxRecipientxxxxxxxxxxxvU7EX1"
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


@pytest.fixture
def client(energy_account):
    yield EnergyClient(energy_account.base_url, energy_account.api_key)
    energy_account.expect_no_findings("error")


def test_an_order_is_completed(client, energy_account):
    client.buy("inv-1", RECIPIENT)
    energy_account.advance(until="order.completed")
    assert client.status("inv-1")["status"] == "completed"


def test_time_stops_at_an_event_of_one_order(client, energy_account):
    first = client.buy("inv-6", RECIPIENT)
    energy_account.advance(by="5s")
    client.buy("inv-7", RECIPIENT)
    energy_account.advance(until="order.delegated", order=first["order_id"])
    states = {order["external_id"]: order["status"] for order in energy_account.orders()}
    assert states["inv-6"] == "delegated" and states["inv-7"] != "delegated"
    energy_account.advance(until="order.delegated", order="inv-7")
    assert client.status("inv-7")["status"] == "delegated"


def test_a_test_may_delete_its_account(energy_account):
    energy_account.delete()


def test_a_lost_response_does_not_buy_twice(client, energy_account):
    energy_account.use("response-lost")
    client.buy("inv-2", RECIPIENT)
    assert len(energy_account.orders()) == 1
    assert len(energy_account.requests(operation="createOrder")) >= 2


def test_a_failed_order_is_refunded(client, energy_account):
    energy_account.use("failed-with-refund")
    client.buy("inv-3", RECIPIENT)
    energy_account.advance(until="idle")
    assert client.status("inv-3")["refunded"] is True
    assert energy_account.order("inv-3")["status"] == "failed"


class TestWithoutMoney:
    @pytest.fixture
    def energy_account_options(self):
        return {"balance_trx": 1}

    def test_a_purchase_is_refused(self, client):
        with pytest.raises(Refused, match="INSUFFICIENT_BALANCE"):
            client.buy("inv-4", RECIPIENT)


def test_a_refusal_of_its_own_scenario(client, energy_account):
    reply = {"match": {"operation": "createOrder"}, "reply": {"error": "ADDRESS_NOT_ACTIVE"}}
    energy_account.use({"name": "refused", "summary": "Refuses every order.", "requests": [reply]})
    with pytest.raises(Refused, match="ADDRESS_NOT_ACTIVE"):
        client.buy("inv-5", RECIPIENT)
