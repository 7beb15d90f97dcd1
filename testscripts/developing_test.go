package testscripts

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// devEvent is the part of a line of `svc dev --json` that the tests read.
type devEvent struct {
	SchemaVersion                    int
	Event, Origin, Logs, Error, Path string
	Inspector                        string
	Findings                         []string
	Status                           int
	Built, Removed, Failed, Stale    []string
	Changed, Unserved                []string
	Fired                            *struct{ Worker, Cron, Error string }
	Log                              *struct{ Message string }
}

// developing is a running `svc dev` on an app.
type developing struct {
	testing.TB
	dir          string
	process      *exec.Cmd
	events       chan devEvent
	origin, logs string
	inspector    string
	// env has variables of the server.
	env []string

	mu     sync.Mutex // guards stderr
	stderr bytes.Buffer
}

// app is an app with a tool, a schedule and state.
var app = map[string]string{
	"svc.config.ts": `import { defineApp } from '@svc/sdk';
export default defineApp({
  name: 'Shop', platformVersion: '2026.03', auth: 'static', distribution: 'private', scopes: ['crm.objects.deals.read'],
});`,
	"src/workers/billing.ts": greeting("hello"),
}

func greeting(word string) string {
	return `import { defineWorker, ok } from '@svc/sdk';
const billing = defineWorker('billing');
billing.tool('greet', {
  label: 'Greet', objectType: 'contact',
  input: { name: { type: 'string' } }, output: { said: { type: 'string' }, seen: { type: 'number' } },
  async handler(ctx) {
    const seen = ((await ctx.store.get<number>('seen')) ?? 0) + 1;
    await ctx.store.put('seen', seen);
    return ok({ said: '` + word + ` ' + ctx.input.name, seen });
  },
});
billing.sync('nightly', { schedule: '*/15 * * * *', handler: async (ctx) => { ctx.logger.info('synced'); } });
export default billing;`
}

// nightly returns a worker whose sync runs once a day instead of every 15 minutes. A test that moves the clock by days
// would wait for hundreds of runs, which take seconds of processor time.
func nightly(worker string) string {
	return strings.Replace(worker, "*/15 * * * *", "0 0 * * *", 1)
}

func develop(t testing.TB, flags ...string) *developing {
	t.Helper()
	return developFiles(t, app, flags...)
}

func developFiles(t testing.TB, files map[string]string, flags ...string) *developing {
	t.Helper()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range files {
		d.save(name, text)
	}
	d.start(append([]string{"--port", "0", "--svc-log-port", "0"}, flags...)...)
	return d
}

func (d *developing) start(flags ...string) {
	d.Helper()
	d.events = make(chan devEvent, 1000)
	d.process = exec.Command(binary, append([]string{"dev", "--json"}, flags...)...)
	d.process.Dir, d.process.Env = d.dir, append(os.Environ(), d.env...)
	d.process.Stderr = d
	d.process.WaitDelay = patience // a stopped server keeps its end of the pipe open
	out, err := d.process.StdoutPipe()
	if err != nil {
		d.Fatal(err)
	}
	if err := d.process.Start(); err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() {
		d.process.Process.Kill()
		d.process.Wait()
	})
	events := d.events
	go func() {
		defer close(events)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var e devEvent
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				d.Errorf("not one JSON document per line: %q", lines.Text())
				return
			}
			events <- e
		}
	}()
	ready := d.wait("the server is ready", func(e devEvent) bool { return e.Event == "ready" })
	if ready.SchemaVersion != 1 {
		d.Errorf("the first event has schemaVersion %d", ready.SchemaVersion)
	}
	d.origin, d.logs, d.inspector = ready.Origin, ready.Logs, ready.Inspector
	if first := d.wait("the first round", func(e devEvent) bool { return e.Event == "round" }); len(first.Findings) > 0 {
		d.Logf("the app does not load: %q", first.Findings)
	}
}

// Write collects standard error.
func (d *developing) Write(text []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stderr.Write(text)
}

func (d *developing) messages() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stderr.String()
}

func (d *developing) save(name, text string) {
	d.Helper()
	file := filepath.Join(d.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		d.Fatal(err)
	}
}

// wait reads events until wanted accepts one.
func (d *developing) wait(what string, wanted func(devEvent) bool) devEvent {
	d.Helper()
	limit := time.After(patience)
	for {
		select {
		case e, more := <-d.events:
			if !more {
				d.Fatalf("svc dev ended before %s:\n%s", what, d.messages())
			}
			if wanted(e) {
				return e
			}
		case <-limit:
			d.Fatalf("%s did not happen:\n%s", what, d.messages())
		}
	}
}

// run runs svc in the server's folder.
func (d *developing) run(args ...string) (out string, err error) {
	d.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = d.dir
	var messages bytes.Buffer
	cmd.Stderr = &messages
	text, err := cmd.Output()
	if err != nil {
		d.Logf("svc %s: %v\n%s", strings.Join(args, " "), err, &messages)
	}
	return string(text), err
}

// linesOf starts svc in a folder of the server's, and returns the lines that it prints. It is killed at the end.
func (d *developing) linesOf(folder string, args ...string) <-chan string {
	d.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Stderr = filepath.Join(d.dir, folder), d
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	printed := make(chan string, 100)
	go func() {
		defer close(printed)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			printed <- lines.Text()
		}
	}()
	return printed
}

// greet invokes the tool and returns its output.
func (d *developing) greet() (greeting string, seen int) {
	d.Helper()
	out, err := d.run("dev", "invoke", "greet", "-i", `{"name": "you"}`)
	var output struct {
		Said string
		Seen int `json:",string"`
	}
	if err != nil || json.Unmarshal([]byte(out), &output) != nil {
		d.Fatalf("greet returned %q, %v", out, err)
	}
	return output.Said, output.Seen
}

// get requests a path of a worker.
func (d *developing) get(host, path string) (int, string) {
	d.Helper()
	response, text := d.ask(host, path)
	return response.StatusCode, text
}

// ask requests a path of a worker, and returns the whole response with its body.
func (d *developing) ask(host, path string) (*http.Response, string) {
	d.Helper()
	at, err := url.Parse(d.origin)
	if err != nil {
		d.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodGet, d.origin+path, nil)
	if err != nil {
		d.Fatal(err)
	}
	if host != "" {
		r.Host = host + ".localhost:" + at.Port()
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		d.Fatal(err)
	}
	return response, string(text)
}

// end sends a signal and waits until the supervisor ends.
func (d *developing) end(s syscall.Signal) error {
	d.Helper()
	if err := d.process.Process.Signal(s); err != nil {
		d.Fatal(err)
	}
	return d.process.Wait()
}

// server returns the process id of the child.
func (d *developing) server() int {
	d.Helper()
	var beacon struct{ PID int }
	text, err := os.ReadFile(filepath.Join(d.dir, ".svc", "dev.json"))
	if err == nil {
		err = json.Unmarshal(text, &beacon)
	}
	if err != nil {
		d.Fatal(err)
	}
	return beacon.PID
}

// awaitStopped waits until a process has received SIGSTOP. Signals arrive with a delay.
func awaitStopped(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		state, err := exec.Command("ps", "-o", "state=", "-p", strconv.Itoa(pid)).Output()
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(state), "T") {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("process %d is in state %s", pid, state)
		}
	}
}

func exitCode(err error) int {
	if exit, ended := err.(*exec.ExitError); ended {
		return exit.ExitCode()
	}
	return 0
}
