#!/bin/sh
set -eu

call() { # call METHOD PATH KEY [BODY]
  curl --silent --show-error --fail -X "$1" "$ENERGY_SANDBOX_URL$2" \
    -H "Authorization: Bearer $3" -H 'Content-Type: application/json' ${4:+-d "$4"}
}

key=$(call POST /_sandbox/accounts '' '{"clock":"manual","idle_ttl":"10m"}' |
  sed 's/.*"api_key":"\([^"]*\)".*/\1/')
trap 'call DELETE /_sandbox/accounts/me "$key" > deleted.json' EXIT
call POST /api/v1/order/ "$key" \
  '{"external_id":"one","package_id":1,"address":"TSandboxRecipientxxxxxxxxxxxvU7EX1"}' > order.json
call POST /_sandbox/accounts/me/clock/advance "$key" '{"until":"order.delegated"}' > advanced.json
call GET '/api/v1/status/?external_id=one' "$key" | grep '"status":"delegated"'
