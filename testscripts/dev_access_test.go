package testscripts

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// token returns that of the routes of the tool.
func (d *developing) token() string {
	d.Helper()
	var beacon struct{ Token string }
	text, err := os.ReadFile(filepath.Join(d.dir, ".svc", "dev.json"))
	if err != nil || json.Unmarshal(text, &beacon) != nil {
		d.Fatalf("%v: %s", err, text)
	}
	return beacon.Token
}

// call sends a request to the server with these headers, as names and values. It returns the status.
func (d *developing) call(method, path string, headers ...string) int {
	d.Helper()
	r, err := http.NewRequest(method, d.origin+path, strings.NewReader(`{}`))
	if err != nil {
		d.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func TestServerRefusesForeignHostsAndPages(t *testing.T) {
	t.Parallel()
	d := develop(t, "--allowed-host", "tunnel.example", "--allowed-host", ".many.example")
	const tool, crm, health = "/_svc/dev/overview", "/_svc/crm/_crmsim/faults", "/_svc/health"
	token := []string{"Authorization", "Bearer " + d.token()}
	for name, one := range map[string]struct {
		method, path string
		headers      []string
		want         int
	}{
		"its own name":           {"GET", health, nil, 200},
		"a worker":               {"GET", health, []string{"Host", "billing.localhost"}, 200},
		"an allowed host":        {"GET", health, []string{"Host", "tunnel.example"}, 200},
		"an allowed subdomain":   {"GET", health, []string{"Host", "a.many.example:443"}, 200},
		"a webhook by a tunnel":  {"POST", "/webhooks/crm", []string{"Host", "tunnel.example"}, 401}, // not signed
		"a worker by a tunnel":   {"GET", "/w/billing" + health, []string{"Host", "tunnel.example"}, 200},
		"a port that is none":    {"GET", health, []string{"Host", "localhost:99999"}, 400},
		"a port of 20 digits":    {"GET", health, []string{"Host", "[::1]:99999999999999999999"}, 400},
		"a name that is none":    {"GET", health, []string{"Host", "xn--a.localhost"}, 400},
		"an address as a name":   {"GET", health, []string{"Host", "::1"}, 400},
		"a foreign host":         {"GET", health, []string{"Host", "evil.example"}, 403},
		"a worker by another":    {"GET", "/w/billing" + health, []string{"Host", "evil.example"}, 403},
		"a foreign webhook":      {"POST", "/webhooks/crm", []string{"Host", "evil.example"}, 403},
		"the tool":               {"POST", tool, token, 200},
		"the tool, no token":     {"POST", tool, nil, 401},
		"the tool, rebound":      {"POST", tool, append(token, "Host", "evil.example"), 403},
		"the tool by a tunnel":   {"POST", tool, append(token, "Host", "tunnel.example"), 403},
		"the tool by a worker":   {"POST", tool, append(token, "Host", "billing.localhost"), 403},
		"the tool, foreign page": {"POST", tool, append(token, "Sec-Fetch-Site", "cross-site"), 403},
		"the tool, another port": {"POST", tool, append(token, "Sec-Fetch-Site", "same-site"), 403},
		"the tool, a sandbox":    {"POST", tool, append(token, "Origin", "null"), 403},
		"the tool, own page":     {"POST", tool, append(token, "Sec-Fetch-Site", "same-origin", "Origin", d.origin), 200},
		"the CRM, no token":      {"DELETE", crm, nil, 401},
		"faults, foreign page":   {"DELETE", crm, []string{"Sec-Fetch-Site", "cross-site"}, 403},
		"faults, old browser":    {"DELETE", crm, []string{"Origin", "https://evil.example"}, 403},
		"faults by a tunnel":     {"DELETE", crm, []string{"Host", "tunnel.example"}, 403},
		"a double slash":         {"POST", "//_svc/dev/overview", append(token, "Host", "evil.example"), 403},
		"an escaped path":        {"POST", "/_svc/%64ev/capabilities", append(token, "Sec-Fetch-Site", "cross-site"), 403},
		"a parent in the path":   {"POST", "/x/.." + tool, append(token, "Sec-Fetch-Site", "cross-site"), 404},
		"a foreign action":       {"POST", "/workflow-actions/greet/invoke", []string{"Origin", "https://evil.example"}, 404},
	} {
		if got := d.call(one.method, one.path, one.headers...); got != one.want {
			t.Errorf("%s: %d, want %d", name, got, one.want)
		}
	}
}

// The folder may come from a stranger, with a beacon whose token the stranger knows.
func TestServerTakesNoTokenFromItsFolder(t *testing.T) {
	t.Parallel()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(socket.Addr().String())
	socket.Close()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range app {
		d.save(name, text)
	}
	d.save(".svc/dev.json", `{"pid": 1, "origin": "http://localhost:`+port+`", "token": "known"}`)
	d.start("--port", port, "--svc-log-port", "0")
	if d.origin != "http://localhost:"+port || d.token() == "known" {
		t.Errorf("at %s the token is %q", d.origin, d.token())
	}
	if got := d.call("POST", "/_svc/dev/overview", "Authorization", "Bearer known"); got != http.StatusUnauthorized {
		t.Errorf("the token of the folder: status %d", got)
	}
}
