// Buys Energy with the generated client for Go. See README.md.
//
// The constraint keeps this file out of `go test ./...` of a module that has the package in its node_modules.

//go:build ignore

package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"energyrental"
)

const (
	recipient         = "TSandboxRecipientxxxxxxxxxxxvU7EX1"
	withoutTheBalance = "TPaymentRequiredxxxxxxxxxxxxvntz6v"
)

func order(client *energyrental.APIClient, externalID, address string) (energyrental.OrderRepeatedResponse, int, error) {
	request := *energyrental.NewOrderRequest(address)
	request.SetExternalId(externalID)
	request.SetPackageId(1)
	ctx := context.WithValue(context.Background(), energyrental.ContextAccessToken, os.Getenv("ENERGY_SANDBOX_API_KEY"))
	placed, response, err := client.OrdersApi.CreateOrder(ctx).OrderRequest(request).Execute()
	if response == nil {
		return placed, 0, err
	}
	return placed, response.StatusCode, err
}

// The signature is that of exactly the bytes received.
func isSigned(body []byte, header, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hmac.Equal([]byte("sha256="+hex.EncodeToString(mac.Sum(nil))), []byte(header))
}

func main() {
	configuration := energyrental.NewConfiguration()
	configuration.Servers = energyrental.ServerConfigurations{{URL: os.Getenv("ENERGY_SANDBOX_URL")}}
	client := energyrental.NewAPIClient(configuration)

	placed, status, err := order(client, "go-1", recipient)
	if err != nil {
		panic(err)
	}
	fmt.Println("placed", status, placed.Data.Status)

	_, status, err = order(client, "go-2", withoutTheBalance)
	refusal := err.(energyrental.GenericOpenAPIError).Model().(energyrental.InsufficientBalanceError)
	fmt.Println("refused", status, refusal.Error)

	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	fmt.Println("signed", isSigned(body, os.Getenv("WEBHOOK_SIGNATURE"), os.Getenv("ENERGY_SANDBOX_WEBHOOK_SECRET")))
}
