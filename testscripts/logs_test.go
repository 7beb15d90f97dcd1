package testscripts

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploymap"
	"github.com/appsvc/svc/test/fakes/edgefake"
)

// logsRun is a running svc logs with a fake edge platform, for an app with one worker.
type logsRun struct {
	t      *testing.T
	fake   *edgefake.Fake
	cmd    *exec.Cmd
	out    *bufio.Scanner
	errors strings.Builder
}

func followLogs(t *testing.T, flags ...string) *logsRun {
	t.Helper()
	r := &logsRun{t: t, fake: edgefake.New(edgefake.Options{})}
	server := httptest.NewServer(r.fake)
	t.Cleanup(server.Close)
	for _, script := range []string{"t", "t-main"} {
		r.fake.SeedScript(script, nil, nil)
	}
	dir := t.TempDir()
	link := fmt.Sprintf(
		`{"environments": {"production": {"account": %q, "script": "t", "scripts": {"main": "t-main"}}}}`, edgefake.Account,
	)
	if err := os.MkdirAll(filepath.Join(dir, ".svc"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".svc", "project.json"), []byte(link), 0o644); err != nil {
		t.Fatal(err)
	}
	r.cmd = exec.Command(binary, append([]string{"logs"}, flags...)...)
	r.cmd.Dir = dir
	r.cmd.Env = append(
		os.Environ(), "SVC_EDGE_API_URL="+server.URL, "SVC_EDGE_TOKEN="+edgefake.Token, "SVC_KEYRING=off",
		"XDG_CONFIG_HOME="+dir,
	)
	r.cmd.Stderr = &r.errors
	pipe, err := r.cmd.StdoutPipe()
	if err == nil {
		err = r.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.cmd.Process.Kill() }) // may have ended
	r.out = bufio.NewScanner(pipe)
	return r
}

// opened waits until svc follows n logs.
func (r *logsRun) opened(n int) {
	r.t.Helper()
	for end := time.Now().Add(patience); r.fake.Followed() != n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			r.t.Fatalf("svc follows %d logs, want %d: %s", r.fake.Followed(), n, r.errors.String())
		}
	}
}

