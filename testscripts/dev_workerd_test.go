package testscripts

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/workerd"
)

// installEngine installs the edge engine of this repository into a project, as npm does.
func installEngine(t testing.TB, dir string) {
	t.Helper()
	found, err := workerd.Find(repository, repository, workerd.Package)
	if err != nil {
		t.Fatalf("run npm ci: %v", err)
	}
	platform := filepath.Dir(filepath.Dir(found.Binary))
	modules := filepath.Join(dir, "node_modules")
	for folder, name := range map[string]string{
		filepath.Join(modules, "workerd"):                              "workerd",
		filepath.Join(modules, "@cloudflare", filepath.Base(platform)): "@cloudflare/" + filepath.Base(platform),
	} {
		if err := os.MkdirAll(filepath.Join(folder, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(map[string]string{"name": name, "version": found.Version})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "package.json"), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	copyProgram(t, found.Binary, filepath.Join(modules, "@cloudflare", filepath.Base(platform), "bin", "workerd"))
}

// copyProgram makes a second name for a large file, or copies it to another file system.
func copyProgram(t testing.TB, from, to string) {
	t.Helper()
	if os.Link(from, to) == nil {
		return
	}
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	saveProgram(t, to, text)
}

// onWorkerd serves an app in the edge engine.
func onWorkerd(t *testing.T, files map[string]string, flags ...string) *developing {
	t.Helper()
	d := &developing{TB: t, dir: t.TempDir()}
	installEngine(t, d.dir)
	for name, text := range files {
		d.save(name, text)
	}
	d.start(append([]string{"--port", "0", "--svc-log-port", "0", "--engine", "workerd"}, flags...)...)
	return d
}

// On a terminal, a request has one line, and the lines of its handler stand below it with the same id.
func TestWorkerdPrintsOneLineForARequest(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	installEngine(t, d.dir)
	for name, text := range notified {
		d.save(name, text)
	}
	server := exec.Command(binary, "dev", "--port", "0", "--svc-log-port", "0", "--engine", "workerd")
	server.Dir, server.Stderr, server.WaitDelay = d.dir, d, patience
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	d.waitFor("the server is ready", func() bool { return strings.Contains(d.messages(), "serving 1 worker") })
	pattern := regexp.MustCompile(`(?m)^\S+  ([0-9a-f]{8})  billing/closed  ok 200  trigger  .*\n +([0-9a-f]{8})  info  received 1$`)
	d.waitFor("the lines of a request", func() bool { // one that takes over half a second prints its lines as they come
		if out, err := d.run("dev", "send", "closed"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return pattern.MatchString(d.messages())
	})
	if ids := pattern.FindStringSubmatch(d.messages()); ids[1] != ids[2] {
		t.Errorf("the line of the handler has another id:\n%s", d.messages())
	}
}

func TestInstallServesAfterItInstalledTheEngine(t *testing.T) {
	t.Parallel()
	registry, bin := t.TempDir(), t.TempDir()
	installEngine(t, registry)
	npm := "#!/bin/sh\necho \"npm $*\" >> npm.log\nmv " + registry + "/node_modules .\n"
	saveProgram(t, filepath.Join(bin, "npm"), []byte(npm))
	d := &developing{TB: t, dir: t.TempDir(), env: []string{"PATH=" + bin + ":" + os.Getenv("PATH")}}
	for name, text := range app {
		d.save(name, text)
	}
	for range 2 { // the second run finds the engine
		d.start("--port", "0", "--svc-log-port", "0", "--engine", "workerd", "--install", "--yes")
		if word, _ := d.greet(); word != "hello you" {
			t.Errorf("greeting %q", word)
		}
		d.stop()
	}
	log, err := os.ReadFile(filepath.Join(d.dir, "npm.log"))
	if err != nil || string(log) != "npm install --save-dev workerd@latest\n" {
		t.Errorf("npm ran %q, %v", log, err)
	}
}

// engines returns the ids of the engine's processes.
func (d *developing) engines() (ids []int) {
	d.Helper()
	out, err := exec.Command("ps", "-eo", "pid=,args=").Output()
	if err != nil {
		d.Fatal(err)
	}
	for _, line := range strings.Split(string(out), "\n") {
		fields := strings.Fields(line)
		if len(fields) > 1 && strings.HasPrefix(fields[1], d.dir) && strings.HasSuffix(fields[1], "/workerd") {
			id, err := strconv.Atoi(fields[0])
			if err != nil {
				d.Fatal(err)
			}
			ids = append(ids, id)
		}
	}
	return ids
}

// waitFor waits until a condition holds.
func (d *developing) waitFor(what string, holds func() bool) {
	d.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			d.Fatalf("%s did not happen:\n%s", what, d.messages())
		}
	}
}

func TestWorkerdServesTheSameRoutesStateAndSchedules(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, app)
	for _, at := range []struct{ host, path string }{
		{"", "/_svc/health"}, {"billing", "/_svc/health"}, {"", "/w/billing/_svc/health"},
	} {
		if status, body := d.get(at.host, at.path); status != http.StatusOK {
			t.Errorf("%s of %q: %d %s", at.path, at.host, status, body)
		}
	}
	if word, seen := d.greet(); word != "hello you" || seen != 1 {
		t.Fatalf("greeting %q, seen %d", word, seen)
	}
	if out, err := d.run("dev", "tick", "15m"); err != nil || !strings.Contains(out, "billing") {
		t.Errorf("tick: %v\n%s", err, out)
	}
	d.wait("the sync runs", func(e devEvent) bool { return e.Log != nil && e.Log.Message == "synced" })
	d.save("src/workers/billing.ts", greeting("welcome"))
	d.wait("the worker is replaced", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	if word, seen := d.greet(); word != "welcome you" || seen != 2 {
		t.Errorf("after a save: greeting %q, seen %d", word, seen)
	}
	d.waitFor("the end of the former engine", func() bool { return len(d.engines()) == 1 })
}

// The engine responds by itself to a method that it does not know, without any report of the worker.
func TestMethodsThatWorkerdDoesNotKnowGetAResponse(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, app)
	for method, want := range map[string]int{"NONE": http.StatusNotImplemented, "PUT": http.StatusMethodNotAllowed} {
		if got := d.call(method, "/w/billing/_svc/health"); got != want {
			t.Errorf("%s: %d, want %d", method, got, want)
		}
	}
	d.save("src/workers/billing.ts", greeting("welcome"))
	d.waitFor("the end of the former engine", func() bool { return len(d.engines()) == 1 })
}

