// This file makes the load: signed requests of a card, by a number of clients at once.

package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// host is that of the worker; connections go to the server's own port.
const host = "main.localhost"

type load struct{ client http.Client }

func newLoad(server *httptest.Server) *load {
	return &load{http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: 64,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
		},
	}}}
}

var body = []byte(`{"input":{}}`)

// ask sends one request, and gives its status.
func (l *load) ask(card string) (int, error) {
	target := "http://" + host + "/_svc/cards/" + card + "?portalId=1000001"
	r, err := http.NewRequest(http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	timestamp := strconv.FormatInt(time.Now().UnixMilli(), 10)
	mac := hmac.New(sha256.New, []byte(clientSecret))
	mac.Write([]byte(http.MethodPost + target + string(body) + timestamp))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Crm-Request-Timestamp", timestamp)
	r.Header.Set("X-Crm-Signature-v3", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	response, err := l.client.Do(r)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0, err
	}
	return response.StatusCode, nil
}

// series is what a number of requests took.
type series struct {
	took      time.Duration
	latencies []time.Duration // sorted
}

func (s *series) rate() float64 { return float64(len(s.latencies)) / s.took.Seconds() }

func (s *series) quantile(q float64) time.Duration {
	return s.latencies[min(int(q*float64(len(s.latencies))), len(s.latencies)-1)]
}

// many sends n requests by a number of clients; every answer must be 200.
func (l *load) many(n, clients int) (*series, error) {
	all := &series{latencies: make([]time.Duration, n)}
	var next atomic.Int64
	failures := make(chan error, clients)
	var running sync.WaitGroup
	start := time.Now()
	for range clients {
		running.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				begun := time.Now()
				status, err := l.ask("constant")
				if err != nil || status != http.StatusOK {
					failures <- fmt.Errorf("request %d: status %d, %v", i, status, err)
					return
				}
				all.latencies[i] = time.Since(begun)
			}
		})
	}
	running.Wait()
	all.took = time.Since(start)
	select {
	case err := <-failures:
		return nil, err
	default:
	}
	slices.Sort(all.latencies)
	return all, nil
}
