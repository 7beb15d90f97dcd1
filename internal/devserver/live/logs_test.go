package live_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/appsvc/svc/internal/devserver/live"
)

func TestEveryLogListenerGetsEveryDocument(t *testing.T) {
	logs := live.NewLogs()
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