// log makes a script write a line.
func (r *logsRun) log(script string, args ...any) {
	r.t.Helper()
	text, err := json.Marshal(map[string]any{
		"outcome": "ok", "eventTimestamp": 1700000000000, "exceptions": []any{},
		"logs": []any{map[string]any{"message": args, "level": "log", "timestamp": 1700000000000}},
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.fake.Log(script, text)
}

// line returns the next line of the output.
func (r *logsRun) line() string {
	r.t.Helper()
	if !r.out.Scan() {
		r.t.Fatalf("the output has ended: %v", r.out.Err())
	}
	return r.out.Text()
}

// end sends a signal and checks the exit code. No log may stay open.
func (r *logsRun) end(signal syscall.Signal, code int) {
	r.t.Helper()
	if err := r.cmd.Process.Signal(signal); err != nil {
		r.t.Fatal(err)
	}
	for r.out.Scan() {
		r.t.Errorf("unexpected line: %s", r.out.Text())
	}
	if err := r.cmd.Wait(); exitCode(err) != code {
		r.t.Errorf("ended with %v, want %d: %s", err, code, r.errors.String())
	}
	if n := r.fake.Followed(); n != 0 {
		r.t.Errorf("%d logs are still open", n)
	}
	if strings.Contains(r.errors.String(), edgefake.Token) || strings.Contains(r.errors.String(), "/tails/") {
		r.t.Errorf("a secret was printed: %s", r.errors.String())
	}
}

const loggedLine = `{"at":1700000000123,"level":"warn","message":"slow \u001b[2J\u009b31m\u202eevil","worker":"main","capabilityId":"greet","kind":"tool","invocation":"i1","fields":{"n":1,"t":"\u001b]0;x\u0007"}}`

func TestLogsPrintAllWorkersWithoutControlCharacters(t *testing.T) {
	t.Parallel()
	r := followLogs(t)
	r.opened(2)
	r.log("t-main", loggedLine)
	want := "22:13:20.123 warn  main/greet slow \ufffd[2J\ufffd31m\ufffdevil {\"n\":1,\"t\":\"\\u001b]0;x\\u0007\"}"
	if got := r.line(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.log("t", "plain", map[string]int{"a": 1})
	if got, want := r.line(), `22:13:20.000 info  t plain {"a":1}`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.log(
		"t-main",
		`{"type":"invocation","invocation":"i1","worker":"main","capabilityId":"greet","kind":"tool","at":1700000000100,"durationMs":34,"outcome":"error","httpStatus":500,"backpressure":false,"crmCalls":1}`,
	)
	if got, want := r.line(), "22:13:20.100 error main/greet error · HTTP 500 · 34 ms · 1 CRM call"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.end(syscall.SIGINT, 130)
}

func TestLogsFilterLinesAndPrintJSON(t *testing.T) {
	t.Parallel()
	r := followLogs(t, "--worker", "main", "--level", "warn", "--capability", "main/greet", "--json")
	r.opened(1)
	r.log("t-main", strings.Replace(loggedLine, "warn", "info", 1))
	r.log("t-main", strings.Replace(loggedLine, "greet", "other", 1))
	r.log("t-main", "no line of a capability")
	r.log("t-main", loggedLine)
	text := r.line()
	var line struct {
		SchemaVersion                        int
		At                                   int64
		Script, Type, Level, Message, Worker string
		CapabilityID, Invocation             string
		Fields                               struct{ N int }
	}
	if err := json.Unmarshal([]byte(text), &line); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if line.SchemaVersion != 1 || line.At != 1700000000123 || line.Script != "t-main" || line.Type != "log" ||
		line.CapabilityID != "greet" || line.Fields.N != 1 || line.Message != "slow \u001b[2J\u009b31m\u202eevil" {
		t.Errorf("got %+v", line)
	}
	if strings.ContainsAny(text, "\u001b\u009b\u202e") {
		t.Errorf("%q contains control characters", text)
	}
	r.end(syscall.SIGTERM, 143)
}

func TestLogsSummarizeTheRateMetricsOfAnInvocation(t *testing.T) {
	t.Parallel()
	r := followLogs(t)
	r.opened(2)
	for _, left := range []string{"30", "19", "25"} {
		r.log(
			"t-main",
			`{"at":1700000000123,"level":"info","message":"crm_ratelimit_remaining","worker":"main","capabilityId":"greet",`+
				`"kind":"tool","invocation":"i1","fields":{"endpointFamily":"general","value":`+left+`}}`,
		)
	}
	r.log(
		"t-main",
		`{"type":"invocation","invocation":"i1","worker":"main","capabilityId":"greet","kind":"tool","at":1700000000100,`+
			`"durationMs":34,"outcome":"ok","httpStatus":200,"backpressure":false,"crmCalls":3}`,
	)
	for _, want := range []string{
		"22:13:20.100 info  main/greet CRM rate limit: general calls down to 19",
		"22:13:20.100 info  main/greet ok · HTTP 200 · 34 ms · 3 CRM calls",
	} {
		if got := r.line(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	r.end(syscall.SIGINT, 130)
}

func TestLogsMapStacksWithTheMapOfTheDeployThatWroteThem(t *testing.T) {
	t.Parallel()
	r := followLogs(t)
	for id, source := range map[string]string{"d1": "src/before.ts", "d2": "src/after.ts"} {
		kept := deploymap.Map{SourceMap: []byte(`{"version":3,"sources":["` + source + `"],"mappings":"IAEC"}`)}
		upload := deploymap.Upload{Worker: "main", Environment: "production", Deploy: id}
		if err := deploymap.Keep(r.cmd.Dir, upload, kept); err != nil {
			t.Fatal(err)
		}
	}
	r.opened(2)
	for id, want := range map[string]string{"d1": "at f (src/before.ts:3:2)", "d3": "at f (worker.js:1:9)"} {
		r.log("t-main", `{"type":"error","worker":"main","capabilityId":"greet","kind":"tool","invocation":"i",`+
			`"name":"Error","message":"no","stack":"Error: no\n    at f (worker.js:1:9)","deployId":"`+id+`"}`)
		if got := r.line(); got != "22:13:20.000 error main/greet uncaught Error: no" {
			t.Errorf("%s: got %q", id, got)
		}
		if got := strings.TrimSpace(r.line()); got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
	r.end(syscall.SIGINT, 130)
}
