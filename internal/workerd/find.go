package workerd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Package is the npm package of the engine.
const Package = "workerd"

// platforms are the engine's packages by GOOS/GOARCH.
var platforms = map[string]string{
	"darwin/amd64": "workerd-darwin-64", "darwin/arm64": "workerd-darwin-arm64",
	"linux/amd64": "workerd-linux-64", "linux/arm64": "workerd-linux-arm64", "windows/amd64": "workerd-windows-64",
}

// Reasons why Find finds no engine.
var (
	ErrNotInstalled = errors.New("the edge engine is not installed")
	// ErrOtherPlatform reports an installation for another system or processor.
	ErrOtherPlatform = errors.New("the installed edge engine is for another platform")
	errNoBuild       = errors.New("the edge engine has no build for this platform")
)

// Found is an installed engine.
type Found struct {
	// Binary is the executable, which does not need Node.
	Binary string
	// Version is that of the npm package, such as "1.20260426.1".
	Version string
}

// Find returns the engine that a program in dir would import as the npm package name. It reads nothing outside of
// border, a folder that contains dir: it does not follow a link that leads elsewhere.
func Find(dir, border, name string) (Found, error) {
	return find(dir, border, name, runtime.GOOS+"/"+runtime.GOARCH)
}

func find(dir, border, name, system string) (Found, error) {
	platform, known := platforms[system]
	if !known {
		return Found{}, fmt.Errorf("%w: %s", errNoBuild, system)
	}
	border, err := filepath.EvalSymlinks(border)
	if err != nil {
		return Found{}, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return Found{}, err
	}
	folder, version := installed(dir, border, name, "")
	if folder == "" {
		return Found{}, ErrNotInstalled
	}
	// The package of the platform is a dependency of the other, so it is resolved from there.
	bin, _ := installed(folder, border, "@cloudflare/"+platform, version)
	if bin == "" {
		return Found{}, fmt.Errorf("%w: @cloudflare/%s %s is missing", ErrOtherPlatform, platform, version)
	}
	binary := filepath.Join(bin, "bin", "workerd")
	if strings.HasPrefix(system, "windows/") {
		binary += ".exe"
	}
	if info, err := os.Stat(binary); err != nil || !info.Mode().IsRegular() {
		return Found{}, fmt.Errorf("%w: @cloudflare/%s %s has no executable", ErrOtherPlatform, platform, version)
	}
	return Found{Binary: binary, Version: version}, nil
}

// installed returns the folder of the package that Node would import in dir, and its version; "" for none. Another
// version than the wanted one is skipped, unless that is "".
func installed(dir, border, name, wanted string) (folder, version string) {
	for at := dir; ; at = filepath.Dir(at) {
		folder, err := filepath.EvalSymlinks(filepath.Join(at, "node_modules", filepath.FromSlash(name)))
		if err == nil && isWithin(folder, border) {
			if version, err := packageVersion(folder); err == nil && (wanted == "" || version == wanted) {
				return folder, version
			}
		}
		if at == border || at == filepath.Dir(at) || !isWithin(at, border) {
			return "", ""
		}
	}
}

// isWithin reports whether a folder is border, or below it.
func isWithin(folder, border string) bool {
	path, err := filepath.Rel(border, folder)
	return err == nil && filepath.IsLocal(path)
}

// packageVersion returns the version in a package's package.json.
func packageVersion(dir string) (string, error) {
	text, err := fs.ReadFile(os.DirFS(dir), "package.json")
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	if err := json.Unmarshal(text, &p); err != nil {
		return "", err
	}
	if p.Version == "" {
		return "", errors.New("no version")
	}
	return p.Version, nil
}

// Built returns the date of the build, such as "2026-04-26": the engine knows compatibility dates until then. It is ""
// for a version of another form.
func (f Found) Built() string {
	_, rest, _ := strings.Cut(f.Version, ".")
	day, _, _ := strings.Cut(rest, ".")
	date, err := time.Parse("20060102", day)
	if err != nil {
		return ""
	}
	return date.Format(time.DateOnly)
}
