"""pytest fixtures for energy-rental-sandbox, in one file that needs nothing but pytest.

Copy it into the folder of your tests. If that folder has a conftest.py already, copy it as energy_sandbox.py, and add this
line to the conftest.py:

    from energy_sandbox import energy_account, energy_account_options, energy_sandbox

A test asks for `energy_account` and gets an account of its own, with its own balance, clock and scenarios:

    def test_refund(energy_account):
        energy_account.use("failed-with-refund")
        order_id = buy_energy(energy_account.base_url, energy_account.api_key, "invoice-7")
        energy_account.advance(until="idle")
        assert energy_account.order(order_id)["refunded"]

The sandbox is the one that ENERGY_SANDBOX_URL names, as under `npx energy-rental-sandbox exec -- pytest`. Without it, one
is started for the run with ENERGY_SANDBOX_COMMAND (default `npx --no energy-rental-sandbox`). These fixtures trust the
certificate of a sandbox with --tls by ENERGY_SANDBOX_CA_FILE; the code under test has to do so too.
"""

import json
import os
import shlex
import shutil
import signal
import ssl
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest


class SandboxError(Exception):
    """A refused control call. `code` is the error code, such as SCENARIO_NOT_FOUND; NO_SANDBOX if no sandbox responded."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


class Sandbox:
    """A running sandbox."""

    def __init__(self, url, admin_token=None):
        self.url = url.rstrip("/")
        self._headers = {"Content-Type": "application/json"}
        if admin_token:
            self._headers["X-Admin-Token"] = admin_token
        ca_file = os.environ.get("ENERGY_SANDBOX_CA_FILE")
        self._tls = ssl.create_default_context(cafile=ca_file) if self.url.startswith("https:") else None

    def call(self, method, path, body=None, query=None):
        """Calls the control API and returns the data of the response."""
        url = f"{self.url}/_sandbox{path}"
        if query:
            url += "?" + urllib.parse.urlencode(query)
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, method=method, headers=self._headers)
        try:
            with urllib.request.urlopen(request, timeout=60, context=self._tls) as response:
                return self._json(response)["data"]
        except urllib.error.HTTPError as error:
            answer = self._json(error)
            raise SandboxError(answer["error"], answer.get("message", "")) from None
        except urllib.error.URLError as error:
            problem = f"no sandbox responds at {self.url} ({error.reason}); start one there, or unset ENERGY_SANDBOX_URL"
            raise SandboxError("NO_SANDBOX", problem) from None

    def _json(self, response):
        try:
            answer = json.load(response)
            answer["success"]
            return answer
        except (ValueError, TypeError, KeyError):
            problem = f"the server at {self.url} is not an energy-sandbox (HTTP {response.status}); check ENERGY_SANDBOX_URL"
            raise SandboxError("NO_SANDBOX", problem) from None

    def create_account(self, **options):
        """Creates an account. The options are those of POST /_sandbox/accounts; the clock is manual by default.

        A server removes it after ten minutes without a call, in case the run is killed before it can delete it.
        """
        created = self.call("POST", "/accounts", {"clock": "manual", "idle_ttl": "10m", **options})
        return Account(self, created)


class Account:
    """An account of its own for a test."""

    def __init__(self, sandbox, created):
        self._sandbox = sandbox
        self.name = created["name"]
        self.api_key = created["api_key"]
        self.webhook_secret = created["webhook_secret"]
        self.base_url = sandbox.url

    def call(self, method, path, body=None, query=None):
        name = urllib.parse.quote(self.name, safe="")
        return self._sandbox.call(method, f"/accounts/{name}{path}", body, query)

    def use(self, *scenarios):
        """Activates exactly these scenarios: names, and scenarios as dictionaries, which take precedence."""
        names = [one for one in scenarios if isinstance(one, str)]
        self.call("PUT", "/scenarios", {"names": names})
        for scenario in scenarios:
            if not isinstance(scenario, str):
                self.call("POST", "/scenarios", {"scenario": scenario})

    def advance(self, order=None, **goal):
        """Lets time pass: by="61m", to="2026-01-01T01:00:00Z" or until="order.completed".

        With until, order is the id or the external_id of the order whose event it is.
        """
        if order is not None:
            goal["order" if isinstance(order, int) else "external_id"] = order
        return self.call("POST", "/clock/advance", goal)

    def order(self, order):
        """An order with its timeline, by its id or its external_id."""
        if isinstance(order, int):
            return self.call("GET", f"/orders/{order}")
        found = self.call("GET", "/orders", query={"external_id": order})["items"]
        if not found:
            raise KeyError(f"account {self.name} has no order with external_id {order!r}")
        return self.call("GET", f"/orders/{found[0]['id']}")

    def orders(self):
        return self.call("GET", "/orders", query={"limit": 1000})["items"]

    def requests(self, **match):
        """The requests that the code under test made, oldest first; for example operation="createOrder"."""
        return self.call("GET", "/requests", query={"limit": 1000, **match})["items"]

    def findings(self, severity="warning"):
        """What the code under test did wrong, including what it has not done by now."""
        return self.call("GET", "/findings", query={"final": "true", "severity": severity, "limit": 1000})["items"]

    def expect_no_findings(self, severity="warning"):
        """Fails the test with what went wrong, what it cost, and how to fix it."""
        found = self.findings(severity)
        if found:
            count = "1 finding" if len(found) == 1 else f"{len(found)} findings"
            pytest.fail("\n\n".join([f"account {self.name}: {count}", *map(_review, found)]), pytrace=False)

    def delete(self):
        self.call("DELETE", "")


def _review(finding):
    cost = "" if finding["cost_trx"] is None else f", cost {finding['cost_trx']:g} TRX"
    return f"{finding['severity']} {finding['rule']}{cost}\n  {finding['message']}\n  Fix: {finding['fix']}"


def _start():
    """Starts a sandbox on a free port. Returns its process and its address."""
    command = shlex.split(os.environ.get("ENERGY_SANDBOX_COMMAND", "npx --no energy-rental-sandbox"))
    # On Windows, the starter can be a script, which is found only with its extension.
    words = [shutil.which(command[0]) or command[0], *command[1:], "start", "--port", "0", "--json"]
    try:
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)
    except OSError as error:
        problem = f"cannot run {command[0]} ({error.strerror}); install Node.js, or set ENERGY_SANDBOX_COMMAND"
        raise SandboxError("NO_SANDBOX", f"{problem} or ENERGY_SANDBOX_URL") from None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{shlex.join(command)} exited with {process.wait()} instead of starting a sandbox")
    return process, json.loads(line)["base_url"]


def _stop(process):
    """Ends the process and what it has started. Signals that end npx, the default starter, reach nothing else."""
    for name in ("SIGTERM", "SIGKILL"):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, getattr(signal, name))
        else:
            subprocess.run(["taskkill", "/pid", str(process.pid), "/t", "/f"], capture_output=True)
        try:
            process.wait(timeout=10)
            return
        except subprocess.TimeoutExpired:
            continue


@pytest.fixture(scope="session")
def energy_sandbox():
    """The sandbox of the run."""
    token = os.environ.get("ENERGY_SANDBOX_ADMIN_TOKEN")
    url = os.environ.get("ENERGY_SANDBOX_URL")
    if url:
        yield Sandbox(url, token)
        return
    process, url = _start()
    try:
        yield Sandbox(url, token)
    finally:
        _stop(process)


@pytest.fixture
def energy_account_options():
    """Options of `energy_account`. Override this fixture in a module or a class."""
    return {}


@pytest.fixture
def energy_account(energy_sandbox, energy_account_options):
    """An account for this test only, deleted afterwards."""
    account = energy_sandbox.create_account(**energy_account_options)
    yield account
    try:
        account.delete()
    except SandboxError as error:
        # The test may have deleted it.
        if error.code != "ACCOUNT_NOT_FOUND":
            raise
