package edgevm

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// engine answers the requests of a connection until one comes later than the engine reads it.
func engine(connection net.Conn) {
	defer connection.Close()
	reader := bufio.NewReader(connection)
	for answered := time.Now(); ; answered = time.Now() {
		if _, err := reader.Peek(1); err != nil || time.Since(answered) >= 5*time.Second {
			return
		}
		r, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
	}
}

func TestRequestAfterAPauseIsNotCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient("")
		defer c.closeIdle()
		dialed := 0
		c.transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
			ours, its := net.Pipe()
			dialed++
			go engine(its)
			return ours, nil
		}
		for _, pause := range []time.Duration{0, time.Second, 5 * time.Second} {
			time.Sleep(pause)
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://worker/", strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			r.GetBody = nil // as in send: nothing is repeated
			response, err := c.transport.RoundTrip(r)
			if err != nil {
				t.Fatalf("after a pause of %s: %v", pause, err)
			}
			_ = response.Body.Close()
		}
		if dialed != 2 {
			t.Errorf("%d connections, want one for the first two requests", dialed)
		}
	})
}