func TestWorkerdUsesTheStateOfTheLocalEngine(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, app)
	d.greet()
	out, err := d.run("dev", "state", "show", "InstallActor/static", "s/")
	if err != nil || !strings.Contains(out, "s/seen") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := d.run("dev", "state", "export", "seed"); err != nil {
		t.Error(err)
	}
	d.stop()
	d.start("--port", "0", "--svc-log-port", "0")
	if _, seen := d.greet(); seen != 2 {
		t.Errorf("in the local engine, seen %d", seen)
	}
	d.stop()
	d.start(
		"--port", "0", "--svc-log-port", "0", "--engine", "workerd", "--persist=false", "--import", "seed",
		"--export-on-exit", "seed",
	)
	if _, seen := d.greet(); seen != 2 {
		t.Errorf("after the import, seen %d", seen)
	}
	d.stop()
	text, err := os.ReadFile(filepath.Join(d.dir, "seed", "state.json"))
	if err != nil || !strings.Contains(string(text), `"s/seen": 2`) {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestTriggersRunInWorkerd(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, installedApp)
	if out, err := d.run("dev", "install"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := d.run("dev", "invoke", "rename", "-i", `{"name": "Handler"}`); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := d.renamed(); got != "renamed in 1000001 to Handler" {
		t.Error(got)
	}
}

func TestWorkerdFollowsTheClock(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"svc.config.ts": app["svc.config.ts"],
		"src/workers/billing.ts": strings.Replace(
			nightly(greeting("hello")), "said: 'hello ' + ctx.input.name",
			"said: new Date().toISOString().slice(0, 10) + ' ' + (Date.now() - new Date().getTime() <= 0)", 1),
	}
	d := onWorkerd(t, files)
	if _, err := d.run("dev", "tick", "48h"); err != nil {
		t.Fatal(err)
	}
	want := time.Now().UTC().Add(48 * time.Hour)
	if said, _ := d.greet(); !strings.HasPrefix(said, want.Format(time.DateOnly)) &&
		!strings.HasPrefix(said, want.Add(time.Minute).Format(time.DateOnly)) || !strings.HasSuffix(said, "true") {
		t.Errorf("the handler reads %q, want %s", said, want)
	}
}

