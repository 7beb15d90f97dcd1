package hostile

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Limits of one command on a hostile project.
const (
	// Processor time, in user and system mode, of the command and its child processes. It does not depend on other load.
	maxProcessor = 15 * time.Second
	// Wall-clock time after which a command counts as hanging. Generous, for machines with other load.
	maxWall = 2 * time.Minute
	// Resident memory of the largest process, in KiB: 1.5 GB.
	maxResident = 1_500_000_000 / 1024
	// Output, in bytes: a build server keeps all of it.
	maxOutput = 4 << 20
)

// lowLimits are flags of the linker: an evaluation ends after 150 ms and 48 MB, in place of 5 s and 512 MB.
const lowLimits = " -X github.com/appsvc/svc/internal/project.linkedDeadline=150ms" +
	" -X github.com/appsvc/svc/internal/project.linkedMemory=50331648"

// productLimits matches findings with the limits of the product.
var productLimits = regexp.MustCompile(`took (longer than 5s|more than 512 MB|more than 1100 MB)|share of the 7`)

// finding matches an error; its group is the file.
var finding = regexp.MustCompile(`(?m)^(.+?):\d+:\d+: error: `)

// dump matches what a Go program prints when it crashes, and the texts of its panics.
var dump = regexp.MustCompile(`goroutine \d+ \[|fatal error: |panic: |runtime: |runtime error|SIGSEGV`)

func TestHostileProjects(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the real binary on many projects")
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	product, limited := link(t, &productBinary), link(t, &limitedBinary)
	files, err := filepath.Glob("projects/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no projects: %v", err)
	}
	projects, err := readProjects(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range projects {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			svc := product
			if p.low {
				svc = limited
			}
			check(t, svc, limited, p)
		})
	}
}

// check runs the commands that build servers run, and compares what is outside of the project before and after.
func check(t *testing.T, svc, limited string, p *project) {
	outside := t.TempDir()
	dir, err := p.write(outside)
	if err != nil {
		t.Fatal(err)
	}
	before := snapshotOf(t, outside)
	out := run(t, svc, p, dir, "check")
	if p.other == "found" && !bytes.Contains(out, []byte(otherWorker+":4:")) {
		t.Errorf("the finding in other.ts is missing:\n%s", tail(out))
	}
	if p.low && productLimits.Match(out) {
		t.Errorf("the linker did not set the low limits:\n%s", tail(out))
	}
	if p.output != nil && !p.output.Match(out) {
		t.Errorf("output does not match %s:\n%s", p.output, tail(out))
	}
	expectRefused(t, p, out)
	if !strings.HasPrefix(p.name, "code/") {
		run(t, svc, p, dir, "check", "--untrusted", "--format", "sarif")
	}
	if refuses(out) && !p.build {
		compare(t, outside, before)
		return
	}
	// Without the worker that is wrong, what is not refused gets into the build.
	other := filepath.Join("project", filepath.FromSlash(otherWorker))
	if err := os.Remove(filepath.Join(outside, other)); err != nil && p.other == "found" {
		t.Fatal(err)
	}
	delete(before, other)
	if productLimits.Match(out) {
		svc = limited // a limit ends the build, too
	}
	expectRefused(t, p, run(t, svc, p, dir, "build"))
	compare(t, outside, before)
}

// refuses reports whether a check found an error in another file than other.ts. A build loads the project in the same
// way, so it ends with the same error.
func refuses(out []byte) bool {
	for _, match := range finding.FindAllSubmatch(out, -1) {
		if string(match[1]) != otherWorker {
			return true
		}
	}
	return false
}

