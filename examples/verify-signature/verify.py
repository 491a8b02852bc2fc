"""Verifies a webhook's signature. Reads the body from standard input; exits with 0 if it is valid, with 1 if not.

    WEBHOOK_SECRET=... WEBHOOK_SIGNATURE='sha256=...' python3 verify.py < body
"""

import hashlib
import hmac
import os
import sys


def is_signed(body: bytes, header: str, secret: str) -> bool:
    """True if the header is the HMAC-SHA256 of exactly these bytes. Compares in constant time."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), header.encode())


if __name__ == "__main__":
    signed = is_signed(
        # The raw bytes: json.dumps(json.loads(body)) would produce different ones.
        sys.stdin.buffer.read(),
        os.environ.get("WEBHOOK_SIGNATURE", ""),
        os.environ["WEBHOOK_SECRET"],
    )
    sys.exit(0 if signed else 1)
