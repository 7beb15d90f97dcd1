package testscripts

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

const entryOfCard = `[{"at":1,"level":"warn","message":"slow","card":"greeting","session":"k3f9",` +
	`"invocation":"0f3a1b2c-aaaa"}]`

// post sends log entries as a card does. headers are names and values; it sends none that is empty.
func (d *developing) post(method, path, body string, headers ...string) *http.Response {
	d.Helper()
	r, err := http.NewRequest(method, d.logs+path, strings.NewReader(body))
	if err != nil {
		d.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		switch name, value := headers[i], headers[i+1]; {
		case value == "":
		case name == "Host":
			r.Host = value
		default:
			r.Header.Set(name, value)
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	response.Body.Close()
	return response
}

func TestLogPortReceivesEntriesOfLocalCardsOnly(t *testing.T) {
	t.Parallel()
	d := develop(t)
	const path, page = "/__svc/log", "http://localhost:5173"
	const text, form = "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"
	for name, one := range map[string]struct {
		method, path, host, origin, kind, body string
		status                                 int
	}{
		"a beacon":            {"POST", path, "", page, text, entryOfCard, 204},
		"an https page":       {"POST", path, "", "https://[::1]", text, entryOfCard, 204},
		"a subdomain":         {"POST", path, "app.localhost", "http://cards.localhost:1", text, entryOfCard, 204},
		"a program":           {"POST", path, "", "", "application/json", entryOfCard, 204},
		"a preflight":         {"OPTIONS", path, "", page, "", "", 204},
		"no entries":          {"POST", path, "", "", text, "[]", 204},
		"a foreign page":      {"POST", path, "", "http://evil.example", text, entryOfCard, 403},
		"a foreign preflight": {"OPTIONS", path, "", "http://evil.example", "", "", 403},
		"a lookalike":         {"POST", path, "", "http://localhost.evil.example", text, entryOfCard, 403},
		"a sandboxed frame":   {"POST", path, "", "null", text, entryOfCard, 403},
		"a rebound name":      {"POST", path, "evil.example:9099", "", text, entryOfCard, 403},
		"a rebound page":      {"POST", path, "evil.example", "http://evil.example", text, entryOfCard, 403},
		"a form":              {"POST", path, "", "", form, entryOfCard, 415},
		"no type":             {"POST", path, "", "", "", entryOfCard, 415},
		"no JSON":             {"POST", path, "", "", text, "x", 400},
		"another level":       {"POST", path, "", "", text, `[{"level":"fatal","message":"x"}]`, 400},
		"too many entries":    {"POST", path, "", "", text, "[" + strings.Repeat("{},", 100) + "{}]", 400},
		"a body over 256 KiB": {"POST", path, "", "", text, strings.Repeat(" ", 256<<10+1), 413},
		"another method":      {"GET", path, "", "", "", "", 405},
		"another path":        {"POST", "/__svc/logs", "", "", text, entryOfCard, 404},
		"a post to the logs":  {"POST", "/", "", "", text, entryOfCard, 404},
	} {
		response := d.post(one.method, one.path, one.body, "Host", one.host, "Origin", one.origin, "Content-Type", one.kind)
		if response.StatusCode != one.status {
			t.Errorf("%s: %d, want %d", name, response.StatusCode, one.status)
		}
		origin, allowed := response.Request.Header.Get("Origin"), response.Header.Get("Access-Control-Allow-Origin")
		if one.status < 300 && allowed != origin || one.status == http.StatusForbidden && allowed != "" {
			t.Errorf("%s: the origin %q is allowed for %q", name, allowed, origin)
		}
	}
}

func TestEntriesOfCardsAreStreamed(t *testing.T) {
	t.Parallel()
	d := develop(t)
	d.save(".dev.vars", "GREETING=a-long-secret\n")
	d.wait("the app restarts", func(e devEvent) bool { return len(e.Built) > 0 })
	response, err := http.Get(d.logs)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	d.post("POST", "/__svc/log", strings.Replace(entryOfCard, "slow", `a-long-secret\u009b31m, password: hunter22`, 1),
		"Content-Type", "text/plain")
	line, err := bufio.NewReader(response.Body).ReadString('\n')
	var e struct {
		Event string
		Card  json.RawMessage
	}
	const want = `{"at":1,"level":"warn","message":"[redacted]\u009b31m, password: [redacted]","card":"greeting",` +
		`"session":"k3f9","invocation":"0f3a1b2c-aaaa"}`
	if err != nil || json.Unmarshal([]byte(line), &e) != nil || e.Event != "card" || string(e.Card) != want {
		t.Errorf("%v: %s\nwant %s", err, line, want)
	}
	d.wait("the entry", func(e devEvent) bool { return e.Event == "card" })
}

// terminal collects what a server prints.
type terminal struct {
	mu   sync.Mutex // guards text
	text bytes.Buffer
}

func (o *terminal) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *terminal) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// find waits until the text has a match, and returns its groups.
func (o *terminal) find(t *testing.T, pattern string) []string {
	t.Helper()
	for limit := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		text := o.String()
		if found := regexp.MustCompile(pattern).FindStringSubmatch(text); found != nil {
			return found
		}
		if time.Now().After(limit) {
			t.Fatalf("no %q in\n%s", pattern, text)
		}
	}
}

