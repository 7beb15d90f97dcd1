package release

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"strings"
	"time"
)

// makeDeb returns a Debian package for a target with Linux: the binary in /usr/bin, and the licenses. Its format is 2.0
// of deb(5): an ar archive of a version and two tarballs.
func makeDeb(t Target, version string, binary []byte, legal Legal, at time.Time) ([]byte, error) {
	files := []File{
		{Name: "usr/bin/svc", Executable: true, Content: binary},
		{Name: "usr/share/doc/svc/" + thirdPartyName, Content: legal.ThirdParty},
		{Name: "usr/share/doc/svc/copyright", Content: legal.License},
	}
	var sums strings.Builder
	size := 0
	for _, file := range files {
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(file.Content), file.Name) // md5 is the format's own
		size += len(file.Content)
	}
	control, err := TarGz([]File{
		{Name: "control", Content: []byte(controlOf(t, version, size))}, {Name: "md5sums", Content: []byte(sums.String())},
	}, at)
	if err != nil {
		return nil, err
	}
	data, err := TarGz(files, at)
	if err != nil {
		return nil, err
	}
	return ar([]File{
		{Name: "debian-binary", Content: []byte("2.0\n")}, {Name: "control.tar.gz", Content: control},
		{Name: "data.tar.gz", Content: data},
	}, at), nil
}

// DebName is the file name of a Debian package. Debian names both architectures as Go does.
func DebName(t Target, version string) string { return "svc_" + version + "_" + t.Arch + ".deb" }

// controlOf returns the control file. size is that of all files, in bytes. A pre-release is older than its release with
// a tilde.
func controlOf(t Target, version string, size int) string {
	return "Package: svc\n" +
		"Version: " + strings.Replace(version, "-", "~", 1) + "\n" +
		"Architecture: " + t.Arch + "\n" +
		"Maintainer: The svc maintainers <maintainers@svc.invalid>\n" +
		fmt.Sprintf("Installed-Size: %d\n", (size+1023)/1024) +
		"Section: devel\nPriority: optional\n" +
		"Description: " + summary + "\n One binary without dependencies. Apps are declared in TypeScript with @svc/sdk.\n"
}

// ar returns an archive in the common format of ar(5). Names have at most 16 bytes.
func ar(files []File, at time.Time) []byte {
	out := bytes.NewBufferString("!<arch>\n")
	for _, file := range files {
		fmt.Fprintf(out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", file.Name, at.Unix(), 0, 0, "100644", len(file.Content))
		out.Write(file.Content)
		if len(file.Content)%2 == 1 {
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}
