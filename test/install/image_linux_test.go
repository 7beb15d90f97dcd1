package install

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// instructions returns the instructions of the Dockerfile by keyword, with continued lines joined.
func instructions(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", " ")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			keyword, rest, _ := strings.Cut(line, " ")
			all[keyword] = append(all[keyword], rest)
		}
	}
	return all
}

// TestImageHasWhatItsStepsMake runs the steps of the Dockerfile without an engine of containers: the commands in this
// repository, the copies into an empty folder, and the entry point with that folder as its root.
func TestImageHasWhatItsStepsMake(t *testing.T) {
	steps, image, root := instructions(t), t.TempDir(), t.TempDir()
	for _, run := range steps["RUN"] {
		shell := exec.Command("/bin/sh", "-euc", strings.ReplaceAll(run, "/image/", image+"/"))
		shell.Dir = "../.."
		shell.Env = append(os.Environ(), "TARGETOS=linux", "TARGETARCH="+runtime.GOARCH, "LDFLAGS=-s -w")
		if out, err := shell.CombinedOutput(); err != nil {
			t.Fatalf("RUN %s: %v\n%s", run, err, out)
		}
	}
	for _, copied := range steps["COPY"] {
		fields := strings.Fields(copied)
		from, isStage := strings.CutPrefix(fields[0], "--from=")
		switch {
		case !isStage:
			for _, name := range fields[:len(fields)-1] {
				if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
					t.Errorf("COPY %s: %v", copied, err)
				}
			}
		case from != "build":
			t.Errorf("COPY %s: there is no stage %s", copied, from)
		case strings.HasPrefix(fields[1], "/image/"):
			if out, err := exec.Command("cp", "-a", image+"/.", root).CombinedOutput(); err != nil {
				t.Fatalf("COPY %s: %v\n%s", copied, err, out)
			}
		case fields[1] != "/etc/ssl/certs/ca-certificates.crt": // of the Debian image that golang is made from
			t.Errorf("COPY %s: does the stage have it?", copied)
		}
	}
	const shared = os.ModeSticky | 0o777
	if info, err := os.Stat(filepath.Join(root, "tmp")); err != nil || info.Mode()&shared != shared {
		t.Errorf("/tmp: %v, %v", info, err)
	}
	entry := regexp.MustCompile(`^\["([^"]+)"\]$`).FindStringSubmatch(steps["ENTRYPOINT"][0])
	if entry == nil {
		t.Fatalf("ENTRYPOINT %s", steps["ENTRYPOINT"])
	}
	app := filepath.Join(root, steps["WORKDIR"][len(steps["WORKDIR"])-1])
	if out, err := exec.Command(filepath.Join(root, entry[1]), "init", app, "--yes").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// As docker run with the folder of an app: no environment, and nothing else but /proc and /dev/null.
	err := errors.Join(
		os.Mkdir(filepath.Join(root, "proc"), 0o755), os.Mkdir(filepath.Join(root, "dev"), 0o755),
		os.WriteFile(filepath.Join(root, "dev", "null"), nil, 0o666),
	)
	if err != nil {
		t.Fatal(err)
	}
	inside := func(args ...string) ([]byte, error) {
		cmd := exec.Command("unshare", append([]string{
			"-Urmpf", "--root=" + root, "--wd=/" + filepath.Base(app), "--mount-proc", entry[1],
		}, args...)...)
		cmd.Env = []string{}
		return cmd.CombinedOutput()
	}
	if out, err := inside("version"); err != nil {
		t.Skipf("this system lets no process have a root of its own: %v\n%s", err, out)
	}
	for _, args := range [][]string{{"check"}, {"test"}, {"deploy", "--dry-run"}} {
		if out, err := inside(args...); err != nil {
			t.Errorf("svc %s in the image: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
