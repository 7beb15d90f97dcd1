package testscripts

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestDevServesWorkersByHostAndPath(t *testing.T) {
	t.Parallel()
	d := develop(t)
	for _, at := range []struct{ host, path string }{
		{"", "/_svc/health"}, {"billing", "/_svc/health"}, {"", "/w/billing/_svc/health"},
	} {
		if status, body := d.get(at.host, at.path); status != http.StatusOK {
			t.Errorf("%s of %q: %d %s", at.path, at.host, status, body)
		}
	}
	if status, _ := d.get("", "/w/unknown/_svc/health"); status != http.StatusNotFound {
		t.Errorf("unknown worker: %d", status)
	}
	if status, body := d.get("billing", "/_svc/manifest"); status == http.StatusOK {
		t.Errorf("a route of the app worker in a worker: %d %s", status, body)
	}
}

func TestDevCutsLongRequestLinesInItsLog(t *testing.T) {
	t.Parallel()
	d := develop(t)
	if status, _ := d.get("", "/"+strings.Repeat("é", 20_000)); status != http.StatusNotFound {
		t.Errorf("the answer is %d", status)
	}
	logged := d.wait("the request", func(e devEvent) bool { return e.Event == "request" })
	if len(logged.Path) > 520 || !strings.HasSuffix(logged.Path, "é…") {
		t.Errorf("the log has a path of %d bytes", len(logged.Path))
	}
}

