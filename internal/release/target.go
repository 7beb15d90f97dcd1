// Package release makes the artifacts of a release of svc: archives, npm packages, Debian packages, a Homebrew formula,
// an installer script, a list of components, checksums and their signature.
//
// The same commit gives the same bytes: files are sorted and have one time, and nothing of the machine is in them.
// Start at Make. docs/install.md describes the artifacts for users, docs/release.md how to make a release.
package release

// Target is a platform that svc is released for.
type Target struct {
	// OS and Arch are the words of Go.
	OS, Arch string
	// Platform and CPU are the words of Node (process.platform, process.arch), in names of npm packages.
	Platform, CPU string
}

// Targets are all platforms.
var Targets = []Target{
	{"darwin", "amd64", "darwin", "x64"},
	{"darwin", "arm64", "darwin", "arm64"},
	{"linux", "amd64", "linux", "x64"},
	{"linux", "arm64", "linux", "arm64"},
	{"windows", "amd64", "win32", "x64"},
	{"windows", "arm64", "win32", "arm64"},
}

// String returns the words of Go, such as "linux/amd64".
func (t Target) String() string { return t.OS + "/" + t.Arch }

// Binary is the name of the executable file.
func (t Target) Binary() string {
	if t.OS == "windows" {
		return "svc.exe"
	}
	return "svc"
}

// Archive is the name of the archive for a version.
func (t Target) Archive(version string) string {
	name := folderOf(version, t)
	if t.OS == "windows" {
		return name + ".zip"
	}
	return name + ".tar.gz"
}

// folderOf is the name of the folder in an archive.
func folderOf(version string, t Target) string { return "svc-" + version + "-" + t.OS + "-" + t.Arch }

// Package is the name of the npm package with the binary.
func (t Target) Package() string { return "@svc/cli-" + t.Platform + "-" + t.CPU }
