package release

import (
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"time"
)

// Options are those of a release.
type Options struct {
	// Repository is the folder of the module. Out is the folder of the artifacts, which is replaced.
	Repository, Out string
	// Targets are what is built: Targets, or some of them for a test.
	Targets []Target
	// LDFlags are the flags of the linker, which stamp the commit.
	LDFlags string
	// URL is the address where the artifacts will be, without a slash at the end; "" for the releases of the repository.
	URL string
	// At is the time of every file.
	At time.Time
	// Key is the Ed25519 key that signs the checksums, in PEM; nil for no signature.
	Key []byte
	// Log gets one line per step.
	Log io.Writer
}

// releases are the releases of the repository.
const releases = "https://github.com/appsvc/svc/releases"

// maker makes one release.
type maker struct {
	Options
	version       string
	license, lock []byte
	sums          map[string]string
	builds        []*debug.BuildInfo
	packages      []string // folders for npm pack
}

// Make builds the binaries and writes all artifacts of the release. It runs go and npm.
func Make(ctx context.Context, o Options) error {
	m := &maker{Options: o, sums: map[string]string{}}
	if err := m.prepare(); err != nil {
		return err
	}
	for _, t := range o.Targets {
		if err := m.target(ctx, t); err != nil {
			return err
		}
	}
	if err := m.npm(ctx); err != nil {
		return err
	}
	return m.texts()
}

// prepare reads what all targets share and empties the folder.
func (m *maker) prepare() error {
	about, err := os.ReadFile(filepath.Join(m.Repository, "npm", "cli", "package.json"))
	var cli struct{ Version string }
	if err == nil {
		err = json.Unmarshal(about, &cli)
	}
	if err != nil {
		return fmt.Errorf("cannot read the version: %w", err)
	}
	m.version = cli.Version
	if m.URL == "" {
		m.URL = releases + "/download/v" + m.version
	}
	if m.license, err = os.ReadFile(filepath.Join(m.Repository, "LICENSE")); err != nil {
		return err
	}
	if m.lock, err = os.ReadFile(filepath.Join(m.Repository, "package-lock.json")); err != nil {
		return err
	}
	if err := os.RemoveAll(m.Out); err != nil {
		return err
	}
	return os.MkdirAll(m.Out, 0o755)
}

// target builds a binary and the artifacts that contain it.
func (m *maker) target(ctx context.Context, t Target) error {
	fmt.Fprintln(m.Log, "build", t)
	folder := filepath.Join(m.Out, "npm", t.Platform+"-"+t.CPU)
	path := filepath.Join(folder, "bin", t.Binary())
	if err := m.build(ctx, t, path); err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	m.builds = append(m.builds, info)
	binary, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	legal := Legal{License: m.license}
	if legal.ThirdParty, err = thirdParty(ctx, m.Repository, info); err != nil {
		return err
	}
	files, err := NpmPackage(t, m.version, binary, legal)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := writeFile(filepath.Join(folder, filepath.FromSlash(file.Name)), file); err != nil {
			return err
		}
	}
	m.packages = append(m.packages, folder)
	archive, err := m.archive(t, binary, legal)
	if err != nil {
		return err
	}
	if err := m.write(t.Archive(m.version), archive); err != nil || t.OS != "linux" {
		return err
	}
	deb, err := makeDeb(t, m.version, binary, legal, m.At)
	if err != nil {
		return err
	}
	return m.write(DebName(t, m.version), deb)
}

func (m *maker) build(ctx context.Context, t Target, path string) error {
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", m.LDFlags, "-o", path,
		"./cmd/svc")
	build.Dir, build.Stderr = m.Repository, m.Log
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.OS, "GOARCH="+t.Arch)
	if err := build.Run(); err != nil {
		return fmt.Errorf("cannot build svc for %s: %w", t, err)
	}
	return nil
}

func (m *maker) archive(t Target, binary []byte, legal Legal) ([]byte, error) {
	folder := folderOf(m.version, t)
	files := legal.files(folder + "/")
	for _, name := range []string{"CHANGELOG.md", "README.md"} {
		text, err := os.ReadFile(filepath.Join(m.Repository, name))
		if err != nil {
			return nil, err
		}
		files = append(files, File{Name: folder + "/" + name, Content: text})
	}
	files = append(files, File{Name: folder + "/" + t.Binary(), Executable: true, Content: binary})
	if t.OS == "windows" {
		return makeZip(files, m.At)
	}
	return TarGz(files, m.At)
}

// npm packs all npm packages.
func (m *maker) npm(ctx context.Context) error {
	shared := []string{filepath.Join(m.Repository, "sdk"), filepath.Join(m.Repository, "npm", "cli")}
	packed, err := pack(ctx, m.Out, append(shared, m.packages...))
	if err != nil {
		return err
	}
	for _, name := range packed {
		fmt.Fprintln(m.Log, "write", name)
		text, err := os.ReadFile(filepath.Join(m.Out, name))
		if err != nil {
			return err
		}
		m.sums[name] = sumOf(text)
	}
	return os.RemoveAll(filepath.Join(m.Out, "npm"))
}

// texts writes what needs the checksums of the rest, and the checksums.
func (m *maker) texts() error {
	bom, err := makeBOM(m.version, m.builds, m.lock, m.At)
	if err != nil {
		return err
	}
	if err := m.write(bomName(m.version), bom); err != nil {
		return err
	}
	published := textValues{m.version, m.URL, m.sums}
	installer, err := renderInstaller(published)
	if err != nil {
		return err
	}
	if err := m.write("install.sh", installer); err != nil {
		return err
	}
	if len(m.Targets) == len(Targets) { // the formula names an archive for each
		formula, err := renderFormula(published)
		if err != nil {
			return err
		}
		if err := m.write("svc.rb", formula); err != nil {
			return err
		}
	}
	sums := sumsText(m.sums)
	if err := os.WriteFile(filepath.Join(m.Out, SumsName), sums, 0o644); err != nil || m.Key == nil {
		return err
	}
	signature, err := sign(m.Key, sums)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(m.Out, signatureName), signature, 0o644)
}

// write writes an artifact and keeps its checksum.
func (m *maker) write(name string, content []byte) error {
	fmt.Fprintln(m.Log, "write", name)
	m.sums[name] = sumOf(content)
	return writeFile(filepath.Join(m.Out, name), File{Content: content})
}

func writeFile(path string, file File) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, file.Content, file.mode())
}
