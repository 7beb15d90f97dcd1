package testscripts

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/appsvc/svc/test/fakes/fakeserver"
)

func TestSignalWhileACommandReadsEndsItQuietly(t *testing.T) {
	t.Parallel()
	k := newKillRun(t)
	if output, err := k.deploy(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for signal, code := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143} {
		for _, args := range [][]string{
			{"deploy", "--yes"}, {"deploy", "--plan"}, {"rollback", "--yes"}, {"destroy", "--env", "production", "--yes"},
			{"secrets", "rotate", "--yes"},
		} {
			for request := int64(1); request <= 2; request++ {
				k.signal, k.at = signal, k.seen.Load()+request
				output, err := k.run(args...)
				exit, ended := errors.AsType[*exec.ExitError](err)
				if !ended || exit.ExitCode() != code || strings.Contains(output, "error: ") {
					t.Errorf("%v at request %d of %v: %v\n%s", signal, request, args, err, output)
				}
			}
		}
	}
	k.signal, k.at = os.Interrupt, k.seen.Load()+1
	output, err := k.run("deploy", "--yes", "--json")
	if err == nil || !strings.Contains(output, `"exitCode": 130`) || !strings.Contains(output, `"what": "interrupted"`) {
		t.Errorf("the document: %v\n%s", err, output)
	}
}

func TestSignalDuringARollbackSaysHowToResume(t *testing.T) {
	t.Parallel()
	k := newKillRun(t)
	if output, err := k.deploy(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	changed := strings.Replace(killApp["src/workers/main.ts"], "({})", "({ changed: '2' })", 1)
	if err := os.WriteFile(filepath.Join(k.dir, "src", "workers", "main.ts"), []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if output, err := k.deploy(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	k.signal, k.at, k.after = os.Interrupt, k.seen.Load()+6, true
	output, err := k.run("rollback", "--yes")
	exit, ended := errors.AsType[*exec.ExitError](err)
	if !ended || exit.ExitCode() != 130 || !strings.Contains(output, "  left: rollback t-main\n") ||
		!strings.Contains(output, "run 'svc rollback --to 20") {
		t.Errorf("%v\n%s", err, output)
	}
}

func TestSignalWhileACanaryIsEndedSaysHowToContinue(t *testing.T) {
	t.Parallel()
	k := newKillRun(t)
	if output, err := k.deploy(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for i, c := range []struct {
		request int64 // of the command that ends the canary
		after   bool
		flag    string
		code    int
	}{
		{2, false, "--promote", 130}, {4, false, "--promote", 130}, {5, false, "--promote", 130}, {5, true, "--promote", 0},
		{7, false, "--promote", 0}, {5, false, "--abort", 130}, {5, true, "--abort", 0},
	} {
		k.change(strconv.Itoa(i))
		k.edge.Fail(20, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 403, Body: "{}"})
		if output, err := k.run("deploy", "--yes", "--canary", "10%", "--until", "count >= 100"); err == nil ||
			!strings.Contains(output, "10% of the traffic of t-main") {
			t.Fatalf("no canary stands: %v\n%s", err, output)
		}
		k.signal, k.at, k.after = os.Interrupt, k.seen.Load()+c.request, c.after
		output, err := k.run("deploy", c.flag)
		k.at = 0
		if exitCode(err) != c.code {
			t.Errorf("%+v: %v\n%s", c, err, output)
		}
		if c.code == 130 {
			says := strings.Contains(output, "canary: 10% of the traffic of t-main is on the new version\n") &&
				strings.Contains(output, "run 'svc deploy "+c.flag+"' again to continue\n")
			if says != (c.request > 3) { // it has begun nothing while it reads
				t.Errorf("%+v: %s", c, output)
			}
			if output, err := k.run("deploy", c.flag); err != nil {
				t.Errorf("%+v, again: %v\n%s", c, err, output)
			}
		}
		if output, err := k.run("deploy", "--plan"); err != nil || strings.Contains(k.edge.Dump(false), "svc-lock=") ||
			strings.Contains(output, "no changes") != (c.flag == "--promote") {
			t.Errorf("%+v, after it: %v\n%s\n%s", c, err, output, k.edge.Dump(false))
		}
	}
}