// serve starts svc dev as a user does, and returns what its terminal shows.
func (d *developing) serve() *terminal {
	d.Helper()
	printed := &terminal{}
	server := exec.Command(binary, "dev", "--port", "0", "--svc-log-port", "0", "--dir", filepath.FromSlash(d.dir))
	server.Stderr = printed
	if err := server.Start(); err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { _, _ = server.Process.Kill(), server.Wait() })
	return printed
}

func TestTheTerminalShowsEachRequestWithItsLog(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range app {
		d.save(name, text)
	}
	hook := "billing.trigger('opened', { eventType: 'deal.creation', handler: (ctx) => ctx.logger.info('hooked') });\n"
	d.save("src/workers/billing.ts", strings.Replace(greeting("hello"), "export default", hook+"export default", 1))
	printed := d.serve()
	origin := printed.find(t, `(?m)^app +(http://\S+)$`)[1]
	printed.find(t, `(?m)^serving 1 worker \(\d+ ms\)$`)
	const at = `(?m)^\d\d:\d\d:\d\d  `
	if _, err := http.Get(origin + "/nothing?secret=1"); err != nil {
		t.Fatal(err)
	}
	printed.find(t, at+`GET /nothing  404  \d+ ms$`)
	invoke := exec.Command(binary, "dev", "invoke", "greet", "-i", `{"name": "Ada"}`, "--dir", d.dir)
	if out, err := invoke.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	printed.find(t, at+`[0-9a-f]{8}  billing/greet  ok 200  workflow-action  \d+ ms  portal \d+$`)
	send := exec.Command(binary, "dev", "send", "opened", "--dir", d.dir)
	if out, err := send.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	id := printed.find(t, at+`([0-9a-f]{8})  billing/opened  ok 200  trigger  \d+ ms  portal \d+$`)[1]
	printed.find(t, `(?m)^[0-9: ]{8}  `+id+`  info  hooked`)
	list := exec.Command(binary, "sync", "list", "--dir", d.dir) // its requests are not the user's
	if out, err := list.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tick := exec.Command(binary, "dev", "tick", "15m", "--dir", d.dir)
	if out, err := tick.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	printed.find(t, at+`schedule "\*/15 \* \* \* \*" of billing$`)
	id = printed.find(t, at+`([0-9a-f]{8})  billing/nightly  ok 200  sync  `)[1]
	printed.find(t, `(?m)^[0-9: ]{8}  `+id+`  info  synced`)
	d.save("src/workers/billing.ts", greeting("hi"))
	printed.find(t, `(?m)^src/workers/billing\.ts changed: rebuilt billing, serving 1 worker \(\d+ ms\)$`)
	d.save("src/notes.ts", "export const note = 1;\n")
	printed.find(t, `(?m)^src/notes\.ts changed: the code is the same, serving 1 worker `)
	d.save("src/workers/billing.ts", "export default nonsense(")
	printed.find(t, `(?m)^src/workers/billing\.ts changed: it does not load, serving 1 worker `)
	printed.find(t, `(?m)^serving the last version of src/workers/billing\.ts that loads$`)
	d.save("src/workers/billing.ts", greeting("hi"))
	printed.find(t, `(?m)^src/workers/billing\.ts changed: the code is the same, serving 1 worker `)
	d.save(".dev.vars", "GREETING=hello\n")
	printed.find(t, `(?m)^\.dev\.vars changed: restarted the app, serving 1 worker `)
	// A request begins with its method. The dashboard's link, which has the path too, begins with its origin.
	if text := printed.String(); strings.Contains(text, " /_svc/") || strings.Contains(text, "secret=1") {
		t.Errorf("the terminal shows too much:\n%s", text)
	}
}

