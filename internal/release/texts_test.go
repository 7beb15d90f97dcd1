package release

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestFormulaHasTheArchiveOfEachPlatform(t *testing.T) {
	p := textValues{Version: "1.2.3", URL: "https://releases.example/v1.2.3", Sums: map[string]string{}}
	_, err := renderFormula(p)
	if err == nil || !strings.Contains(err.Error(), "no artifact svc-1.2.3-darwin-arm64.tar.gz") {
		t.Errorf("error %v", err)
	}
	for _, target := range Targets {
		p.Sums[target.Archive("1.2.3")] = sumOf([]byte(target.String()))
	}
	text, err := renderFormula(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range Targets {
		archive := target.Archive("1.2.3")
		lines := "url \"https://releases.example/v1.2.3/" + archive + "\"\n      sha256 \"" + p.Sums[archive] + "\"\n"
		if strings.Contains(string(text), lines) != (target.OS != "windows") {
			t.Errorf("%s in the formula:\n%s", archive, text)
		}
	}
}

// host is the target of this machine, as uname names it.
func host(t *testing.T) Target {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the installer is for Linux and macOS")
	}
	return Target{OS: runtime.GOOS, Arch: runtime.GOARCH}
}

// install serves an archive, runs the installer, and returns the output and the installed text.
func install(t *testing.T, served []byte, sums map[string]string) (output, installed string, err error) {
	t.Helper()
	archive := host(t).Archive("1.2.3")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1.2.3/"+archive || served == nil {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(served)
	}))
	defer server.Close()
	script, err := renderInstaller(textValues{Version: "1.2.3", URL: server.URL + "/v1.2.3", Sums: sums})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := exec.Command("sh", "-s")
	run.Stdin = strings.NewReader(string(script))
	run.Env = append(
		os.Environ(), "SVC_INSTALL_DIR="+filepath.Join(dir, "bin"), "TMPDIR="+t.TempDir(), "no_proxy=127.0.0.1",
	)
	out, err := run.CombinedOutput()
	text, _ := os.ReadFile(filepath.Join(dir, "bin", "svc"))
	if left, _ := os.ReadDir(filepath.Join(dir, "bin")); err == nil && len(left) != 1 {
		t.Errorf("%d files are installed", len(left))
	}
	return string(out), string(text), err
}

func TestInstallerInstallsTheArchiveOfThisPlatform(t *testing.T) {
	content := "#!/bin/sh\necho svc 1.2.3\n"
	archive, err := TarGz([]File{
		{Name: folderOf("1.2.3", host(t)) + "/svc", Executable: true, Content: []byte(content)},
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	name := host(t).Archive("1.2.3")
	out, installed, err := install(t, archive, map[string]string{name: sumOf(archive)})
	if err != nil || installed != content || !strings.Contains(out, "installed svc 1.2.3 in ") ||
		!strings.Contains(out, "add it to your PATH: ") {
		t.Errorf("installed %q (%v)\n%s", installed, err, out)
	}
	for want, c := range map[string]struct {
		served []byte
		sums   map[string]string
	}{
		"error: invalid checksum " + sumOf([]byte("other")): {[]byte("other"), map[string]string{name: sumOf(archive)}},
		"error: cannot download http":                       {nil, map[string]string{name: sumOf(archive)}},
		"error: no archive for ":                            {archive, map[string]string{"svc-1.2.3-plan9-386.tar.gz": "00"}},
	} {
		out, installed, err := install(t, c.served, c.sums)
		if err == nil || installed != "" || !strings.Contains(out, want) {
			t.Errorf("want %q; installed %q (%v)\n%s", want, installed, err, out)
		}
	}
}

func TestImageIsBuiltAsTheBinariesOfARelease(t *testing.T) {
	recipe := string(repositoryFile(t, "Dockerfile"))
	for _, want := range []string{
		"FROM scratch\n", `CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH`, `go build -trimpath -buildvcs=false -ldflags "$LDFLAGS"`,
		"/etc/ssl/certs/ca-certificates.crt", "ENTRYPOINT [\"/svc\"]\n",
	} {
		if !strings.Contains(recipe, want) {
			t.Errorf("Dockerfile has no %q", want)
		}
	}
	_, rest, _ := strings.Cut(string(repositoryFile(t, "go.mod")), "\ntoolchain go")
	version, _, _ := strings.Cut(rest, "\n")
	if image := "golang:" + version + " AS build"; !strings.Contains(recipe, image) {
		t.Errorf("Dockerfile does not start with %s, the toolchain of go.mod", image)
	}
}
