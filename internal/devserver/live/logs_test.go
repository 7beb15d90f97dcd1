package live_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/appsvc/svc/internal/devserver/live"
)

func TestEveryLogListenerGetsEveryDocument(t *testing.T) {
	logs := live.NewLogs(live.LogOptions{Encode: encode, Redact: asIs})
	server := httptest.NewServer(logs)
	defer server.Close()
	var listeners sync.WaitGroup
	for range 4 {
		response, err := http.Get(server.URL) // it is heard from when the head is there
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		listeners.Go(func() {
			for range 100 {
				if !lines.Scan() || lines.Text() != `{"event":"log"}` {
					t.Errorf("a listener got %q", lines.Text())
					return
				}
			}
		})
	}
	for range 100 {
		logs.Send(map[string]string{"event": "log"})
	}
	listeners.Wait()
}

func asIs(w io.Writer) io.Writer { return w }

func encode(w io.Writer, document any) error { return json.NewEncoder(w).Encode(document) }

func TestALogListenerThatDoesNotReadDelaysNobody(t *testing.T) {
	logs := live.NewLogs(live.LogOptions{Encode: encode, Redact: asIs})
	server := httptest.NewServer(logs)
	defer server.Close()
	defer server.CloseClientConnections()
	response, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	long := strings.Repeat("x", 64<<10) // 64 MiB in total, more than all buffers between here and the listener
	for range 1024 {
		logs.Send(map[string]string{"event": long})
	}
}
