"""All that the suite needs of the sandbox besides the service itself. For another sandbox, change this file."""

import contextlib
import json
import os
import pathlib
import subprocess
import threading
import urllib.parse
import urllib.request

import pytest

from energy_api import Denied, EnergyApi
from receiver import serve
from shop import Shop

URL = os.environ["ENERGY_SANDBOX_URL"]
TRANSFER = pathlib.Path(__file__).parent.parent / "transfer.mjs"


class Account:
    """An account of its own for a test, with a clock that stands still until the test advances it."""

    def __init__(self, name):
        created = _call("POST", "/accounts", {"name": name, "clock": "manual", "balance_trx": 100})
        self.name = created["name"]
        self.api_key = created["api_key"]
        self.webhook_secret = created["webhook_secret"]

    def call(self, method, path, body=None):
        return _call(method, f"/accounts/{urllib.parse.quote(self.name)}{path}", body)

    def use(self, scenario):
        self.call("PUT", "/scenarios", {"names": [scenario]})

    def advance(self, **goal):
        return self.call("POST", "/clock/advance", goal)

    def usdt(self, address, balance=None):
        """What an address has on the chain, in USDT, after it was set to a balance."""
        path = f"/chain/wallets/{address}"
        body = None if balance is None else {"balance_usdt": balance}
        return self.call("PUT" if body else "GET", path, body)["balance_usdt"]

    def transfer(self):
        """The customer sends 1 USDT. What Python lacks for this, a signer of transactions, a program in JavaScript has."""
        node = f"{URL}/_sandbox/accounts/{urllib.parse.quote(self.name)}/tron"
        subprocess.run(["node", TRANSFER, node], check=True, timeout=60)
        self.advance(by="6s")

    def orders(self):
        return self.call("GET", "/orders")["items"]


def _call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/_sandbox{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)["data"]


@pytest.fixture
def account(request):
    return Account(request.node.name.removeprefix("test_").replace("_", "-")[:40])


@pytest.fixture
def shop(account):
    """The shop with its receiver. Its pauses pass on the clock of the account."""
    def sleep(seconds):
        account.advance(by=f"{max(1, int(seconds * 1000))}ms")

    shop = Shop(EnergyApi(URL, account.api_key, sleep=sleep), sleep=sleep)
    server = serve(shop, account.webhook_secret)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    account.call("PUT", "/webhook", {"url": f"http://127.0.0.1:{server.server_port}/webhooks"})
    shop.deposit("ann", 20)
    yield shop
    # The next run of the hourly job.
    account.advance(by="1h")
    with contextlib.suppress(Denied):
        shop.resume()
    server.shutdown()
    server.server_close()
