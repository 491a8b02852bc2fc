#!/bin/sh
# Verifies a webhook's signature with openssl. Reads the body from standard input; exits with 0 if it is valid, with 1
# if not.
#
#     WEBHOOK_SECRET=... WEBHOOK_SIGNATURE='sha256=...' sh verify.sh < body
#
# For manual checks only: the secret is visible in the process list while openssl runs, and the comparison is not in
# constant time. A server should verify signatures in its own language.
set -eu

# "-r" writes "<digest> *stdin"; the digest is lowercase hex.
digest=$(openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)
[ "sha256=$digest" = "${WEBHOOK_SIGNATURE:-}" ]
