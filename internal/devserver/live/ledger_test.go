package live_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync/atomic"
	"testing"
)

// ledger serves invoices by pages, some of which do not fit the schema of the example's sync.
type ledger struct {
	rows  int
	token string
	pages atomic.Int64
	// refused counts requests without the token.
	refused atomic.Int64
}

// spoiltEvery is how far apart invoices are that do not fit.
const spoiltEvery = 997

// start serves the ledger on loopback, and gives the network on which its own host leads to it.
func (l *ledger) start(t *testing.T) http.RoundTripper {
	t.Helper()
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host != ledgerHost {
			return nil, fmt.Errorf("no server at %s", r.URL.Host)
		}
		to := r.Clone(r.Context())
		to.URL.Scheme, to.URL.Host = at.Scheme, at.Host
		return http.DefaultTransport.RoundTrip(to)
	})
}

// ledgerHost is where the example believes the ledger to be.
const ledgerHost = "api.ledger-bridge.example.com"

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func (l *ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+l.token {
		l.refused.Add(1)
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || r.URL.Path != "/v2/invoices" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	l.pages.Add(1)
	from, _ := strconv.Atoi(r.URL.Query().Get("after")) // none begins at the first
	to := min(from+limit, l.rows)
	page := map[string]any{"invoices": []any{}}
	for n := from; n < to; n++ {
		page["invoices"] = append(page["invoices"].([]any), invoice(n))
	}
	if to < l.rows {
		page["next"] = strconv.Itoa(to)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(page) // a client that has left does not matter
}

func invoiceID(n int) string { return fmt.Sprintf("L-%06d", n) }

// isSpoilt reports whether an invoice does not fit.
func isSpoilt(n int) bool { return n%spoiltEvery == 100 }

// invoice is the nth one.
func invoice(n int) map[string]any {
	one := map[string]any{
		"id": invoiceID(n), "number": fmt.Sprintf("2026-%06d", n), "email": fmt.Sprintf("customer%d@books.example", n%1000),
		"due": "2026-12-01T00:00:00Z", "total": float64(n) / 4, "state": []string{"open", "overdue", "paid"}[n%3],
	}
	if isSpoilt(n) {
		switch n / spoiltEvery % 2 {
		case 0:
			delete(one, "due")
		case 1:
			one["total"] = map[string]any{"amount": n, "currency": "EUR"}
		}
	}
	return one
}
