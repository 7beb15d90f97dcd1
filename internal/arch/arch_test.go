package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
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
		allowed, known := arrows[name]
		if !known {
			if isGenerator(name) {
				continue // run by hand, linked into nothing
			}
			t.Errorf("%s has no line in arrows: say what it may import", name)
			continue
		}
		for _, path := range pkg.Imports {
			if inner, ok := strings.CutPrefix(path, module); ok && !allows(allowed, inner) {
				t.Errorf("%s imports %s, which its arrows do not allow", name, inner)
			}
		}
	}
}

func TestEveryLibraryHasOneOwner(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, module)
		for _, path := range pkg.Imports {
			if strings.HasPrefix(path, module) || !strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
				continue // ours, or the standard library
			}
			if !owned(path, name) {
				t.Errorf("%s imports %s: that library belongs to %v", name, path, ownersOf(path))
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
		if !exists[name] {
			t.Errorf("arrows has a line for %s, which does not exist", name)
		}
	}
}

// isGenerator names the small main packages that make files or test data.
func isGenerator(name string) bool {
	return strings.HasPrefix(name, "test/bench/") || strings.HasPrefix(name, "internal/bundle/")
}

func allows(allowed []string, inner string) bool {
	return slices.ContainsFunc(allowed, func(pattern string) bool {
		if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
			return inner == tree || strings.HasPrefix(inner, tree+"/")
		}
		return inner == pattern
	})
}

func owned(path, name string) bool {
	return slices.Contains(ownersOf(path), name) || isGenerator(name)
}

func ownersOf(path string) []string {
	for library, names := range owners {
		if path == library || strings.HasPrefix(path, library+"/") {
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
