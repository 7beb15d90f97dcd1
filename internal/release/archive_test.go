package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

var (
	noon  = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	small = []File{
		{Name: "svc-1.2.3/LICENSE", Content: []byte("license\n")},
		{Name: "svc-1.2.3/bin/svc", Executable: true, Content: []byte("#!/bin/sh\necho svc 1.2.3\n")},
	}
)

func TestArchivesAreEqualIfMadeTwice(t *testing.T) {
	linux := Target{OS: "linux", Arch: "amd64", Platform: "linux", CPU: "x64"}
	for name, archive := range map[string]func(at time.Time) ([]byte, error){
		"tar.gz": func(at time.Time) ([]byte, error) { return TarGz(small, at) },
		"zip":    func(at time.Time) ([]byte, error) { return makeZip(small, at) },
		"deb": func(at time.Time) ([]byte, error) {
			return makeDeb(linux, "1.2.3", small[1].Content, Legal{License: small[0].Content}, at)
		},
	} {
		first, err := archive(noon)
		if err != nil {
			t.Fatal(err)
		}
		// Another time zone is not another time.
		second, err := archive(noon.In(time.FixedZone("east", 3600)))
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: two archives of the same files differ (%v)", name, err)
		}
		if later, err := archive(noon.Add(time.Hour)); err != nil || bytes.Equal(first, later) {
			t.Errorf("%s: the time is not in the archive (%v)", name, err)
		}
	}
}

func TestTarHasFoldersBeforeTheirFiles(t *testing.T) {
	archive, err := TarGz(small, noon)
	if err != nil {
		t.Fatal(err)
	}
	got := listTar(t, archive)
	want := "drwxr-xr-x svc-1.2.3/\n-rw-r--r-- svc-1.2.3/LICENSE\ndrwxr-xr-x svc-1.2.3/bin/\n-rwxr-xr-x svc-1.2.3/bin/svc\n"
	if got != want {
		t.Errorf("entries:\n%swant:\n%s", got, want)
	}
}

func listTar(t *testing.T, archive []byte) string {
	t.Helper()
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for reader := tar.NewReader(unzipped); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return list.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if !header.ModTime.Equal(noon) || header.Uid != 0 || header.Gid != 0 || header.Uname != "" {
			t.Errorf("%s: time %v, owner %d %q", header.Name, header.ModTime, header.Uid, header.Uname)
		}
		fmt.Fprintln(&list, header.FileInfo().Mode(), header.Name)
	}
}

func TestZipKeepsWhatIsExecutable(t *testing.T) {
	archive, err := makeZip(small, noon)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range reader.File {
		if file.Name != small[i].Name || file.Mode() != small[i].mode() || !file.Modified.Equal(noon) {
			t.Errorf("%s: mode %v, time %v", file.Name, file.Mode(), file.Modified)
		}
	}
}
