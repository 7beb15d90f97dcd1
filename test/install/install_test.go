package install

import (
	"context"
	"encoding/json"
	"io/fs"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/release"
)

// repository is the root of the module.
const repository = "../.."

// at is the time of the files in the packages.
var at = time.Date(2026, 11, 24, 8, 0, 0, 0, time.UTC)

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func write(t *testing.T, path string, file release.File) {
	t.Helper()
	mode := fs.FileMode(0o644)
	if file.Executable {
		mode = 0o755
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Content, mode); err != nil {
		t.Fatal(err)
	}
}

// version returns the version of the packages in the repository.
func version(t *testing.T) string {
	t.Helper()
	var about struct{ Version string }
	if err := json.Unmarshal(read(t, repository+"/npm/cli/package.json"), &about); err != nil {
		t.Fatal(err)
	}
	return about.Version
}

// dependOnSources makes the test cache of Go depend on the sources of svc, which go build reads in its own process.
func dependOnSources(t *testing.T) {
	t.Helper()
	for _, folder := range []string{"cmd", "internal", "sdk/dist", "dashboard/dist"} {
		err := filepath.WalkDir(filepath.Join(repository, folder), func(path string, _ fs.DirEntry, err error) error {
			if err == nil {
				_, err = os.Stat(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// publish puts the packages of a release into a registry, and TypeScript, which apps need. Packages for other platforms
// have a binary without content: npm must not request them.
func publish(t *testing.T) *Registry {
	t.Helper()
	registry, work := &Registry{}, t.TempDir()
	binary := filepath.Join(work, "svc")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, "./cmd/svc")
	build.Dir, build.Env = repository, append(os.Environ(), "CGO_ENABLED=0") // as in the Makefile
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("cannot build svc: %v\n%s", err, out)
	}
	folders := []string{repository + "/sdk", repository + "/npm/cli"}
	for _, target := range release.Targets {
		isHost := target.OS == runtime.GOOS && target.Arch == runtime.GOARCH
		var content []byte
		if isHost {
			content = read(t, binary)
		}
		files, err := release.NpmPackage(target, version(t), content, []byte("license"))
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(work, target.CPU+target.Platform)
		for _, file := range files {
			write(t, filepath.Join(folder, file.Name), file)
		}
		if isHost {
			folders = append(folders, folder)
			continue
		}
		publishOne(t, registry, read(t, filepath.Join(folder, "package.json")), nil)
	}
	packed, err := release.Pack(context.Background(), work, folders)
	if err != nil {
		t.Fatal(err)
	}
	// Names of tarballs sort as names of packages: svc-cli, svc-cli-<platform>, svc-sdk.
	for i, folder := range []string{folders[1], folders[2], folders[0]} {
		publishOne(t, registry, read(t, folder+"/package.json"), read(t, filepath.Join(work, packed[i])))
	}
	publishTypeScript(t, registry)
	return registry
}

func publishOne(t *testing.T, registry *Registry, about, tarball []byte) {
	t.Helper()
	if err := registry.Publish(about, tarball); err != nil {
		t.Fatal(err)
	}
}

// publishTypeScript packs the compiler of the repository that scaffolds ask for.
func publishTypeScript(t *testing.T, registry *Registry) {
	t.Helper()
	folder := repository + "/node_modules/typescript5"
	var files []release.File
	for _, name := range []string{"package.json", "bin/tsc", "bin/tsserver", "lib/tsc.js", "lib/_tsc.js"} {
		files = append(files, release.File{Name: "package/" + name, Content: read(t, filepath.Join(folder, name))})
	}
	libraries, err := filepath.Glob(folder + "/lib/lib*.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range libraries {
		files = append(files, release.File{Name: "package/lib/" + filepath.Base(path), Content: read(t, path)})
	}
	tarball, err := release.TarGz(files, at)
	if err != nil {
		t.Fatal(err)
	}
	publishOne(t, registry, files[0].Content, tarball)
}

// stranger is a user with an empty home folder, and with no svc.
type stranger struct {
	t        *testing.T
	home     string
	registry string
}

// run runs a command in a folder below home and returns its output and its exit code.
func (s *stranger) run(dir, name string, args ...string) (stdout string, code int) {
	s.t.Helper()
	var out, messages strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Join(s.home, dir), &out, &messages
	cmd.Env = []string{
		"HOME=" + s.home, "PATH=" + os.Getenv("PATH"), "npm_config_registry=" + s.registry, "npm_config_audit=false",
		"npm_config_fund=false", "npm_config_update_notifier=false", "npm_config_cache=" + filepath.Join(s.home, ".npm"),
	}
	err := cmd.Run()
	if cmd.ProcessState == nil {
		s.t.Fatalf("cannot run %s: %v", name, err)
	}
	s.t.Logf("%s %q ended with %d\n%s%s", filepath.Base(name), args, cmd.ProcessState.ExitCode(), &out, &messages)
	return out.String(), cmd.ProcessState.ExitCode()
}

// must runs a command that must succeed.
func (s *stranger) must(dir, name string, args ...string) string {
	s.t.Helper()
	out, code := s.run(dir, name, args...)
	if code != 0 {
		s.t.FailNow()
	}
	return out
}

func TestStrangerInstallsThePackagesAndRunsAnApp(t *testing.T) {
	if testing.Short() {
		t.Skip("packs and installs npm packages")
	}
	dependOnSources(t)
	registry := publish(t)
	server := httptest.NewServer(registry)
	defer server.Close()
	s := &stranger{t, t.TempDir(), server.URL}
	if err := os.MkdirAll(filepath.Join(s.home, "start"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(s.home, "start", "package.json"), release.File{Content: []byte(`{"private": true}`)})

	s.must("start", "npm", "install", "--save-dev", "@svc/cli", "@svc/sdk")
	svc := filepath.Join(s.home, "start", "node_modules", ".bin", "svc")
	if out := s.must("start", svc, "version"); out != "svc "+version(t)+"\n" {
		t.Errorf("svc version printed %q", out)
	}
	if _, code := s.run("start", svc, "chekc"); code != 2 {
		t.Errorf("exit code %d of a usage error, want that of the binary, 2", code)
	}
	s.must("", svc, "init", "app", "--yes")

	// The scaffold names versions that the registry has, and its own svc runs after that.
	s.must("app", "npm", "install")
	own := filepath.Join(s.home, "app", "node_modules", ".bin", "svc")
	s.must("app", own, "check")
	if out := s.must("app", own, "dev", "invoke", "hello", "-i", `{"greeting": "Good morning"}`); !strings.Contains(
		out, "Good morning",
	) {
		t.Errorf("svc dev invoke printed %s", out)
	}
	s.must("app", "npm", "run", "typecheck")

	requested := slices.Compact(slices.Sorted(slices.Values(registry.Requested())))
	host := "@svc/cli-" + platform(t).Platform + "-" + platform(t).CPU
	if want := []string{"@svc/cli", host, "@svc/sdk", "typescript"}; !slices.Equal(requested, want) {
		t.Errorf("npm requested %q, want %q", requested, want)
	}
}

// platform is the target of this machine.
func platform(t *testing.T) release.Target {
	t.Helper()
	for _, target := range release.Targets {
		if target.OS == runtime.GOOS && target.Arch == runtime.GOARCH {
			return target
		}
	}
	t.Skip("svc is not released for this platform")
	return release.Target{}
}
