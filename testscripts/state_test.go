package testscripts

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// stop ends the server as ctrl-c does.
func (d *developing) stop() { _ = d.end(syscall.SIGINT) } // the signal is its exit code

// contains fails unless a text has all parts.
func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in:\n%s", part, text)
		}
	}
}

func TestAnExportGivesEachStartTheSameStateAndRecords(t *testing.T) {
	t.Parallel()
	d, svc, _ := converter(t)
	serve := func(flags ...string) {
		d.start(append([]string{"--port", "0", "--svc-log-port", "0", "--persist=false"}, flags...)...)
	}
	serve("--export-on-exit", "seed")
	contains(t, svc(0, "dev", "invoke", "convert"), `"amount": "36000"`, `"runs": "1"`)
	contains(t, svc(0, "dev", "state", "list"), "InstallActor/static", "0 installs in the emulated CRM")
	contains(t, svc(0, "dev", "state", "show", "InstallActor/static", "s/"), "s/runs", "1")
	none := svc(0, "dev", "state", "show", "InstallActor/static", "x/")
	contains(t, none, `no key begins with "x/": InstallActor/static has`)
	contains(t, svc(9, "dev", "state", "reset", "--yes"), "'svc dev' is running in this folder", "stop it")
	d.stop()
	contains(t, d.messages(), "exported the state to ")
	contains(t, d.read("seed/state.json"), `"s/runs": 1`)
	contains(t, d.read("seed/records.json"), `"amount": "36000"`)
	if info, err := os.Stat(filepath.Join(d.dir, "seed", "state.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the export: %v, %v", info.Mode(), err)
	}
	for range 2 {
		serve("--import", "seed")
		contains(t, svc(0, "dev", "invoke", "convert"), `"amount": "54000"`, `"runs": "2"`)
		svc(0, "dev", "state", "export", "copy")
		d.stop()
	}
	contains(t, d.read("copy/state.json"), `"s/runs": 2`)
	contains(t, d.read("copy/records.json"), `"amount": "54000"`)
	contains(t, d.read("seed/state.json"), `"s/runs": 1`)
}

func TestStateOnDiskIsReplacedOnlyOnRequest(t *testing.T) {
	t.Parallel()
	d, svc, _ := converter(t)
	contains(t, svc(0, "dev", "state", "list"), "0 actors")
	svc(0, "dev", "invoke", "convert")
	svc(0, "dev", "state", "export", "seed")
	if _, err := os.Stat(filepath.Join(d.dir, "seed", "records.json")); err == nil {
		t.Error("there are records without a server")
	}
	contains(t, svc(0, "dev", "invoke", "convert"), `"runs": "2"`)
	contains(t, svc(2, "dev", "--port", "0", "--svc-log-port", "0", "--import", "seed"),
		"--import would replace the state in .svc/state", "svc dev state reset")
	contains(t, svc(6, "dev", "state", "import", "seed"), "--yes")
	contains(t, svc(6, "dev", "state", "reset"), "--yes")
	contains(t, svc(0, "dev", "invoke", "convert"), `"runs": "3"`)
	contains(t, svc(0, "dev", "state", "import", "seed", "--yes"), "imported the state of 1 actor")
	contains(t, svc(0, "dev", "state", "show", "InstallActor/static", "--json"), `"schemaVersion": 1`, `"s/runs": 1`)
	contains(t, svc(0, "dev", "state", "reset", "--yes", "--json"), `"schemaVersion": 1`)
	contains(t, svc(0, "dev", "state", "list", "--json"), `"actors": []`)
	contains(t, svc(2, "dev", "state", "show", "InstallActor/static"), `unknown actor "InstallActor/static"`)
	d.start("--port", "0", "--svc-log-port", "0", "--import", "seed")
	contains(t, svc(0, "dev", "invoke", "convert"), `"runs": "2"`)
	d.stop()
	contains(t, svc(0, "dev", "state", "show", "InstallActor/static"), "s/runs")
}

func TestAnExportThatIsNotOneIsRefused(t *testing.T) {
	t.Parallel()
	d, svc, _ := converter(t)
	refused := func(text, why string) {
		t.Helper()
		d.save("seed/state.json", text)
		contains(t, svc(2, "dev", "state", "import", "seed", "--yes"), "cannot import", "state.json", why, "fix: ")
	}
	contains(t, svc(2, "dev", "--import", "nowhere"), "cannot import", "no such file")
	refused(`{"schemaVersion": 2, "actors": []}`, "it has schema version 2 and this svc supports 1")
	refused(`{"schemaVersion": 1, "actors": [], "more": 1}`, `unknown field "more"`)
	refused(`{"schemaVersion": 1, "aheadMs": -1}`, "invalid aheadMs")
	refused(`{"schemaVersion": 1} {}`, "unexpected text")
	d.save("seed/state.json", `{"schemaVersion": 1, "actors": [{"class": "", "name": "x", "entries": {"a": 1}}]}`)
	if out := svc(3, "dev", "state", "import", "seed", "--yes"); !strings.Contains(out, `invalid actor class ""`) {
		t.Error(out)
	}
}

// The user may lack the permission to write to the folder. A file in place of the folder has the same
// effect for every user.
func TestServerWithStateInMemoryNeedsNoFolderToWriteTo(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	saveAll(d, app)
	d.save(".svc", "not a folder")
	d.start("--port", "0", "--svc-log-port", "0", "--persist=false")
	if status, body := d.get("billing", "/_svc/health"); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
	d.printsOnce(`note: other commands do not find this server: cannot open ".svc": not a directory`)
}

// printsOnce waits for a message on standard error, which may come after events on standard output that follow it.
func (d *developing) printsOnce(message string) {
	d.Helper()
	d.waitFor(message, func() bool { return strings.Contains(d.messages(), message) })
	if n := strings.Count(d.messages(), message); n != 1 {
		d.Errorf("the message came %d times: %s", n, message)
	}
}
