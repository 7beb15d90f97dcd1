package inspect

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// serving returns the address of Targets with one worker, whose process answers with the path that it is asked for.
func serving(t *testing.T) (*Targets, string) {
	t.Helper()
	process := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.URL.Path+" "+r.Header.Get("Origin"))
	}))
	t.Cleanup(process.Close)
	targets := &Targets{}
	targets.Set("billing", Target{strings.TrimPrefix(process.URL, "http://"), "/secret"})
	front := httptest.NewServer(targets)
	t.Cleanup(front.Close)
	return targets, front.URL
}

func ask(t *testing.T, url string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	change(r)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func TestDebuggersFindEachWorker(t *testing.T) {
	targets, url := serving(t)
	plain := func(*http.Request) {}
	host := strings.TrimPrefix(url, "http://")
	if status, body := ask(t, url+"/json/list", plain); status != http.StatusOK ||
		!strings.Contains(body, `"webSocketDebuggerUrl":"ws://`+host+`/billing"`) || strings.Contains(body, "secret") {
		t.Errorf("%d %s", status, body)
	}
	if status, body := ask(t, url+"/json/version", plain); status != http.StatusOK || !strings.Contains(body, `"1.3"`) {
		t.Errorf("%d %s", status, body)
	}
	if status, body := ask(t, url+"/billing", plain); status != http.StatusOK || body != "/secret " {
		t.Errorf("%d %s", status, body)
	}
	targets.Remove("billing", Target{"127.0.0.1:1", "/former"}) // its successor is set already
	if status, _ := ask(t, url+"/billing", plain); status != http.StatusOK {
		t.Errorf("after the end of a former process: %d", status)
	}
	if status, _ := ask(t, url+"/unknown", plain); status != http.StatusNotFound {
		t.Errorf("an unknown worker: %d", status)
	}
}

func TestPagesAndOtherNamesAreRefused(t *testing.T) {
	_, url := serving(t)
	for name, change := range map[string]func(*http.Request){
		"a page":                  func(r *http.Request) { r.Header.Set("Origin", "http://localhost:8787") },
		"a sandboxed page":        func(r *http.Request) { r.Header.Set("Origin", "null") },
		"a page without Origin":   func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"a name that leads here":  func(r *http.Request) { r.Host = "rebound.example.com:9229" },
		"an origin like DevTools": func(r *http.Request) { r.Header.Set("Origin", "devtools://devtools.example.com") },
	} {
		for _, path := range []string{"/json/list", "/billing"} {
			if status, _ := ask(t, url+path, change); status != http.StatusForbidden {
				t.Errorf("%s gets %d for %s", name, status, path)
			}
		}
	}
	devtools := func(r *http.Request) { r.Header.Set("Origin", "devtools://devtools") }
	if status, body := ask(t, url+"/billing", devtools); status != http.StatusOK || body != "/secret " {
		t.Errorf("DevTools: %d %s", status, body)
	}
}
