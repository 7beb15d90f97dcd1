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

// answers waits until the card answers with the number of a save.
func (p *process) answers(n int) error {
	want := fmt.Sprintf(`"%s":%d`, p.card.field, n)
	var last string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(interval) {
		status, text, err := p.ask()
		if err == nil && status == http.StatusOK && strings.Contains(text, want) {
			return nil
		}
		last = fmt.Sprint(status, " ", text, " ", err)
	}
	printed, _ := os.ReadFile(p.log.Name())
	return fmt.Errorf("no answer with %s, the last was %s\n%s", want, last, printed[:min(len(printed), maxLog)])
}

const (
	// turn is how long a server is under load at a time.
	turn = 2 * time.Second
	// concurrency is the number of requests under way.
	concurrency = 8
)

// underLoad sends requests for a time. The card answers with the number of the last save.
func (p *process) underLoad(n int, turn time.Duration) (load.Figure, error) {
	result := fmt.Sprintf(p.card.result, n)
	return load.Card{
		Origin: p.origin(), Path: p.path(), Body: p.card.body, Secret: clientSecret,
		Answer: fmt.Sprintf(`{"ok":true,"capabilityId":"%s","result":%s}`, p.card.id, result),
	}.Turn(context.Background(), "127.0.0.1:"+p.port, concurrency, turn)
}

// origin returns the origin of the card's worker.
func (p *process) origin() string { return "http://" + p.card.worker + ".localhost:" + p.port }

// path returns the path of the card backend with its query.
func (p *process) path() string { return "/_svc/cards/" + p.card.id + "?portalId=1000001" }

// ask sends one signed request.
func (p *process) ask() (status int, text string, err error) {
	body := []byte(p.card.body)
	url := p.origin() + p.path() + "&requestId=" + rand.Text()
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

// serves waits until the server answers at all.
func (p *process) serves() error {
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(interval) {
		if _, _, err = p.ask(); err == nil {
			return nil
		}
	}
	return err
}