func TestDevServesSavedFilesAndKeepsState(t *testing.T) {
	t.Parallel()
	d := develop(t)
	if word, seen := d.greet(); word != "hello you" || seen != 1 {
		t.Fatalf("greeting %q, seen %d", word, seen)
	}
	d.save("src/workers/billing.ts", greeting("welcome"))
	d.wait("the worker is replaced", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	if word, seen := d.greet(); word != "welcome you" || seen != 2 {
		t.Errorf("after a save: greeting %q, seen %d", word, seen)
	}
	d.save("src/workers/billing.ts", "export default nonsense(")
	d.wait("the round of the broken file", func(e devEvent) bool { return e.Event == "round" })
	if status, _ := d.get("billing", "/_svc/health"); status != http.StatusOK {
		t.Errorf("a file that does not load removed the worker: %d", status)
	}
	d.save("src/workers/billing.ts", greeting("hey"))
	d.wait("the worker is back", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	d.save(".dev.vars", "GREETING=ahoy\n")
	d.wait("the app restarts", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	if word, seen := d.greet(); word != "hey you" || seen != 3 {
		t.Errorf("after a change of the bindings: greeting %q, seen %d", word, seen)
	}
	// The generated control key has changed.
	if _, err := d.run("installs", "list"); err != nil {
		t.Error("after a change of the bindings: installs list:", err)
	}
}

func TestRenamedAndDeletedWorkersAreNotServed(t *testing.T) {
	t.Parallel()
	d := develop(t)
	d.save("src/workers/billing.ts", strings.Replace(
		greeting("hello"), "defineWorker('billing')", "defineWorker('invoicing')", 1,
	))
	renamed := d.wait("the worker is renamed", func(e devEvent) bool { return slices.Contains(e.Built, "invoicing") })
	if !slices.Equal(renamed.Removed, []string{"billing"}) {
		t.Errorf("removed: %q", renamed.Removed)
	}
	for path, want := range map[string]int{
		"/w/billing/_svc/health": http.StatusNotFound, "/w/invoicing/_svc/health": http.StatusOK,
	} {
		if status, _ := d.get("", path); status != want {
			t.Errorf("%s after the rename: %d", path, status)
		}
	}
	if err := os.Remove(filepath.Join(d.dir, "src", "workers", "billing.ts")); err != nil {
		t.Fatal(err)
	}
	d.wait("the worker is removed", func(e devEvent) bool { return slices.Contains(e.Removed, "invoicing") })
	if status, _ := d.get("", "/w/invoicing/_svc/health"); status != http.StatusNotFound {
		t.Errorf("after its file was deleted: %d", status)
	}
}

func TestWorkerWithFindingsDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	d := develop(t)
	invalid := strings.NewReplacer("'billing'", "'invalid'", "'greet'", "'greet-too'", "*/15 * * * *", "always").Replace(
		greeting("hello"),
	)
	d.save("src/workers/invalid.ts", invalid)
	d.wait("the finding", func(e devEvent) bool { return len(e.Findings) > 0 && e.Error == "" })
	d.save("src/workers/billing.ts", greeting("ahoy"))
	d.wait("the other worker is replaced", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	if word, _ := d.greet(); word != "ahoy you" {
		t.Errorf("greeting %q", word)
	}
	d.save("src/workers/invalid.ts", strings.ReplaceAll(invalid, "always", "1h"))
	d.wait("the worker is served when it loads", func(e devEvent) bool { return slices.Contains(e.Built, "invalid") })
}

func TestCommandsUseServerOfAppThatLoadsLater(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	d.save("src/workers/billing.ts", app["src/workers/billing.ts"])
	d.save("svc.config.ts", "export default {};")
	d.start("--port", "0", "--svc-log-port", "0")
	d.save("svc.config.ts", app["svc.config.ts"])
	d.wait("the app loads", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	if _, err := d.run("installs", "list"); err != nil {
		t.Error(err)
	}
}

// slowly returns a server whose tool logs its start, and then takes a while.
func slowly(t *testing.T) *developing {
	t.Helper()
	d := develop(t)
	d.save("src/workers/billing.ts", strings.Replace(
		greeting("hello"), "return ok",
		"ctx.logger.info('started'); await new Promise((done) => setTimeout(done, 500)); return ok", 1,
	))
	d.wait("the worker is replaced", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	return d
}

// greetOnce invokes the tool, calls meanwhile during the run, and checks that the tool ran once.
func (d *developing) greetOnce(meanwhile func()) {
	d.Helper()
	var ended sync.WaitGroup
	ended.Go(func() {
		out, err := d.run("dev", "invoke", "greet", "-i", `{"name": "you"}`)
		if err != nil || !strings.Contains(out, `"hello you"`) || !strings.Contains(out, `"seen": "1"`) {
			d.Errorf("%v: %s", err, out)
		}
	})
	d.wait("the tool starts", func(e devEvent) bool { return e.Log != nil && e.Log.Message == "started" })
	meanwhile()
	ended.Wait()
}

func TestServerShutdownCompletesRunningInvocations(t *testing.T) {
	t.Parallel()
	d := slowly(t)
	d.greetOnce(func() {
		if err := d.end(syscall.SIGINT); exitCode(err) != 130 {
			t.Errorf("exit: %v", err)
		}
	})
}

func TestAppRestartCompletesRunningInvocations(t *testing.T) {
	t.Parallel()
	d := slowly(t)
	d.greetOnce(func() {
		d.save(".dev.vars", "GREETING=ahoy\n")
		d.wait("the app restarts", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	})
}

func TestTickFiresEachScheduleOnce(t *testing.T) {
	t.Parallel()
	d := develop(t)
	out, err := d.run("dev", "tick", "1h", "--json")
	var ticked struct {
		SchemaVersion int
		AheadMs       int64
		Fired         []struct{ Worker, Cron, At, Error string }
	}
	if err != nil || json.Unmarshal([]byte(out), &ticked) != nil || ticked.SchemaVersion != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	if ticked.AheadMs < (59*time.Minute).Milliseconds() || len(ticked.Fired) != 4 {
		t.Errorf("ticked %+v", ticked)
	}
	for i, f := range ticked.Fired {
		at, err := time.Parse(time.RFC3339, f.At)
		if err != nil || at.Minute()%15 != 0 || at.Second() != 0 || f.Error != "" {
			t.Errorf("fired %d: %+v", i, f)
		}
	}
	// Other commands sign with the server's clock.
	if _, err := d.run("installs", "list"); err != nil {
		t.Error("installs list:", err)
	}
	if _, seen := d.greet(); seen != 1 {
		t.Errorf("seen %d", seen)
	}
	for _, by := range []string{"", "-5m", "soon", "9000h"} {
		if _, err := d.run("dev", "tick", by); exitCode(err) != 2 {
			t.Errorf("tick %q: %v", by, err)
		}
	}
}

func TestClockStaysAheadAfterRestart(t *testing.T) {
	t.Parallel()
	d := developFiles(t, map[string]string{
		"svc.config.ts": app["svc.config.ts"], "src/workers/billing.ts": nightly(greeting("hello")),
	})
	if _, err := d.run("dev", "tick", "48h"); err != nil {
		t.Fatal(err)
	}
	d.end(syscall.SIGTERM)
	if _, seen := d.greet(); seen != 1 { // without a server
		t.Errorf("seen %d", seen)
	}
	if _, err := d.run("installs", "list"); err != nil {
		t.Error(err)
	}
	d.start("--port", "0", "--svc-log-port", "0")
	out, err := d.run("dev", "tick", "1s", "--json")
	var ticked struct{ AheadMs int64 }
	if err != nil || json.Unmarshal([]byte(out), &ticked) != nil || ticked.AheadMs < (47*time.Hour).Milliseconds() {
		t.Errorf("%v: %s", err, out)
	}
}

func TestDeadServerIsReplacedWithSocketAndState(t *testing.T) {
	t.Parallel()
	for name, deadly := range map[string]syscall.Signal{"killed": syscall.SIGKILL, "silent": syscall.SIGSTOP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := develop(t)
			d.greet()
			origin, before := d.origin, d.server()
			if err := syscall.Kill(before, deadly); err != nil {
				t.Fatal(err)
			}
			if deadly == syscall.SIGSTOP {
				awaitStopped(t, before) // until then it can accept a connection, which would be lost
			}
			// The supervisor owns the socket, so connections are not refused.
			if status, body := d.get("billing", "/_svc/health"); status != http.StatusOK {
				t.Errorf("during the replacement: %d %s", status, body)
			}
			again := d.wait("the new server is ready", func(e devEvent) bool { return e.Event == "ready" })
			if again.Origin != origin || d.server() == before {
				t.Errorf("origin %s, want %s and a new process", again.Origin, origin)
			}
			if _, seen := d.greet(); seen != 2 {
				t.Errorf("seen %d", seen)
			}
		})
	}
}

func TestServerEndsWithItsSupervisor(t *testing.T) {
	t.Parallel()
	for name, deadly := range map[string]syscall.Signal{
		"killed": syscall.SIGKILL, "terminated": syscall.SIGTERM, "interrupted": syscall.SIGINT,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := develop(t)
			server := d.server()
			err := d.end(deadly)
			if want := map[string]int{"terminated": 143, "interrupted": 130}[name]; want != 0 && exitCode(err) != want {
				t.Errorf("exit: %v", err)
			}
			for limit := time.Now().Add(patience); syscall.Kill(server, 0) == nil; time.Sleep(10 * time.Millisecond) {
				if time.Now().After(limit) {
					t.Fatal("the server still runs")
				}
			}
			if _, seen := d.greet(); seen != 1 { // a stale beacon does not block the state
				t.Errorf("seen %d", seen)
			}
		})
	}
}

func TestFolderHasOneServer(t *testing.T) {
	t.Parallel()
	d := develop(t)
	out, err := d.run("dev", "--json", "--port", "0", "--svc-log-port", "0")
	if exitCode(err) != 9 || !strings.Contains(out, "'svc dev' is already running in this folder, at "+d.origin) {
		t.Errorf("a second server: %v, and it does not name %s:\n%s", err, d.origin, out)
	}
	at, err := url.Parse(d.origin)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.run("dev", "--persist=false", "--port", at.Port()); exitCode(err) != 9 {
		t.Errorf("a port in use: %v", err)
	}
}

func TestServerWithoutPersistenceLeavesCommandsToItsPeer(t *testing.T) {
	t.Parallel()
	d := develop(t)
	peer := &developing{TB: t, dir: d.dir}
	peer.start("--persist=false", "--port", "0", "--svc-log-port", "0")
	d.greet() // the peer has separate state
	if err := peer.end(syscall.SIGTERM); exitCode(err) != 143 {
		t.Errorf("exit: %v", err)
	}
	if _, seen := d.greet(); seen != 2 {
		t.Errorf("seen %d", seen)
	}
}

func TestToolRoutesRequireTheToken(t *testing.T) {
	t.Parallel()
	d := develop(t)
	for _, path := range []string{"/_svc/dev/tick", "/_svc/dev/invoke", "/_svc/dev/records", "/_svc/dev/"} {
		response, err := http.Post(d.origin+path, "application/json", strings.NewReader(`{"by":"1h"}`))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}
	if info, err := os.Stat(filepath.Join(d.dir, ".svc", "dev.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the beacon: %v, %v", info, err)
	}
}

func TestLogPortStreamsLinesToLocalClientsOnly(t *testing.T) {
	t.Parallel()
	d := develop(t)
	for _, foreign := range []func(*http.Request){
		func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		func(r *http.Request) { r.Host = "evil.example" },
		func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		r, err := http.NewRequest(http.MethodGet, d.logs, nil)
		if err != nil {
			t.Fatal(err)
		}
		foreign(r)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusForbidden {
			t.Errorf("a foreign web page gets %d", response.StatusCode)
		}
	}
	response, err := http.Get(d.logs)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	go http.Get(d.origin + "/_svc/health") //nolint:errcheck,bodyclose // the test reads the log
	line, err := bufio.NewReader(response.Body).ReadString('\n')
	var e devEvent
	if err != nil || json.Unmarshal([]byte(line), &e) != nil || e.Event != "request" || e.Path != "/_svc/health" ||
		e.Status != http.StatusOK {
		t.Errorf("%v: %s", err, line)
	}
}

func TestAppIsServedWhenItLoads(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	d.save("src/workers/billing.ts", app["src/workers/billing.ts"])
	d.save("svc.config.ts", "export default {};")
	d.start("--port", "0", "--svc-log-port", "0")
	if status, body := d.get("billing", "/_svc/health"); status != http.StatusServiceUnavailable {
		t.Errorf("without an app: %d %s", status, body)
	}
	d.save("svc.config.ts", app["svc.config.ts"])
	d.wait("the app loads", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	if word, _ := d.greet(); word != "hello you" {
		t.Errorf("greeting %q", word)
	}
}
