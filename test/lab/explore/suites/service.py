"""Calls the service as the Python suites do: with the standard library alone."""

import json
import os
import urllib.request

URL = os.environ["ENERGY_SANDBOX_URL"]
KEY = os.environ["ENERGY_SANDBOX_API_KEY"]


def call(method, path, body=None, key=KEY):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.load(response)["data"]


def order(external_id):
    """The body of an order request."""
    return {"external_id": external_id, "package_id": 1, "address": "TSandboxRecipientxxxxxxxxxxxvU7EX1"}
