package fakeserver

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func newCounter(t *testing.T) (front *Front, get func() string, effects *atomic.Int32) {
	t.Helper()
	effects = new(atomic.Int32)
	front = New(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { effects.Add(1) }))
	server := httptest.NewServer(front)
	t.Cleanup(server.Close)
	get = func() string {
		// A new connection for each request, because Go repeats a GET on a reused one.
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		response, err := client.Get(server.URL + "/x?q=1")
		if err != nil {
			return "broken"
		}
		defer response.Body.Close()
		return response.Status
	}
	return front, get, effects
}

func TestAFaultHitsTheRequestThatItWasOrderedFor(t *testing.T) {
	front, get, effects := newCounter(t)
	front.Fail(2, Fault{Kind: Break})
	front.Fail(3, Fault{Kind: Break, After: true})
	front.Fail(4, HTML(502))
	for i, want := range []struct {
		answer  string
		effects int32
	}{{"200 OK", 1}, {"broken", 1}, {"broken", 2}, {"502 Bad Gateway", 2}, {"200 OK", 3}} {
		if got := get(); got != want.answer || effects.Load() != want.effects {
			t.Errorf("request %d: %s with %d effects; want %s with %d", i+1, got, effects.Load(), want.answer, want.effects)
		}
	}
	var log []string
	for _, r := range front.Requests() {
		log = append(log, r.String()+" "+http.StatusText(r.Status))
	}
	if got := strings.Join(log, ","); got != "GET /x OK,GET /x ,GET /x ,GET /x Bad Gateway,GET /x OK" {
		t.Errorf("the log is %s", got)
	}
}

func TestAServerThatDiedStaysDeadUntilItIsRevived(t *testing.T) {
	front, get, effects := newCounter(t)
	front.DieAt(2, true)
	got := []string{get(), get(), get()}
	if strings.Join(got, ",") != "200 OK,broken,broken" || effects.Load() != 2 {
		t.Errorf("%v with %d effects", got, effects.Load())
	}
	front.Revive()
	if got := get(); got != "200 OK" {
		t.Errorf("after its revival: %s", got)
	}
}

func TestDoBreaksAsTheNetworkDoes(t *testing.T) {
	front, _, effects := newCounter(t)
	front.Fail(1, Fault{Kind: Break, After: true})
	r, err := http.NewRequest(http.MethodGet, "http://x.test/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	if response, err := front.Do(r); err == nil || effects.Load() != 1 {
		t.Errorf("%v, %v with %d effects", response, err, effects.Load())
	}
	if response, err := front.Do(r); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("%v, %v", response, err)
	}
}
