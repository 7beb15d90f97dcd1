package testscripts

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
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
