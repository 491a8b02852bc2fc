"""Buys Energy with the generated client for Python. See README.md.

    PYTHONPATH=FOLDER python3 buy.py    where FOLDER has the generated client
"""

import hashlib
import hmac
import json
import os
import sys

from openapi_client import ApiClient, ApiException, Configuration, OrderRequest, OrdersApi

RECIPIENT = "TSandboxRecipientxxxxxxxxxxxvU7EX1"
WITHOUT_THE_BALANCE = "TPaymentRequiredxxxxxxxxxxxxvntz6v"


def order(external_id, address):
    return OrderRequest(external_id=external_id, package_id=1, address=address)


def is_signed(body, header, secret):
    """The signature is that of exactly the bytes received."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), header.encode())


configuration = Configuration(host=os.environ["ENERGY_SANDBOX_URL"])
configuration.access_token = os.environ["ENERGY_SANDBOX_API_KEY"]
with ApiClient(configuration) as client:
    orders = OrdersApi(client)
    placed, status, _ = orders.create_order_with_http_info(order("python-1", RECIPIENT))
    print("placed", status, placed.data.status)
    try:
        orders.create_order(order("python-2", WITHOUT_THE_BALANCE))
    except ApiException as refused:
        print("refused", refused.status, json.loads(refused.body)["error"])

secret = os.environ["ENERGY_SANDBOX_WEBHOOK_SECRET"]
signed = is_signed(sys.stdin.buffer.read(), os.environ["WEBHOOK_SIGNATURE"], secret)
print("signed", str(signed).lower())
