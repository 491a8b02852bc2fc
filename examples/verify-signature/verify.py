"""Verifies a webhook's signature. Body on standard input; exits with 0 where it is right, with 1 where not.

    WEBHOOK_SECRET=... WEBHOOK_SIGNATURE='sha256=...' python3 verify.py < body
"""

import hashlib
import hmac
import os
import sys


def is_signed(body: bytes, header: str, secret: str) -> bool:
    """True where the header is the HMAC-SHA256 of exactly these bytes. Compares in constant time."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), header.encode())


if __name__ == "__main__":
    signed = is_signed(
        # The raw bytes, before any parser: json.dumps(json.loads(body)) would give others.
        sys.stdin.buffer.read(),
        os.environ.get("WEBHOOK_SIGNATURE", ""),
        os.environ["WEBHOOK_SECRET"],
    )
    sys.exit(0 if signed else 1)
