package devserver

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// dialed is a connection whose bytes a test writes itself.
type dialed struct {
	net.Conn
	answers *bufio.Reader
}

func (s *served) dial() dialed {
	s.Helper()
	c, err := net.Dial("tcp", s.http.Listener.Addr().String())
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { c.Close() })
	return dialed{c, bufio.NewReader(c)}
}

// post sends the head of a POST to a worker, and a part of its body.
func (d dialed) post(t *testing.T, worker, path, head, body string) {
	t.Helper()
	text := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s%s\r\nContent-Type: application/json\r\n%s\r\n\r\n%s",
		path, worker, workerDomain, head, body)
	if _, err := io.WriteString(d, text); err != nil {
		t.Fatal(err)
	}
}

// answer reads a response: its status and its body.
func (d dialed) answer(t *testing.T) (*http.Response, string) {
	t.Helper()
	response, err := http.ReadResponse(d.answers, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

func TestLongBodiesAreRefusedBeforeTheyArrive(t *testing.T) {
	s := newFixture(t, `worker.cardBackend('c', { handler: () => 1 });`).serve()
	for path, want := range map[string]string{
		"/_svc/cards/c": `413 {"ok":false,"error":"payload_too_large"`, // before its missing signature
		"/nothing":      `404 {"ok":false,"error":"not_found"`,
	} {
		d := s.dial()
		d.post(t, "main", path, fmt.Sprintf("Content-Length: %d", 1<<20+1), "") // and nothing more
		response, text := d.answer(t)
		if got := fmt.Sprintf("%d %s", response.StatusCode, text); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestLongChunkedBodiesAreRefusedAtTheLimit(t *testing.T) {
	s := newFixture(t, `worker.cardBackend('c', { handler: () => 1 });`).serve()
	d := s.dial()
	size := 1<<20 + 1
	d.post(t, "main", "/_svc/cards/c", "Transfer-Encoding: chunked",
		fmt.Sprintf("%x\r\n%s", size, strings.Repeat(" ", size))) // the chunk does not end
	response, text := d.answer(t)
	if response.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(text, "payload_too_large") {
		t.Errorf("%d %s", response.StatusCode, text)
	}
}

func TestBodiesThatDoNotArriveAreRefused(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('c', { handler: () => 1 });`)
	timers := 0
	f.hooks.BodyTimer = func(expire func()) func() bool {
		timers++
		expire() // the time is over before the rest of the body arrives
		return func() bool { return false }
	}
	s := f.serve()
	for _, head := range []string{"Content-Length: 100", "Transfer-Encoding: chunked"} {
		d := s.dial()
		d.post(t, "main", "/_svc/cards/c", head, "")
		response, text := d.answer(t)
		if response.StatusCode != http.StatusRequestTimeout || !response.Close || !strings.Contains(text, "within 30s") {
			t.Errorf("%s: %d %v %s", head, response.StatusCode, response.Header, text)
		}
	}
	if timers != 2 {
		t.Errorf("%d timers for 2 bodies", timers)
	}
}

func TestBodiesInFlightAreBounded(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('c', { handler: () => 1 });`)
	began := make(chan bool, 1000)
	f.hooks.BodyTimer = func(func()) func() bool {
		began <- true
		return func() bool { return true }
	}
	s := f.serve()
	var open []dialed
	for range 512 {
		d := s.dial()
		d.post(t, "main", "/_svc/cards/c", "Content-Length: 2", "{")
		open = append(open, d)
		<-began
	}
	refused := s.dial()
	refused.post(t, "main", "/_svc/cards/c", "Content-Length: 2", "{")
	response, text := refused.answer(t)
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") != "1" {
		t.Errorf("%d %v %s", response.StatusCode, response.Header, text)
	}
	withoutBody := s.dial()
	withoutBody.post(t, "main", "/_svc/cards/c", "Content-Length: 0", "")
	if response, text := withoutBody.answer(t); response.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a body: %d %s", response.StatusCode, text)
	}
	for _, d := range open {
		if _, err := io.WriteString(d, "}"); err != nil {
			t.Fatal(err)
		}
		if response, text := d.answer(t); response.StatusCode != http.StatusUnauthorized {
			t.Errorf("an admitted body: %d %s", response.StatusCode, text)
		}
	}
	again := s.dial()
	again.post(t, "main", "/_svc/cards/c", "Content-Length: 2", "{}")
	if response, text := again.answer(t); response.StatusCode != http.StatusUnauthorized {
		t.Errorf("after the others: %d %s", response.StatusCode, text)
	}
}
