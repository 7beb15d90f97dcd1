package live_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/devserver/live"
)

func TestEventsBeginWithTheKeptOnes(t *testing.T) {
	const kept = 10_000
	logs := live.NewLogs(live.LogOptions{Encode: encode, Redact: asIs})
	for n := range kept + 3 {
		logs.Send(n)
	}
	logs.Record(`{"type":"crmCall","status":200}`)
	logs.Record(`{"at":1,"level":"info","message":"a log line is an event of its own"}`)
	server := httptest.NewServer(http.HandlerFunc(logs.ServeEvents))
	defer server.Close()
	response, err := http.Post(server.URL, "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 2<<20)
	var got []string
	for lines.Scan() && lines.Text() != `{"event":"history"}` {
		got = append(got, lines.Text())
	}
	var want []string
	for n := range kept {
		want = append(want, strconv.Itoa(n+3))
	}
	want = append(want, `{"event":"record","record":{"type":"crmCall","status":200}}`)
	if !slices.Equal(got, want) {
		t.Errorf("got %d lines, want %d", len(got), len(want))
	}
	long := `{"type":"request","body":"` + strings.Repeat("x", 1<<20) + `"}`
	for range 17 {
		logs.Record(long)
		if !lines.Scan() {
			t.Fatal(lines.Err())
		}
	}
	logs.Record(`{"type":"invocation"}`)
	logs.Send("last")
	for _, want := range []string{`{"event":"record","record":{"type":"invocation"}}`, `"last"`} {
		if !lines.Scan() || lines.Text() != want {
			t.Errorf("got %s, want %s", lines.Text(), want)
		}
	}
	later := httptest.NewRecorder()
	left, leave := context.WithCancel(t.Context())
	leave()
	logs.ServeEvents(later, httptest.NewRequestWithContext(left, http.MethodPost, "/", nil))
	if n := strings.Count(later.Body.String(), `"request"`); n != 15 {
		t.Errorf("%d records of a MiB are kept, want 15", n)
	}
}

func TestKeptEventsAreRedactedWhenTheyAreRead(t *testing.T) {
	var secrets []string
	logs := live.NewLogs(live.LogOptions{Encode: encode, Redact: func(w io.Writer) io.Writer {
		return writerFunc(func(p []byte) (int, error) {
			text := string(p)
			for _, secret := range secrets {
				text = strings.ReplaceAll(text, secret, "***")
			}
			_, err := io.WriteString(w, text)
			return len(p), err
		})
	}})
	logs.Send("learned later: s3cret")
	secrets = []string{"s3cret"}
	w := httptest.NewRecorder()
	left, leave := context.WithCancel(t.Context())
	leave()
	logs.ServeEvents(w, httptest.NewRequestWithContext(left, http.MethodPost, "/", nil))
	if got, want := w.Body.String(), "\"learned later: ***\"\n{\"event\":\"history\"}\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
