package install

import (
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
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
	"github.com/appsvc/svc/test/sources"
)

// repository is the root of the module.
const repository = "../.."

// at is the time of the files in the packages.
var at = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

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

// released makes a release for this platform only, whose artifacts are at an address.
func released(t *testing.T, url string) (out string) {
	t.Helper()
	out = filepath.Join(t.TempDir(), "release")
	var log strings.Builder
	err := release.Make(context.Background(), release.Options{
		Repository: repository, Out: out, Targets: []release.Target{platform(t)}, LDFlags: "-s -w", URL: url, At: at,
		Key: signingKey(t), Log: &log,
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	return out
}

// publish puts the npm packages of a release into a registry, and TypeScript, which apps need. Packages for other
// platforms have no tarball: npm must not request them.
func publish(t *testing.T, out string) *Registry {
	t.Helper()
	registry := &Registry{}
	for name, folder := range map[string]string{"svc-sdk": "sdk", "svc-cli": "npm/cli"} {
		tarball := read(t, filepath.Join(out, name+"-"+version(t)+".tgz"))
		publishOne(t, registry, read(t, filepath.Join(repository, folder, "package.json")), tarball)
	}
	for _, target := range release.Targets {
		files, err := release.NpmPackage(target, version(t), nil, release.Legal{})
		if err != nil {
			t.Fatal(err)
		}
		var tarball []byte
		if target == platform(t) {
			name := strings.TrimPrefix(strings.ReplaceAll(target.Package(), "/", "-"), "@")
			tarball = read(t, filepath.Join(out, name+"-"+version(t)+".tgz"))
		}
		about := files[slices.IndexFunc(files, func(f release.File) bool { return f.Name == "package.json" })]
		publishOne(t, registry, about.Content, tarball)
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
	t    *testing.T
	home string
	// variables are the environment.
	variables []string
}

func newStranger(t *testing.T) *stranger {
	home := t.TempDir()
	return &stranger{t, home, []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "npm_config_audit=false", "npm_config_fund=false",
		"npm_config_update_notifier=false",
	}}
}

// run runs a command in a folder below home and returns its output and its exit code.
func (s *stranger) run(dir, name string, args ...string) (stdout string, code int) {
	s.t.Helper()
	var out, messages strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Join(s.home, dir), &out, &messages
	cmd.Env = s.variables
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

func TestStrangerInstallsEachArtifactAndRunsAnApp(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and installs a release")
	}
	sources.Product(t, repository)
	var out string
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, os.DirFS(out), strings.TrimPrefix(r.URL.Path, "/"))
	}))
	defer files.Close()
	out = released(t, files.URL)
	t.Run("npm", func(t *testing.T) {
		registry := publish(t, out)
		server := httptest.NewServer(registry)
		defer server.Close()
		s := newStranger(t)
		s.variables = append(s.variables, "npm_config_registry="+server.URL)
		s.installsWithNpm()
		requested := slices.Compact(slices.Sorted(slices.Values(registry.Requested())))
		if want := []string{"@svc/cli", platform(t).Package(), "@svc/sdk", "typescript"}; !slices.Equal(requested, want) {
			t.Errorf("npm requested %q, want %q", requested, want)
		}
	})
	t.Run("install.sh", func(t *testing.T) {
		s := newStranger(t)
		s.variables = append(s.variables, "no_proxy=127.0.0.1")
		s.must("", "sh", filepath.Join(out, "install.sh"))
		s.makesAnApp(filepath.Join(s.home, ".local", "bin", "svc"))
	})
	t.Run("Debian package", func(t *testing.T) {
		if _, err := exec.LookPath("dpkg-deb"); err != nil || runtime.GOOS != "linux" {
			t.Skip("dpkg-deb is not installed")
		}
		s := newStranger(t)
		s.must("", "dpkg-deb", "--extract", filepath.Join(out, release.DebName(platform(t), version(t))), "root")
		s.makesAnApp(filepath.Join(s.home, "root", "usr", "bin", "svc"))
	})
	t.Run("archive", func(t *testing.T) {
		s := newStranger(t)
		archive := platform(t).Archive(version(t))
		s.must("", "tar", "-xf", filepath.Join(out, archive))
		folder, _, _ := strings.Cut(archive, ".tar.gz")
		s.makesAnApp(filepath.Join(s.home, folder, platform(t).Binary()))
	})
	t.Run("go install", func(t *testing.T) {
		s := newStranger(t)
		s.makesAnApp(s.installsWithGo())
	})
	t.Run("checksums", func(t *testing.T) { verifies(t, out) })
	t.Run("made again", func(t *testing.T) { isMadeAgain(t, out, files.URL) })
}

// installsWithNpm installs the packages in a folder, makes an app with them, and installs the packages of the app. The
// registry must have those.
func (s *stranger) installsWithNpm() {
	s.t.Helper()
	start := filepath.Join(s.home, "start")
	write(s.t, filepath.Join(start, "package.json"), release.File{Content: []byte(`{"private": true}`)})
	s.must("start", "npm", "install", "--save-dev", "@svc/cli", "@svc/sdk")
	svc := filepath.Join(start, "node_modules", ".bin", "svc")
	if _, code := s.run("start", svc, "chekc"); code != 2 {
		s.t.Errorf("exit code %d of a usage error, want that of the binary, 2", code)
	}
	s.makesAnApp(svc)
	s.must("app", "npm", "install")
	s.runsTheApp(filepath.Join(s.home, "app", "node_modules", ".bin", "svc"))
	s.must("app", "npm", "run", "typecheck")
}

// makesAnApp makes an app and runs it.
func (s *stranger) makesAnApp(svc string) {
	s.t.Helper()
	if out := s.must("", svc, "version"); out != "svc "+version(s.t)+"\n" {
		s.t.Errorf("svc version printed %q", out)
	}
	s.must("", svc, "init", "app", "--yes")
	s.runsTheApp(svc)
}

func (s *stranger) runsTheApp(svc string) {
	s.t.Helper()
	s.must("app", svc, "check")
	out := s.must("app", svc, "dev", "invoke", "hello", "-i", `{"greeting": "Good morning"}`)
	if !strings.Contains(out, "Good morning") {
		s.t.Errorf("svc dev invoke printed %s", out)
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
