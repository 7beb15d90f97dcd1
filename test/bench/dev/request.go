// This file asks for the card.

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/webhooks"
	"github.com/appsvc/svc/test/bench/load"
)

const (
	// patience is how long a server may take to answer.
	patience = 30 * time.Second
	// interval is the time between two requests.
	interval = 2 * time.Millisecond
)

// maxLog is how much of what a server printed is shown, in bytes.
const maxLog = 4000

// client connects to this machine, whatever the host.
var client = http.Client{Timeout: patience, Transport: &http.Transport{
	DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		_, port, _ := net.SplitHostPort(address)
		return (&net.Dialer{}).DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	},
}}

// answers waits until the server on a port answers with a total.
func answers(port string, total int, log string) error {
	want := fmt.Sprintf(`"total":%d`, total)
	var last string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(interval) {
		status, text, err := ask(port)
		if err == nil && status == http.StatusOK && strings.Contains(text, want) {
			return nil
		}
		last = fmt.Sprint(status, " ", text, " ", err)
	}
	printed, _ := os.ReadFile(log)
	return fmt.Errorf("no answer with %s, the last was %s\n%s", want, last, printed[:min(len(printed), maxLog)])
}

const (
	// turn is how long the server is under load at a time.
	turn = 2 * time.Second
	// concurrency is the number of requests under way.
	concurrency = 8
)

// underLoad sends requests to the server on a port, which answers with a total.
func underLoad(port string, total int) (load.Figure, error) {
	return load.Card{
		Origin: "http://main.localhost:" + port, Path: "/_svc/cards/constant?portalId=1000001", Body: `{"input":{}}`,
		Secret: clientSecret, Answer: fmt.Sprintf(`{"ok":true,"capabilityId":"constant","result":{"total":%d}}`, total),
	}.Turn(context.Background(), "127.0.0.1:"+port, concurrency, turn)
}

// ask sends one signed request.
func ask(port string) (status int, text string, err error) {
	body := []byte(`{"input":{}}`)
	url := "http://main.localhost:" + port + "/_svc/cards/constant?portalId=1000001&requestId=" + rand.Text()
	r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	webhooks.SignV3(r, body, "X-Crm", clientSecret, time.Now())
	response, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	return response.StatusCode, string(read), err
}
