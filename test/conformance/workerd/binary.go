package workerd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// The npm packages that package.json pins. The oldest has the plain name, because the vendor's tool, which is also
// pinned, requires that version.
const (
	Newest = "workerd-newest"
	Oldest = "workerd"
)

// platforms are the engine's packages by GOOS/GOARCH.
var platforms = map[string]string{
	"darwin/amd64": "workerd-darwin-64", "darwin/arm64": "workerd-darwin-arm64",
	"linux/amd64": "workerd-linux-64", "linux/arm64": "workerd-linux-arm64", "windows/amd64": "workerd-windows-64",
}

// Binary returns the executable of a pinned package below the root of this repository. It does not need Node.
func Binary(root, name string) (string, error) {
	platform, known := platforms[runtime.GOOS+"/"+runtime.GOARCH]
	if !known {
		return "", fmt.Errorf("the edge engine has no build for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	modules := filepath.Join(root, "node_modules")
	version, err := packageVersion(filepath.Join(modules, name))
	if err != nil {
		return "", fmt.Errorf("the edge engine is not installed: run npm ci in %s: %w", root, err)
	}
	// npm installs one version next to the package, and the other inside it.
	for _, folder := range []string{filepath.Join(modules, name, "node_modules"), modules} {
		dir := filepath.Join(folder, "@cloudflare", platform)
		if got, err := packageVersion(dir); err == nil && got == version {
			binary := filepath.Join(dir, "bin", "workerd")
			if runtime.GOOS == "windows" {
				binary += ".exe"
			}
			return binary, nil
		}
	}
	return "", fmt.Errorf(
		"@cloudflare/%s %s is not installed: run npm ci in %s with optional dependencies", platform, version, root,
	)
}

func packageVersion(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	return p.Version, json.Unmarshal(text, &p)
}
