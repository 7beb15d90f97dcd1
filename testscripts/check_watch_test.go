package testscripts

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// checked is the part of a JSON report that the tests read.
type checked struct {
	Findings []struct{ Rule, File string }
}

// watching is a running `svc check --watch` on a copy of the example app.
type watching struct {
	testing.TB
	dir     string
	process *exec.Cmd
	reports chan checked
}

// patience is the time limit of every wait. Only a failing test waits that long.
const patience = 2 * time.Minute

func watchExample(t testing.TB) *watching {
	t.Helper()
	w := &watching{TB: t, dir: t.TempDir(), reports: make(chan checked, 100)}
	if err := os.CopyFS(w.dir, os.DirFS(filepath.Join(repository, "examples", "ledger-bridge"))); err != nil {
		t.Fatal(err)
	}
	w.process = exec.Command(binary, "check", "--watch")
	w.process.Dir = w.dir
	lines := outputLines(t, w.process)
	t.Cleanup(func() {
		w.process.Process.Kill()
		w.process.Wait()
	})
	go func() {
		defer close(w.reports)
		for lines.Scan() {
			var report checked
			if err := json.Unmarshal(lines.Bytes(), &report); err != nil {
				t.Errorf("not one JSON document per line: %q", lines.Text())
				return
			}
			w.reports <- report
		}
	}()
	return w
}

func (w *watching) save(name, text string) {
	w.Helper()
	file := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		w.Fatal(err)
	}
}

// wait reads reports until wanted accepts one.
func (w *watching) wait(what string, wanted func(checked) bool) {
	w.Helper()
	deadline := time.After(patience)
	for {
		select {
		case report, open := <-w.reports:
			if !open {
				w.Fatalf("svc ended before the report that %s", what)
			}
			if wanted(report) {
				return
			}
		case <-deadline:
			w.Fatalf("no report within %s that %s", patience, what)
		}
	}
}

const brokenWorker = "export const = 1;\n"

// breaks reports whether the report has a syntax error in the file.
func breaks(file string) func(checked) bool {
	return func(report checked) bool {
		return slices.ContainsFunc(
			report.Findings, func(f struct{ Rule, File string }) bool { return f.Rule == "syntax-error" && f.File == file },
		)
	}
}

func isClean(report checked) bool { return len(report.Findings) == 0 }

func TestWatchReportsEverySave(t *testing.T) {
	t.Parallel()
	w := watchExample(t)
	w.wait("the example is clean", isClean)
	for range 5 {
		w.breakAndFix()
	}
}

// pause is the time between two saves of a benchmark. People pause longer.
const pause = 200 * time.Millisecond

// BenchmarkWatchRedraw measures the time from a save to the finding. The target is 100 ms.
func BenchmarkWatchRedraw(b *testing.B) {
	w := watchExample(b)
	w.wait("the example is clean", isClean)
	var total time.Duration
	for b.Loop() {
		time.Sleep(pause)
		total += w.breakAndFix()
	}
	b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "ms/save")
}

// breakAndFix saves a broken worker, waits for its finding, and removes the worker. It returns the time to the finding.
func (w *watching) breakAndFix() time.Duration {
	w.Helper()
	start := time.Now()
	w.save("src/workers/extra.ts", brokenWorker)
	w.wait("extra.ts is broken", breaks("src/workers/extra.ts"))
	took := time.Since(start)
	if err := os.Remove(filepath.Join(w.dir, "src/workers/extra.ts")); err != nil {
		w.Fatal(err)
	}
	w.wait("the example is clean again", isClean)
	return took
}

func TestWatchReportsReplacedFilesAndNewFolders(t *testing.T) {
	t.Parallel()
	w := watchExample(t)
	w.wait("the example is clean", isClean)
	w.save("src/workers/invoices.ts.new", brokenWorker)
	if err := os.Rename(
		filepath.Join(w.dir, "src/workers/invoices.ts.new"), filepath.Join(w.dir, "src/workers/invoices.ts"),
	); err != nil {
		t.Fatal(err)
	}
	w.wait("the replaced file is broken", breaks("src/workers/invoices.ts"))

	if err := os.RemoveAll(filepath.Join(w.dir, "src/workers")); err != nil {
		t.Fatal(err)
	}
	w.save("src/workers/again.ts", brokenWorker)
	w.wait("a file in a new folder is broken", breaks("src/workers/again.ts"))
	w.save("src/workers/again.ts", brokenWorker+"// still")
	w.wait("the new folder is watched", breaks("src/workers/again.ts"))
}

func TestWatchIgnoresNodeModulesAndItsOwnFiles(t *testing.T) {
	t.Parallel()
	w := watchExample(t)
	w.wait("the example is clean", isClean)
	w.save("node_modules/x/index.js", "x")
	w.save(".svc/types/x.d.ts", "x")
	w.save("src/workers/extra.ts", brokenWorker)
	if report := <-w.reports; !breaks("src/workers/extra.ts")(report) {
		t.Errorf("a report without a change: %+v", report)
	}
}

func TestWatchEndsOnSignalsWithTheirExitCode(t *testing.T) {
	t.Parallel()
	for signal, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		w := watchExample(t)
		w.wait("the example is clean", isClean)
		if err := w.process.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		for range w.reports { // until svc closes its output
		}
		var exit *exec.ExitError
		if err := w.process.Wait(); !errors.As(err, &exit) || exit.ExitCode() != code {
			t.Errorf("%s: %v, want exit code %d", signal, err, code)
		}
	}
}
