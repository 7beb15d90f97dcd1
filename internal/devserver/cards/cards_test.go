package cards

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/sdk"
)

// network records requests, and answers them.
type network struct {
	t        *testing.T
	requests []*http.Request
	bodies   [][]byte
	answer   string
}

func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		n.t.Fatal(err)
	}
	n.requests, n.bodies = append(n.requests, r), append(n.bodies, body)
	return &http.Response{
		StatusCode: http.StatusAccepted, Header: http.Header{"Set-Cookie": {"a=b"}, "X-Rows": {"1", "2"}},
		Body: io.NopCloser(strings.NewReader(n.answer)),
	}, nil
}

const clientSecret = "the-client-secret"

// preview is one of an app with a card, whose worker and outside world are the networks.
func preview(t *testing.T, outside, workers *network) *Preview {
	return previewWith(t, host.CRMEmulated, outside, workers)
}

// previewWith is preview with a CRM of the host's.
func previewWith(t *testing.T, crm string, outside, workers *network) *Preview {
	t.Helper()
	text, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.New(host.Options{
		Dir: t.TempDir(), Profile: profile, CRM: crm, InMemory: true, Now: time.Now, Random: rand.Reader,
		Bindings: map[string]string{"CRM_CLIENT_SECRET": clientSecret, "CRM_ACCESS_TOKEN": "of-the-app"},
		Origin:   "http://localhost:8787",
		Network:  outside, Deliver: workers,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	app := manifest.App{
		Name:          "Test",
		PermittedUrls: manifest.PermittedUrls{Fetch: []string{"https://api.example.com/v1"}},
		Cards: []manifest.Card{{
			ID: "panel", Name: "<Panel>", Location: "crm.record.tab", ObjectTypes: []string{"contacts"}, Entrypoint: "Panel.tsx",
		}},
	}
	served := Served{Host: h, Manifest: &manifest.Project{App: app, Workers: []manifest.Worker{{Name: "main"}}}}
	return New(Options{
		Served: func(context.Context) (Served, func(), error) { return served, func() {}, nil },
		Log:    func([]byte) error { return nil },
	})
}

// post sends a document to a route of the card, and returns the answer.
func post(t *testing.T, p *Preview, route, document string) (status int, answer map[string]any) {
	t.Helper()
	w := httptest.NewRecorder()
	p.ServeHTTP(w, httptest.NewRequest(http.MethodPost, Path+"panel/"+route, strings.NewReader(document)))
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s: %v: %s", route, err, w.Body)
	}
	return w.Code, answer
}

const trace = "0af7651916cd43dd8448eb211c80319c"

func TestRequestsOfACardAreSignedAsThePlatformDoes(t *testing.T) {
	for url, toWorker := range map[string]bool{
		"https://api.example.com/v1/orders?limit=3": false, "http://main.localhost:8787/_svc/cards/panel": true,
	} {
		outside, workers := &network{t: t, answer: `{"rows":2}`}, &network{t: t, answer: `{"rows":2}`}
		document := `{"portal":1000001,"trace":"` + trace + `","request":{"url":"` + url + `","method":"POST","body":{"a": 1},` +
			`"headers":{"authorization":"Bearer mine","x-crm-signature-v3":"forged","cookie":"c","host":"evil.example"}}}`
		status, answer := post(t, preview(t, outside, workers), "fetch", document)
		if status != http.StatusOK || answer["status"] != 202.0 || answer["body"] != `{"rows":2}` {
			t.Fatalf("%s: %d %v", url, status, answer)
		}
		if headers := answer["headers"].(map[string]any); headers["X-Rows"] != "1, 2" || headers["Set-Cookie"] != nil {
			t.Errorf("%s: headers %v", url, headers)
		}
		used, unused := outside, workers
		if toWorker {
			used, unused = workers, outside
		}
		if len(used.requests) != 1 || len(unused.requests) != 0 {
			t.Fatalf("%s: %d requests, and %d by the other network", url, len(used.requests), len(unused.requests))
		}
		r, body := used.requests[0], used.bodies[0]
		query := r.URL.Query()
		if query.Get("portalId") != "1000001" || query.Get("userId") != "4001" || query.Get("appId") != "5001" ||
			query.Get("userEmail") == "" || !toWorker && query.Get("limit") != "3" {
			t.Errorf("%s: query %s", url, r.URL.RawQuery)
		}
		if r.Header.Get("Authorization") != "Bearer mine" || r.Header.Get("Cookie") != "" || r.Host == "evil.example" ||
			r.Header.Get("Traceparent") != "00-"+trace+"-"+trace[:16]+"-01" || string(body) != `{"a": 1}` {
			t.Errorf("%s: %v %s", url, r.Header, body)
		}
		checkSignature(t, r, body)
	}
}

// checkSignature signs the request again.
func checkSignature(t *testing.T, r *http.Request, body []byte) {
	t.Helper()
	const signature, at = "X-Crm-Signature-V3", "X-Crm-Request-Timestamp"
	var ms int64
	if err := json.Unmarshal([]byte(r.Header.Get(at)), &ms); err != nil {
		t.Fatal(err)
	}
	again := r.Clone(context.Background())
	crmsim.SignV3(again, body, "X-Crm", clientSecret, time.UnixMilli(ms))
	if given := r.Header.Get(signature); given == "" || given != again.Header.Get(signature) {
		t.Errorf("signature %q", given)
	}
}

func TestRequestsThatAreNotPermittedAreNotSent(t *testing.T) {
	outside, workers := &network{t: t}, &network{t: t}
	p := preview(t, outside, workers)
	for document, want := range map[string]string{
		`{"request":{"url":"https://api.example.com/v2","method":"GET"}}`:           `"https://api.example.com" to permittedUrls`,
		`{"request":{"url":"http://other.localhost:8787/","method":"GET"}}`:         "permittedUrls.fetch",
		`{"request":{"url":"http://localhost:8787/_svc/dev/tick","method":"POST"}}`: "permittedUrls.fetch",
		`{"request":{"url":"http://main.localhost:8788/","method":"GET"}}`:          "permittedUrls.fetch",
		`{"request":{"url":"file:///etc/passwd","method":"GET"}}`:                   "invalid URL",
		`{"request":{"url":"https://api.example.com/v1/%2e%2e/v2","method":"GET"}}`: "resolve the dots",
		`{"request":{"url":"https://api.example.com/v1","method":"TRACE"}}`:         "invalid method",
		`{"request":{"url":"https://api.example.com/v1","method":"GET"},"x":`:       "not valid JSON",
	} {
		status, answer := post(t, p, "fetch", document)
		if message, _ := answer["message"].(string); status != 422 || !strings.Contains(message, want) {
			t.Errorf("%s: %d %v", document, status, answer)
		}
	}
	if len(outside.requests)+len(workers.requests) > 0 {
		t.Errorf("%d requests were sent", len(outside.requests)+len(workers.requests))
	}
}

func TestResponsesAndRequestsAreBounded(t *testing.T) {
	outside := &network{t: t, answer: strings.Repeat("a", maxResponse+1)}
	p := preview(t, outside, &network{t: t})
	_, answer := post(t, p, "fetch", `{"request":{"url":"https://api.example.com/v1","method":"GET"}}`)
	if message, _ := answer["message"].(string); !strings.Contains(message, "return less") {
		t.Errorf("%v", answer)
	}
	_, answer = post(t, p, "log", `{"level":"info","message":"`+strings.Repeat("a", maxBody)+`"}`)
	if message, _ := answer["message"].(string); !strings.Contains(message, "send less") {
		t.Errorf("%v", answer)
	}
}

func TestDocumentsEscapeTheirTextsAndHaveAPolicy(t *testing.T) {
	p := preview(t, &network{t: t}, &network{t: t})
	for path, wants := range map[string][]string{
		"":            {"&lt;Panel&gt;", `href="/_svc/dev/cards/panel"`},
		"panel":       {"&lt;Panel&gt;", "/panel/page.js"},
		"none":        {"the app has no card of this id"},
		"panel/frame": {"cannot build the card"},
	} {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequest(http.MethodGet, Path+path, nil))
		policy := w.Header().Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%q: policy %q", path, policy)
		}
		if isFrame := strings.HasPrefix(policy, "sandbox"); !isFrame && strings.Count(policy, "img-src data:") != 1 {
			t.Errorf("%q: policy %q blocks the icon, which the console of a browser says", path, policy)
		}
		for _, want := range wants {
			if !bytes.Contains(w.Body.Bytes(), []byte(want)) {
				t.Errorf("%q lacks %s:\n%s", path, want, w.Body)
			}
		}
	}
}

func TestScriptsCannotEndTheirElement(t *testing.T) {
	got := string(closing([]byte(`a("</script><!--<script>", /<\/script>/)`)))
	if want := `a("\x3c/script>\x3c!--<script>", /<\/script>/)`; got != want {
		t.Errorf("got %s", got)
	}
}
