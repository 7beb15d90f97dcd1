package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/appsvc/svc/"

type goPackage struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

func TestEveryPackageImportsOnlyWhatItsArrowsAllow(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, module)
		allowed, known := arrowsOf(name)
		if !known {
			if isGenerator(name) {
				continue // run by hand, linked into nothing
			}
			t.Errorf("%s has no line in arrows: say what it may import", name)
			continue
		}
		for _, imported := range pkg.Imports {
			if inner, ok := strings.CutPrefix(imported, module); ok && !allows(allowed, inner) {
				t.Errorf("%s imports %s, which its arrows do not allow", name, inner)
			}
		}
	}
}

func TestEveryLibraryHasOneOwner(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, module)
		for _, library := range pkg.Imports {
			if strings.HasPrefix(library, module) || !strings.Contains(strings.SplitN(library, "/", 2)[0], ".") {
				continue // ours, or the standard library
			}
			if !owned(library, name) {
				t.Errorf("%s imports %s: that library belongs to %v", name, library, ownersOf(library))
			}
		}
	}
}

func TestNoArrowPointsAtAPackageThatIsGone(t *testing.T) {
	exists := map[string]bool{}
	for _, pkg := range listPackages(t) {
		exists[strings.TrimPrefix(pkg.ImportPath, module)] = true
	}
	for name := range arrows {
		if !exists[name] && !slices.ContainsFunc(slices.Collect(maps.Keys(exists)), func(pkg string) bool {
			return matches(name, pkg)
		}) {
			t.Errorf("arrows has a line for %s, which does not exist", name)
		}
	}
}

// isGenerator names the small main packages that make files or test data.
func isGenerator(name string) bool {
	return strings.HasPrefix(name, "test/bench/") || strings.HasPrefix(name, "internal/bundle/")
}

// arrowsOf finds the line of a package: its own, else one with a "*".
func arrowsOf(name string) (allowed []string, known bool) {
	if allowed, known = arrows[name]; known {
		return allowed, true
	}
	for pattern, allowed := range arrows {
		if matches(pattern, name) {
			return allowed, true
		}
	}
	return nil, false
}

func allows(allowed []string, inner string) bool {
	return slices.ContainsFunc(allowed, func(pattern string) bool { return matches(pattern, inner) })
}

// matches reports whether a name of the tables means a package.
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

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Standard", module+"...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg goPackage
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, pkg)
	}
}
