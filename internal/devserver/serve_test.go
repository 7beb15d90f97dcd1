package devserver

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/project"
)

const (
	// clientSecret is the name of the binding.
	clientSecret = "CRM_CLIENT_SECRET"
	// internalError begins the answer of the host to a request to which the worker gives no response.
	internalError = `500 {"ok":false,"error":"internal_error"`
)

// served is a project that is served on a free port.
type served struct {
	*fixture
	*Server
	http *httptest.Server

	mu   sync.Mutex
	logs []string
	// ends are the log lines of invocations and their ends, each after the invocation's id.
	ends []string
}

func (f *fixture) serve() *served {
	f.Helper()
	s := &served{fixture: f}
	bindings := map[string]string{
		clientSecret: "client secret", "SVC_CONTROL_KEY_k": "control key of at least 32 characters",
	}
	maps.Copy(bindings, f.options.Bindings)
	f.options.Bindings = bindings
	f.options.OnLog = func(_ context.Context, line host.LogLine) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.logs = append(s.logs, line.Level+" "+line.Message)
		if line.Invocation != "" {
			s.ends = append(s.ends, line.Invocation+" "+line.Message)
		}
	}
	f.options.OnEnd = func(_ context.Context, e host.Ended) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ends = append(s.ends, e.Invocation+" ended")
	}
	var err error
	if s.Server, err = NewServer(context.Background(), f.host(), ServerOptions{
		Workers: map[string]*project.Worker{"main": f.worker}, OnFired: f.onFired,
	}); err != nil {
		f.Fatal(err)
	}
	s.http = httptest.NewServer(s.Server)
	f.Cleanup(func() {
		s.http.CloseClientConnections()
		s.http.Close()
		if err := s.Server.Close(); err != nil {
			f.Error(err)
		}
	})
	return s
}

func (s *served) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.logs, "\n")
}

// address is the URL of a worker; the dial goes to the test's own port.
func (s *served) address(worker string) string {
	_, port, _ := net.SplitHostPort(s.http.Listener.Addr().String())
	return "http://" + worker + workerDomain + ":" + port
}

func (s *served) do(r *http.Request) (*http.Response, error) {
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true, DisableCompression: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, s.http.Listener.Addr().String())
		},
	}}
	return client.Do(r)
}

// card asks a card backend of the worker main, signed as the platform signs.
func (s *served) card(ctx context.Context, id, input string) (*http.Response, error) {
	body := []byte(`{"input":` + input + `}`)
	r, err := http.NewRequestWithContext(
		ctx, "POST", s.address("main")+"/_svc/cards/"+id+"?portalId=7&q=%C3%A9+b", bytes.NewReader(body),
	)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	crmsim.SignV3(r, body, s.options.Profile.HeaderPrefix, s.options.Bindings[clientSecret], time.Now())
	return s.do(r)
}

// answer is status and body of a card backend.
func (s *served) answer(id, input string) string {
	s.Helper()
	response, err := s.card(context.Background(), id, input)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d %s", response.StatusCode, text)
}

func TestRequestsAreRoutedByHost(t *testing.T) {
	s := newFixture(t, `worker.cardBackend('c', { handler: ({ request, input }) => ({
		url: request.url, tags: request.headers.get('x-tag'), host: request.headers.get('host'), input,
	}) });`).serve()
	host := strings.TrimPrefix(s.address("main"), "http://")
	want := `200 {"ok":true,"capabilityId":"c","result":{"url":"http://` + host +
		`/_svc/cards/c?portalId=7&q=%C3%A9+b","tags":null,"host":"` + host + `","input":{"text":"ü\ud83d\ude00"}}}`
	if got := s.answer("c", `{"text":"ü😀"}`); strings.ReplaceAll(got, "😀", `\ud83d\ude00`) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, where := range []string{s.http.URL, s.address("other"), s.address("MAIN")} {
		r := newRequest(t, "POST", where+"/webhooks/crm", "[]")
		response, err := s.do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		isApp := response.StatusCode == http.StatusUnauthorized // it has the route, and asks for a signature
		if isApp != !strings.Contains(where, "MAIN") {
			t.Errorf("%s answers %d", where, response.StatusCode)
		}
	}
}

func TestHeadersReachTheRuntimeUnchanged(t *testing.T) {
	s := newFixture(t, `worker.tool('u', {
		label: 'l', objectType: 'contact', output: { tags: { type: 'string' }, name: { type: 'string' } },
		handler: ({ request: { headers } }) => ok({
			tags: headers.get('x-tag'), name: [...headers.get('x-name')].map((c) => c.charCodeAt(0)).join(),
		}),
	});`).serve()
	body := "{ \"fields\" : {}, \"origin\":{\"portalId\":7} }\n"
	r := newRequest(t, "POST", s.address("main")+"/workflow-actions/u/invoke", body)
	r.Header["X-Tag"] = []string{"a", "b"}
	r.Header["X-Name"] = []string{"ü"}
	r.Header.Set("Content-Type", "application/json")
	crmsim.SignV3(r, []byte(body), s.options.Profile.HeaderPrefix, s.options.Bindings[clientSecret], time.Now())
	response, err := s.do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if !strings.Contains(string(text), `"tags":"a, b"`) || !strings.Contains(string(text), `"name":"252"`) {
		t.Errorf("%d %s", response.StatusCode, text)
	}
}

// streaming is a card backend that streams: lines until it is canceled, as many as asked for.
const streaming = `worker.cardBackend('stream', { handler: (ctx) => {
	let n = 0;
	const text = 'x'.repeat(ctx.input.size) + '\n';
	return new ReadableStream({
		async pull(c) {
			if (n === ctx.input.lines) { if (ctx.input.hang) return new Promise(() => {}); return c.close(); }
			n += 1;
			ctx.logger.info('line ' + n);
			c.enqueue(new TextEncoder().encode(text));
		},
		cancel() { ctx.logger.info('canceled after ' + n); },
	});
} });`

func TestStreamsAreFlushedPerChunk(t *testing.T) {
	s := newFixture(t, streaming).serve()
	response, err := s.card(context.Background(), "stream", `{"lines":3,"size":5,"hang":true}`)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	reader := bufio.NewReader(response.Body) // it never ends: each line must come without waiting for the rest
	for range 3 {
		if line, err := reader.ReadString('\n'); err != nil || line != "xxxxx\n" {
			t.Fatalf("%q, %v", line, err)
		}
	}
}

func TestStreamsHaveBackpressureAndAreCanceled(t *testing.T) {
	s := newFixture(t, streaming).serve()
	ctx, leave := context.WithCancel(context.Background())
	response, err := s.card(ctx, "stream", `{"lines":100000,"size":65536}`)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	// The client does not read: the buffers of the connection take at most some megabytes.
	var before int
	soon(t, "that the stream waits", func() bool {
		time.Sleep(100 * time.Millisecond)
		n := strings.Count(s.logged(), "info line ")
		waits := n > 0 && n == before
		before = n
		return waits
	})
	if before > 1000 {
		t.Errorf("%d lines without a reader", before)
	}
	leave()
	soon(t, "the cancel", func() bool { return strings.Contains(s.logged(), "info canceled after ") })
}
