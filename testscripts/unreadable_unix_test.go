//go:build unix

package testscripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// unprivileged is the id of a user without rights, as most systems have it.
const unprivileged = 65534

// restricted is an app in a folder of another user.
type restricted struct{ *developing }

// restrict saves the app in a folder. The superuser may read every file, so svc runs as another user.
func restrict(t testing.TB) *restricted {
	t.Helper()
	r := &restricted{&developing{TB: t, dir: t.TempDir()}}
	saveAll(r.developing, app)
	if err := os.Chmod(filepath.Dir(r.dir), 0o755); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *restricted) command(args ...string) *exec.Cmd {
	cmd := exec.Command(binary, args...)
	cmd.Dir = r.dir
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}}
	}
	return cmd
}

// allow sets what users may do with a file or folder.
func (r *restricted) allow(name string, mode os.FileMode) {
	r.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.Chmod(path, mode); err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { _ = os.Chmod(path, 0o755) }) // so that the folder can be removed
}

func TestFileThatTheUserMayNotReadIsNamedWithTheFix(t *testing.T) {
	t.Parallel()
	const fix, hint = "  fix: change its permissions, so that svc may read it", "= hint: replace it with a UTF-8 text file"
	for _, test := range []struct{ file, command, what, fix string }{
		{".dev.vars", "dev invoke greet", `error: cannot read ".dev.vars"`, fix},
		{".dev.vars", "check --format text", " --> .dev.vars:1:1", hint},
		{"svc.platform.json", "dev invoke greet", `error: cannot read "svc.platform.json"`, fix},
		{"svc.portal.json", "types", `error: cannot read "svc.portal.json"`, fix},
		{"svc.config.ts", "check --format text", " --> svc.config.ts:1:1", hint},
		{"src/workers/billing.ts", "check --format text", " --> src/workers/billing.ts:1:1", hint},
		{"package.json", "check --format text", " --> package.json:1:1", hint},
		{"tsconfig.json", "check --format text", " --> tsconfig.json:1:1", hint},
		{".svc/project.json", "build", "error: cannot use .svc/project.json", fix},
		{".svc/state/clock", "dev invoke greet", "error: cannot read ", "  fix: check its permissions, or run 'svc dev"},
		{"fixtures/a.json", "test", "cannot read the fixture: permission denied", "change its permissions"},
	} {
		t.Run(test.command+" "+filepath.Base(test.file), func(t *testing.T) {
			t.Parallel()
			r := restrict(t)
			r.save(test.file, app[test.file]+"\n")
			r.allow(test.file, 0)
			out, err := r.command(strings.Fields(test.command)...).CombinedOutput()
			if text := string(out); err == nil || !strings.Contains(text, test.what) || !strings.Contains(text, test.fix) ||
				!strings.Contains(text, "permission denied") || strings.Contains(text, "openat") {
				t.Errorf("svc %s: %v\n%s", test.command, err, text)
			}
		})
	}
}

func TestFolderThatTheUserMayNotWriteToIsAUsageError(t *testing.T) {
	t.Parallel()
	const oldProject = `{"name": "Old", "srcDir": "src", "platformVersion": "2026.03"}`
	const oldApp = `{"uid": "old", "type": "app", "config": {"name": "Old", "distribution": "private",
		"auth": {"type": "static", "requiredScopes": ["crm.objects.contacts.read"], "optionalScopes": []}}}`
	for _, test := range []struct{ command, what string }{
		{"init closed --yes", `error: cannot write "closed/.gitignore"`},
		{"init closed/new --yes", `error: cannot write "closed/new"`},
		{"init closed/new --yes --json", `error: cannot write "closed/new"`},
		{"import old --dir closed", `error: cannot write "closed/.gitignore"`},
		{"add tool another", `error: cannot write "src/tools"`},
		{"types", `error: cannot write ".svc`},
		{"build", "error: cannot write to "},
		{"build --out closed/built", "error: cannot write to "},
		{"eject --out closed/ejected", "error: cannot write to "},
		{"check --format json=closed/report.json", "error: cannot write "},
		{"check --baseline closed/baseline.json --update-baseline", "error: cannot write the baseline "},
	} {
		t.Run(test.command, func(t *testing.T) {
			t.Parallel()
			r := restrict(t)
			r.save("closed/.keep", "")
			r.save("old/hsproject.json", oldProject)
			r.save("old/src/app/app-hsmeta.json", oldApp)
			for _, folder := range []string{"closed", "src", "."} {
				r.allow(folder, 0o555)
			}
			out, err := r.command(strings.Fields(test.command)...).CombinedOutput()
			if text := string(out); exitCode(err) != 2 || !strings.Contains(text, test.what) ||
				!strings.Contains(text, "permission denied") {
				t.Errorf("svc %s: %v\n%s", test.command, err, text)
			}
		})
	}
}

func TestServerWithStateInMemoryServesAFolderThatItCannotWriteTo(t *testing.T) {
	t.Parallel()
	r := restrict(t)
	r.allow(".", 0o555)
	out, err := r.command("dev", "--port", "0", "--svc-log-port", "0").CombinedOutput()
	if text := string(out); err == nil || !strings.Contains(text, `why: cannot create ".svc": permission denied`) ||
		!strings.Contains(text, "run 'svc dev --persist=false'") {
		t.Errorf("with the state on disk: %v\n%s", err, text)
	}
	server := r.command("dev", "--json", "--persist=false", "--port", "0", "--svc-log-port", "0")
	server.Stderr = r
	lines := outputLines(t, server)
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGINT)
		_ = server.Wait()
	})
	for lines.Scan() {
		if strings.Contains(lines.Text(), `"event":"round"`) {
			if !strings.Contains(lines.Text(), `"built":["billing"]`) {
				t.Errorf("it does not serve: %s", lines.Text())
			}
			break
		}
	}
	r.printsOnce(`note: other commands do not find this server: cannot create ".svc": permission denied`)
}
