package testscripts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// change changes the code of the worker.
func (k *killRun) change(to string) {
	k.Helper()
	changed := strings.Replace(killApp["src/workers/main.ts"], "({})", "({ changed: '"+to+"' })", 1)
	if err := os.WriteFile(filepath.Join(k.dir, "src", "workers", "main.ts"), []byte(changed), 0o644); err != nil {
		k.Fatal(err)
	}
}

func TestRollbackEndsADeployThatWasKilled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		until string // the request of the platform at which the deploy is killed
		want  string
	}{
		"before the worker is uploaded": {"PUT t-main", "; production already runs the workers of 20"},
		"after it":                      {"PUT t-main after", "rolled production back to 20"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKillRun(t)
			for _, code := range []string{"1", "2"} {
				k.change(code)
				if output, err := k.deploy(); err != nil {
					t.Fatalf("%v\n%s", err, output)
				}
			}
			before := k.edge.Code("t-main")
			k.change("3")
			method, script, _ := strings.Cut(strings.TrimSuffix(c.until, " after"), " ")
			k.killsAt, k.after = method+" /"+script, strings.HasSuffix(c.until, " after")
			if output, err := k.deploy(); err == nil || !strings.Contains(err.Error(), "killed") {
				t.Fatalf("not killed: %v\n%s", err, output)
			}
			k.killsAt = ""
			if !strings.Contains(k.edge.Dump(false), "svc-lock=") {
				t.Fatal("the deploy left no lock, so the test proves nothing")
			}
			if output, err := k.run("secrets", "rotate", "--yes"); exitCode(err) != 9 ||
				!strings.Contains(output, "error: a deploy of production was interrupted\n") ||
				!strings.Contains(output, "or end it with 'svc rollback --env production'") {
				t.Errorf("a rotation: %v\n%s", err, output)
			}
			output, err := k.run("rollback", "--yes")
			if err != nil || !strings.Contains(output, "  ending deploy 20") || !strings.Contains(output, c.want) {
				t.Errorf("%v\n%s", err, output)
			}
			if got := k.edge.Code("t-main"); got != before || strings.Contains(k.edge.Dump(false), "svc-lock=") {
				t.Errorf("the code is another, or the lock is left:\n%s", k.edge.Dump(false))
			}
			if output, err := k.run("deploys"); err != nil || !strings.Contains(output, "\tfailed\tit was interrupted") {
				t.Errorf("%v\n%s", err, output)
			}
			if output, err := k.deploy(); err != nil {
				t.Errorf("the next deploy: %v\n%s", err, output)
			}
			if output, err := k.deploy(); err != nil || !strings.Contains(output, "nothing to do") {
				t.Errorf("%v\n%s", err, output)
			}
		})
	}
}
