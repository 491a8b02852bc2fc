import pytest

from energy_client import EnergyClient, Refused

RECIPIENT = "TSandboxRecipientxxxxxxxxxxxvU7EX1"


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
