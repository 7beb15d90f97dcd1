package testscripts

import (
	"bufio"
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/devserver/live"
)

// The caller of a worker whose file does not load learns that an earlier version has answered.
func TestAnswersNameFileThatDoesNotLoad(t *testing.T) {
	t.Parallel()
	d := develop(t)
	const file = "src/workers/billing.ts"
	stale := func(host, path string) string {
		response, _ := d.ask(host, path)
		return response.Header.Get(live.StaleHeader)
	}
	if got := stale("billing", "/_svc/health"); got != "" {
		t.Errorf("a worker that loads is stale: %q", got)
	}
	d.save(file, "export default nonsense(")
	broken := d.wait("the round of the broken file", func(e devEvent) bool { return e.Event == "round" })
	if !slices.Equal(broken.Stale, []string{file}) {
		t.Errorf("the round names %q", broken.Stale)
	}
	for _, at := range []struct{ host, path, want string }{
		{"billing", "/_svc/health", file}, {"", "/w/billing/_svc/health", file}, {"", "/_svc/health", ""},
	} {
		if got := stale(at.host, at.path); got != at.want {
			t.Errorf("%s of %q: %q, want %q", at.path, at.host, got, at.want)
		}
	}
	invoke := exec.Command(binary, "dev", "invoke", "greet", "--dir", d.dir)
	if out, err := invoke.CombinedOutput(); err == nil || !strings.HasPrefix(string(out), file+":1:") {
		t.Errorf("svc dev invoke: %v\n%s", err, out)
	}

	d.save("svc.config.ts", "export default nonsense(")
	d.wait("the round of the broken config", func(e devEvent) bool { return slices.Contains(e.Stale, "svc.config.ts") })
	if got := stale("", "/_svc/health"); got != "svc.config.ts" {
		t.Errorf("the app worker: %q", got)
	}
	d.save("svc.config.ts", app["svc.config.ts"])
	d.save(file, greeting("ahoy"))
	d.wait("all files load", func(e devEvent) bool { return e.Event == "round" && len(e.Stale) == 0 && e.Error == "" })
	if got := stale("billing", "/_svc/health"); got != "" {
		t.Errorf("after the mend: %q", got)
	}
}

// After a restart of the app, a worker whose file does not load has no earlier version.
func TestAnswersNameFileOfAWorkerThatIsNotServed(t *testing.T) {
	t.Parallel()
	d := develop(t)
	const file = "src/workers/billing.ts"
	d.save("src/workers/other.ts", strings.ReplaceAll(greeting("hi"), "billing", "other"))
	d.wait("the second worker", func(e devEvent) bool { return slices.Contains(e.Built, "other") })
	d.save(file, "export default nonsense(")
	d.wait("the round of the broken file", func(e devEvent) bool { return slices.Contains(e.Stale, file) })
	d.save(".dev.vars", "GREETING=ahoy\n")
	lost := d.wait("the restart", func(e devEvent) bool { return e.Event == "round" && len(e.Stale) == 0 })
	if !slices.Equal(lost.Unserved, []string{file}) {
		t.Errorf("the round names %q", lost.Unserved)
	}
	for _, at := range []struct{ host, path, want string }{
		{"billing", "/_svc/health", file}, {"", "/w/billing/_svc/health", file},
		{"other", "/_svc/health", ""}, {"", "/_svc/health", ""},
	} {
		response, _ := d.ask(at.host, at.path)
		if got := response.Header.Get(live.StaleHeader); got != at.want {
			t.Errorf("%s of %q: %q, want %q", at.path, at.host, got, at.want)
		}
	}
	send := exec.Command(binary, "dev", "send", "paid", "--dir", d.dir)
	out, err := send.CombinedOutput()
	want := `error: no trigger or push source "paid" is served` + "\n  why: " + file + " does not load"
	if err == nil || !strings.HasPrefix(string(out), want) {
		t.Errorf("svc dev send: %v\n%s", err, out)
	}
	d.save("src/workers/third.ts", "export default nonsense(")
	added := d.wait("a new file that does not load", func(e devEvent) bool {
		return slices.Contains(e.Changed, "src/workers/third.ts")
	})
	if want := []string{file, "src/workers/third.ts"}; !slices.Equal(added.Unserved, want) {
		t.Errorf("the round names %q, want %q", added.Unserved, want)
	}
	d.save(file, greeting("ahoy"))
	mended := d.wait("the mend", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	if want := []string{"src/workers/third.ts"}; !slices.Equal(mended.Unserved, want) {
		t.Errorf("after the mend: %q, want %q", mended.Unserved, want)
	}
}

func TestFirstStartOfABrokenAppShowsItsFindingsAndWaits(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]string{
		"svc.config.ts:2:1: error: unexpected end of file [syntax-error]": "export default (\n",
		"svc.config.ts:1:7: error: Error: no [throws-at-import]":          "throw new Error('no');\n",
	} {
		d := &developing{TB: t, dir: t.TempDir()}
		d.save("src/workers/billing.ts", app["src/workers/billing.ts"])
		d.save("svc.config.ts", config)
		ctx, stop := context.WithTimeout(t.Context(), patience)
		defer stop()
		server := exec.CommandContext(ctx, binary, "dev", "--port", "0", "--svc-log-port", "0")
		server.Dir = d.dir
		out, err := server.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		server.Stderr = server.Stdout
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		lines, shown := bufio.NewScanner(out), ""
		until := func(text string) {
			t.Helper()
			for lines.Scan() {
				if shown += lines.Text() + "\n"; strings.Contains(lines.Text(), text) {
					return
				}
			}
			t.Fatalf("the server ended before %q:\n%s", text, shown)
		}
		until("nothing is served until the app loads")
		if !strings.Contains(shown, "\n"+name+"\n") || strings.Contains(shown, "bug in svc") {
			t.Errorf("the server does not show %q:\n%s", name, shown)
		}
		d.save("svc.config.ts", app["svc.config.ts"])
		until("serving 1 worker (")
		stop()
		_ = server.Wait() // it was killed
	}
}
