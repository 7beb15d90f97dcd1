package release

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// members returns the members of an ar archive.
func members(t *testing.T, archive []byte) map[string][]byte {
	t.Helper()
	rest, ok := bytes.CutPrefix(archive, []byte("!<arch>\n"))
	if !ok {
		t.Fatal("no ar archive")
	}
	found := map[string][]byte{}
	for len(rest) > 0 {
		header := string(rest[:60])
		size, err := strconv.Atoi(strings.TrimSpace(header[48:58]))
		if err != nil || header[58:] != "`\n" {
			t.Fatalf("invalid header %q (%v)", header, err)
		}
		found[strings.TrimSpace(header[:16])] = rest[60 : 60+size]
		rest = rest[60+size+size%2:]
	}
	return found
}

// legal are licenses of a test.
var legal = Legal{License: []byte("license")}

func TestDebHasTheBinaryAndItsChecksum(t *testing.T) {
	deb, err := makeDeb(Target{OS: "linux", Arch: "arm64"}, "1.2.3-rc.1", []byte("binary"), legal, noon)
	if err != nil {
		t.Fatal(err)
	}
	found := members(t, deb)
	if string(found["debian-binary"]) != "2.0\n" {
		t.Errorf("debian-binary = %q", found["debian-binary"])
	}
	if got := listTar(t, found["data.tar.gz"]); !strings.Contains(got, "-rwxr-xr-x usr/bin/svc\n") {
		t.Errorf("data:\n%s", got)
	}
	if got := listTar(t, found["control.tar.gz"]); got != "-rw-r--r-- control\n-rw-r--r-- md5sums\n" {
		t.Errorf("control:\n%s", got)
	}
}

func TestDpkgReadsTheDebianPackage(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg-deb is not installed")
	}
	deb, err := makeDeb(Target{OS: "linux", Arch: "arm64"}, "1.2.3-rc.1", []byte("binary"), legal, noon)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), DebName(Target{OS: "linux", Arch: "arm64"}, "1.2.3-rc.1"))
	if err := os.WriteFile(path, deb, 0o644); err != nil {
		t.Fatal(err)
	}
	fields, err := exec.Command("dpkg-deb", "--field", path, "Package", "Version", "Architecture").CombinedOutput()
	if want := "Package: svc\nVersion: 1.2.3~rc.1\nArchitecture: arm64\n"; err != nil || string(fields) != want {
		t.Errorf("fields (%v):\n%s", err, fields)
	}
	root := t.TempDir()
	if out, err := exec.Command("dpkg-deb", "--extract", path, root).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, err := os.ReadFile(filepath.Join(root, "usr/bin/svc")); err != nil || string(got) != "binary" {
		t.Errorf("usr/bin/svc = %q (%v)", got, err)
	}
}
