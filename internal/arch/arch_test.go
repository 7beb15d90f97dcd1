package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/appsvc/svc/"

type goPackage struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

func TestPackagesImportOnlyTheirDependencies(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, module)
		allowed, known := dependenciesOf(name)
		if !known {
			if isGenerator(name) {
				continue // not linked into the product
			}
			t.Errorf("%s has no entry in dependencies: list the packages that it may import in internal/arch/arch.go", name)
			continue
		}
		for _, imported := range pkg.Imports {
			if inner, ok := strings.CutPrefix(imported, module); ok && !allows(allowed, inner) {
				t.Errorf("%s must not import %s: move what they share to a lower package, or allow it in internal/arch/arch.go",
					name, inner)
			}
		}
	}
}

func TestOnlyOwnersImportLibraries(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, module)
		for _, library := range pkg.Imports {
			if strings.HasPrefix(library, module) || !strings.Contains(strings.SplitN(library, "/", 2)[0], ".") {
				continue // this module, or the standard library
			}
			if !owned(library, name) {
				t.Errorf("%s must not import %s: use it through its owners %v, or change owners in internal/arch/arch.go",
					name, library, ownersOf(library))
			}
		}
	}
}

func TestDependenciesNameExistingPackages(t *testing.T) {
	exists := map[string]bool{}
	for _, pkg := range listPackages(t) {
		exists[strings.TrimPrefix(pkg.ImportPath, module)] = true
	}
	for name := range dependencies {
		if !exists[name] && !slices.ContainsFunc(slices.Collect(maps.Keys(exists)), func(pkg string) bool {
			return matches(name, pkg)
		}) {
			t.Errorf("dependencies has an entry for %s, which does not exist: remove it from internal/arch/arch.go", name)
		}
	}
}

func TestAllowedDependenciesAreUsed(t *testing.T) {
	imports := map[string][]string{}
	for _, pkg := range listPackages(t) {
		imports[strings.TrimPrefix(pkg.ImportPath, module)] = pkg.Imports
	}
	for name, allowed := range dependencies {
		for _, inner := range allowed {
			if imports[name] != nil && !strings.ContainsAny(inner, "*.") && !slices.Contains(imports[name], module+inner) {
				t.Errorf("%s may import %s and does not: remove the entry from internal/arch/arch.go", name, inner)
			}
		}
	}
}

// isGenerator reports whether a package is a command that generates files or test data.
func isGenerator(name string) bool {
	return strings.HasPrefix(name, "test/bench/") ||
		strings.HasPrefix(name, "internal/bundle/") && strings.HasSuffix(name, "dist")
}

// dependenciesOf returns the entry of a package: the one with its name, else one with a "*".
func dependenciesOf(name string) (allowed []string, known bool) {
	if allowed, known = dependencies[name]; known {
		return allowed, true
	}
	for pattern, allowed := range dependencies {
		if matches(pattern, name) {
			return allowed, true
		}
	}
	return nil, false
}

func allows(allowed []string, inner string) bool {
	return slices.Contains(everywhere, inner) ||
		slices.ContainsFunc(allowed, func(pattern string) bool { return matches(pattern, inner) })
}

// matches reports whether a name of the tables matches a package.
func matches(pattern, pkg string) bool {
	if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == tree || strings.HasPrefix(pkg, tree+"/")
	}
	found, err := path.Match(pattern, pkg)
	return err == nil && found
}

func owned(library, name string) bool {
	return allows(ownersOf(library), name) || isGenerator(name)
}

func ownersOf(imported string) []string {
	for library, names := range owners {
		if imported == library || strings.HasPrefix(imported, library+"/") {
			return names
		}
	}
	return nil
}

// listPackages returns the packages of the module.
func listPackages(t *testing.T) []goPackage {
	t.Helper()
	packages, err := listOnce()
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// listOnce runs `go list`, which takes a second. It opens every folder with Go files itself, because the test cache
// does not see what `go list` reads and would reuse an old result.
var listOnce = sync.OnceValues(func() ([]goPackage, error) {
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		if err == nil && entry.IsDir() && (name == "node_modules" || name != ".." && strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Standard", module+"...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.String())
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg goPackage
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, pkg)
	}
})

// TestArchitectureDocNamesEveryPackage keeps the table of docs/architecture.md complete.
func TestArchitectureDocNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range dependencies {
		parent := path.Dir(name)
		named := bytes.Contains(text, []byte("`"+name+"`")) || bytes.Contains(text, []byte("`"+path.Base(name)+"`")) ||
			strings.HasPrefix(name, "internal/cmd/") && parent == "internal/cmd" || strings.HasPrefix(name, "test/")
		if !named {
			t.Errorf("docs/architecture.md does not name %s: add it to the table of packages", name)
		}
	}
}