// compare expects that a command has changed nothing outside of the project, and put no secret into it.
func compare(t *testing.T, outside string, before map[string]string) {
	t.Helper()
	for name, now := range snapshotOf(t, outside) {
		old, known := before[name]
		delete(before, name)
		inside := strings.HasPrefix(name, "project"+string(filepath.Separator))
		switch {
		case known && now == old:
		case !inside:
			t.Errorf("%s outside of the project has changed", name)
		case strings.Contains(now, canary):
			t.Errorf("%s contains the canary", name)
		}
	}
	for name := range before {
		t.Errorf("%s was removed", name)
	}
}

// expectRefused expects an error in each worker that must have one.
func expectRefused(t *testing.T, p *project, out []byte) {
	t.Helper()
	for _, file := range p.refused {
		if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(file) + `:\d+:\d+: error: `).Match(out) {
			t.Errorf("no error in %s:\n%s", file, tail(out))
		}
	}
}

func snapshotOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := snapshot(dir)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// obeyed are the commands that GitHub Actions and Azure Pipelines find in a log. No project runs as in GitHub Actions.
var obeyed = regexp.MustCompile(`(?m)^\s*::[a-z-]+|##(vso)?\[`)

// run runs a command and holds it to the limits. It returns its output.
func run(t *testing.T, svc string, p *project, dir string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), maxWall)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, svc, args...)
	home := filepath.Join(filepath.Dir(dir), "home")
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = dir, &out, &out, time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + home, "NO_COLOR=1", "CANARY=" + canary,
		"CLOUDFLARE_API_TOKEN=" + canary, "GITHUB_TOKEN=" + canary, "HUBSPOT_PERSONAL_ACCESS_KEY=" + canary,
	}
	err := cmd.Run()
	var exit *exec.ExitError
	if ctx.Err() != nil || err != nil && !errors.As(err, &exit) {
		t.Fatalf("svc %v: %v\n%s", args, err, tail(out.Bytes()))
	}
	if code := cmd.ProcessState.ExitCode(); !slices.Contains(p.exits, code) {
		t.Errorf("svc %v: exit code %d, expected one of %v\n%s", args, code, p.exits, tail(out.Bytes()))
	}
	used, resident := usage(cmd.ProcessState)
	if t.Logf("svc %v: %v of processor time, %d MB resident", args, used, resident/1000); used > maxProcessor {
		t.Errorf("svc %v took more than %v", args, maxProcessor)
	}
	if resident > maxResident {
		t.Errorf("svc %v took more than %d MB", args, maxResident/1000)
	}
	if out.Len() > maxOutput {
		t.Errorf("svc %v: %d bytes of output", args, out.Len())
	}
	if found := dump.Find(out.Bytes()); found != nil {
		t.Errorf("svc %v: a crash dump (%s):\n%s", args, found, tail(out.Bytes()))
	}
	if bytes.Contains(out.Bytes(), []byte(canary)) {
		t.Errorf("svc %v: the canary in the output:\n%s", args, tail(out.Bytes()))
	}
	if command := obeyed.Find(out.Bytes()); command != nil {
		t.Errorf("a build server would obey %q", command)
	}
	if bytes.ContainsAny(out.Bytes(), "\x1b\a") {
		t.Errorf("svc %v: terminal sequences in the output:\n%q", args, tail(out.Bytes()))
	}
	return out.Bytes()
}

// usage returns the processor time of the processes of a command, and the resident memory of the largest one, in KiB.
// svc does not wait for a child process that is done, so this process, its subreaper, does.
func usage(leader *os.ProcessState) (used time.Duration, resident int64) {
	one := leader.SysUsage().(*syscall.Rusage)
	for err := error(nil); err == nil || errors.Is(err, syscall.EINTR); {
		if err == nil {
			used += time.Duration(one.Utime.Nano() + one.Stime.Nano())
			resident = max(resident, one.Maxrss)
		}
		_, err = syscall.Wait4(-leader.Pid(), nil, 0, one)
	}
	return used.Round(time.Millisecond), resident
}

// tail returns the last lines of an output, for a message.
func tail(out []byte) []byte {
	return out[max(0, len(out)-1500):]
}
