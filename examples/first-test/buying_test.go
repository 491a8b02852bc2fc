package buying

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

// call returns the data of a successful response.
func call(t *testing.T, method, path string, body map[string]any, key string) map[string]any {
	t.Helper()
	sent := &bytes.Buffer{}
	if body != nil {
		if err := json.NewEncoder(sent).Encode(body); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, os.Getenv("ENERGY_SANDBOX_URL")+path, sent)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		Success bool           `json:"success"`
		Error   string         `json:"error"`
		Data    map[string]any `json:"data"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	if !answer.Success {
		t.Fatalf("%s %s: %d %s", method, path, response.StatusCode, answer.Error)
	}
	return answer.Data
}

func TestEnergyIsDelegated(t *testing.T) {
	t.Parallel()
	account := call(t, "POST", "/_sandbox/accounts", map[string]any{
		"clock": "manual", "balance_trx": 100, "idle_ttl": "10m",
	}, "")
	key := account["api_key"].(string)
	t.Cleanup(func() { call(t, "DELETE", "/_sandbox/accounts/me", nil, key) })

	call(t, "POST", "/api/v1/order/", map[string]any{
		"external_id": "one", "package_id": 1, "address": "TSandboxRecipientxxxxxxxxxxxvU7EX1",
	}, key)
	call(t, "POST", "/_sandbox/accounts/me/clock/advance", map[string]any{"until": "order.delegated"}, key)

	if status := call(t, "GET", "/api/v1/status/?external_id=one", nil, key)["status"]; status != "delegated" {
		t.Fatalf("expected delegated, got %v", status)
	}
}