func TestEachLineOfTheTerminalHasTheTimeOfTheClockThatWasMoved(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range app {
		d.save(name, text)
	}
	printed := d.serve()
	origin := printed.find(t, `(?m)^app +(http://\S+)$`)[1]
	d.logs = printed.find(t, `(?m)^logs +(http://\S+)$`)[1]
	printed.find(t, "(?m)serving 1 worker")
	tick := exec.Command(binary, "dev", "tick", "6h", "--dir", d.dir)
	if out, err := tick.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := http.Get(origin + "/nothing"); err != nil {
		t.Fatal(err)
	}
	d.post("POST", "/__svc/log", `[{"level":"info","message":"bare"}]`, "Content-Type", "text/plain")
	for _, line := range []string{`GET /nothing  404`, `info  card: bare`} {
		shown := printed.find(t, `(?m)^(\d\d:\d\d:\d\d)  `+line)[1]
		at, err := time.Parse(time.TimeOnly, shown)
		if err != nil {
			t.Fatal(err)
		}
		wanted := time.Now().UTC().Add(6 * time.Hour)
		midnight := wanted.Truncate(24 * time.Hour)
		behind := (wanted.Sub(midnight) - at.Sub(at.Truncate(24*time.Hour)) + 24*time.Hour) % (24 * time.Hour)
		if behind > time.Hour {
			t.Errorf("%s is %s behind the clock of the app", line, behind)
		}
	}
}

func TestEntriesOfCardsAreOneLineOfTheTerminal(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range app {
		d.save(name, text)
	}
	d.save("src/cards/Greeting.tsx", "export default () => null;")
	d.save("svc.config.ts", strings.NewReplacer("defineApp }", "card, defineApp }", "scopes:",
		"cards: [card({ id: 'greeting', name: 'G', location: 'crm.record.tab', objectTypes: ['deals'], "+
			"entrypoint: 'src/cards/Greeting.tsx' })], scopes:").Replace(app["svc.config.ts"]))
	printed := d.serve()
	d.logs = printed.find(t, `(?m)^logs +(http://\S+)$`)[1]
	printed.find(t, `(?m)^cards +log there if they call enableSvcDev\('`+d.logs+`/__svc/log'\)$`)
	printed.find(t, "(?m)serving 1 worker")
	d.post("POST", "/__svc/log", strings.Replace(entryOfCard, "slow", `two\nlines \u001b[31mred\u202e`, 1),
		"Content-Type", "text/plain")
	const at = `(?m)^\d\d:\d\d:\d\d  `
	printed.find(t, at+"0f3a1b2c  warn  card greeting: two lines \ufffd\\[31mred\ufffd \\{\"session\":\"k3f9\"\\}$")
	d.post("POST", "/__svc/log", `[{"level":"info","message":"bare"}]`, "Content-Type", "text/plain")
	printed.find(t, at+"info  card: bare$")
}

func TestASecondServerOfAFolderNamesTheFirst(t *testing.T) {
	t.Parallel()
	d := develop(t)
	second := exec.Command(binary, "dev", "--dir", d.dir)
	out, err := second.CombinedOutput()
	want := "error: 'svc dev' is already running in this folder, at " + d.origin + "\n"
	if second.ProcessState.ExitCode() != 9 || !strings.HasPrefix(string(out), want) {
		t.Errorf("%v: got\n%s\nwant exit code 9 and\n%s", err, out, want)
	}
}
