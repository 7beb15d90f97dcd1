package install

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/release"
)

// seed makes each release of the tests have the same key, so that the signatures are equal, too.
var seed = [ed25519.SeedSize]byte{1}

// signingKey returns the key of the tests in PEM.
func signingKey(t *testing.T) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

// verifies runs the commands of docs/install.md that verify a download, and checks that other files fail.
func verifies(t *testing.T, out string) {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(ed25519.NewKeyFromSeed(seed[:]).Public())
	if err != nil {
		t.Fatal(err)
	}
	public := release.File{Content: pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})}
	page, other := string(read(t, repository+"/docs/install.md")), release.File{Content: []byte("other")}
	for program, file := range map[string]string{
		"sha256sum": platform(t).Archive(version(t)), "openssl": release.SumsName,
	} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
		_, rest, found := strings.Cut(page, "\n"+program+" ")
		line, _, _ := strings.Cut(rest, "\n")
		if !found {
			t.Fatalf("docs/install.md does not run %s", program)
		}
		s := newStranger(t)
		if err := os.CopyFS(s.home, os.DirFS(out)); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(s.home, "svc-release.pub"), public)
		s.must("", program, strings.Fields(line)...)
		write(t, filepath.Join(s.home, file), other)
		if _, code := s.run("", program, strings.Fields(line)...); code == 0 {
			t.Errorf("%s accepts another %s", program, file)
		}
	}
}

// isMadeAgain makes the release a second time and compares each file.
func isMadeAgain(t *testing.T, out, url string) {
	t.Helper()
	again := released(t, url)
	names, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	if made, err := os.ReadDir(again); err != nil || len(made) != len(names) {
		t.Errorf("made %d files, then %d (%v)", len(names), len(made), err)
	}
	for _, name := range names {
		if !bytes.Equal(read(t, filepath.Join(out, name.Name())), read(t, filepath.Join(again, name.Name()))) {
			t.Errorf("%s differs in a second release of the same files", name.Name())
		}
	}
}

// installsWithGo installs svc as docs/install.md does in a clone, and returns its path. The caches of Go are those of
// this machine: nothing is downloaded.
func (s *stranger) installsWithGo() string {
	s.t.Helper()
	bin := filepath.Join(s.home, "bin")
	s.variables = append(s.variables, "GOBIN="+bin, "CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOPROXY=off")
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		folder, err := exec.Command("go", "env", name).Output()
		if err != nil {
			s.t.Fatal(err)
		}
		s.variables = append(s.variables, name+"="+strings.TrimSpace(string(folder)))
	}
	root, err := filepath.Abs(repository)
	if err != nil {
		s.t.Fatal(err)
	}
	s.must("", "go", "-C", root, "install", "./cmd/svc")
	return filepath.Join(bin, platform(s.t).Binary())
}