// A worker's process must end with its server, whatever ends the server.
func TestWorkerdEndsWithAKilledServer(t *testing.T) {
	t.Parallel()
	for name, kill := range map[string]func(d *developing){
		"both": func(d *developing) {
			server := d.server() // it removes the file with its number when it sees the supervisor's end
			d.process.Process.Kill()
			_ = syscall.Kill(server, syscall.SIGKILL)
		},
		"supervisor": func(d *developing) { d.process.Process.Kill() },
		"interrupt":  func(d *developing) { _ = d.process.Process.Signal(syscall.SIGINT) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := onWorkerd(t, app)
			if len(d.engines()) != 1 {
				t.Fatalf("%d engines", len(d.engines()))
			}
			kill(d)
			d.waitFor("the end of the engine", func() bool { return len(d.engines()) == 0 })
		})
	}
}

func TestWorkerdGetsNoEnvironmentAndListensOnNoPort(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	d := onWorkerd(t, app)
	id := strconv.Itoa(d.engines()[0])
	environ, err := os.ReadFile("/proc/" + id + "/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, variable := range strings.Split(string(environ), "\x00") {
		name, _, _ := strings.Cut(variable, "=")
		if !slices.Contains([]string{"", "PWD", "_", "OLDPWD", "SHLVL"}, name) { // the shell sets these
			t.Errorf("the engine has the variable %s", name)
		}
	}
	out, err := exec.Command("sh", "-c", "ls -l /proc/"+id+"/fd").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"tcp", "tcp6"} {
		text, err := os.ReadFile("/proc/" + id + "/net/" + table)
		if err != nil {
			continue // no IPv6
		}
		for _, line := range strings.Split(string(text), "\n")[1:] {
			fields := strings.Fields(line)
			if len(fields) > 9 && fields[3] == "0A" && strings.Contains(string(out), "socket:["+fields[9]+"]") {
				t.Errorf("the engine listens on %s", fields[1])
			}
		}
	}
}

// talking is an app whose tool writes to every log.
var talking = map[string]string{
	"svc.config.ts": app["svc.config.ts"],
	".dev.vars":     "CRM_ACCESS_TOKEN=the-hidden-token\nSHOP_KEY=very-secret-value\n",
	"src/workers/billing.ts": `import { defineWorker, ok } from '@svc/sdk';
const billing = defineWorker('billing');
billing.cardBackend('talk', {
  input: {}, output: {},
  async handler(ctx) {
    ctx.logger.info('logged', { key: ctx.env.SHOP_KEY, at: 1 });
    console.log('printed %s', ctx.env.SHOP_KEY, { deep: [1] });
    console.table(['very-secret-value']);
    Promise.reject(new Error('forgotten'));
    return ok({});
  },
});
billing.tool('fail', {
  label: 'Fail', objectType: 'contact', input: {}, output: {},
  async handler() {
    throw new Error('no such deal');
  },
});
export default billing;`,
}

func TestLinesOfWorkerdBelongToTheirInvocation(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, talking)
	if out, err := d.run("dev", "invoke", "talk"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var printed []string
	d.wait("the rejection", func(e devEvent) bool {
		if e.Log != nil {
			printed = append(printed, e.Log.Message)
		}
		return e.Log != nil && strings.Contains(e.Log.Message, "forgotten")
	})
	text := strings.Join(printed, "\n")
	contains(t, text, "logged", "printed [redacted] { deep: [ 1 ] }", "forgotten (src/workers/billing.ts:")
	if strings.Contains(text, "very-secret-value") {
		t.Errorf("a secret in the log:\n%s", text)
	}
	fail := exec.Command(binary, "dev", "invoke", "fail")
	fail.Dir = d.dir
	out, _ := fail.CombinedOutput()
	contains(t, string(out), "no such deal", "src/workers/billing.ts:16:11")
}
