package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// diskReasons lists the files of the product that open paths by themselves, with the reason. Every path of a project
// goes through internal/projectfs, which confines and bounds it.
var diskReasons = map[string]string{
	"internal/cli/path.go":                             "describes the folder that the user names, before it is opened",
	"internal/cli/print_github.go":                     "appends to the file that the build server names",
	"internal/cmd/cmdutil/watch.go":                    "finds the real path of the folder to watch",
	"internal/cmd/dev/serve.go":                        "finds the real path of the folder to watch",
	"internal/cmd/upgrade/answer.go":                   "the user's cache, outside of projects",
	"internal/credentials/file.go":                     "the user's credentials, outside of projects",
	"internal/disposable/process/memory_file_other.go": "a pipe of this process, outside of projects",
	"internal/disposable/border_linux.go":              "what the system says about this process, outside of projects",
	"internal/disposable/process/process.go":           "the null device",
	"internal/heap/reserve_linux.go":                   "a setting of the system",
	"internal/workerd/config.go":                       "the engine's configuration, outside of projects",
	"internal/workerd/folder.go":                       "temporary folders of this process, outside of projects",
	"internal/workerd/find.go":                         "follows the links of node_modules, and checks the real path",
	"internal/watch/names.go":                          "looks whether a file that was reported exists, and opens none",
	"internal/watch/read.go":                           "compares files with the streams of this process, and opens none",
	"internal/watch/watch.go":                          "lists folders to watch, and opens no file",
}

// diskCalls are the functions of the standard library that open, describe or change a path.
var diskCalls = map[string][]string{
	"os": {
		"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "DirFS", "Lchown", "Link", "Lstat", "Mkdir",
		"MkdirAll", "MkdirTemp", "Open", "OpenFile", "OpenInRoot", "OpenRoot", "ReadDir", "ReadFile", "Readlink",
		"Remove", "RemoveAll", "Rename", "Stat", "Symlink", "Truncate", "WriteFile",
	},
	"filepath": {"EvalSymlinks", "Glob", "Walk", "WalkDir"},
	"ioutil":   {"ReadDir", "ReadFile", "TempDir", "TempFile", "WriteFile"},
}

func TestOnlyProjectfsOpensPaths(t *testing.T) {
	used := map[string]bool{}
	for _, folder := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join("../..", folder), func(path string, entry fs.DirEntry, err error) error {
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
			switch {
			case err != nil:
				return err
			case entry.IsDir() && !isProduct(name):
				return filepath.SkipDir
			case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			for _, call := range diskCallsOf(t, path) {
				if used[name] = true; diskReasons[name] == "" {
					t.Errorf("%s calls %s: use internal/projectfs, or give a reason in internal/arch/disk_test.go", name, call)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range diskReasons {
		if !used[name] {
			t.Errorf("%s opens no path: remove its entry from internal/arch/disk_test.go", name)
		}
	}
}

// isProduct reports whether a folder contains code that svc runs on a project.
func isProduct(name string) bool {
	switch name {
	case "internal/projectfs", "internal/arch", "internal/bundle/dashboarddist", "internal/bundle/nodedist",
		"internal/bundle/sdkdist", "internal/checker/checktest", "internal/cli/clitest", "internal/release",
		"internal/templates":
		return false
	}
	return filepath.Base(name) != "testdata"
}

// diskCallsOf returns the uses of diskCalls in a file.
func diskCallsOf(t *testing.T, path string) (calls []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if pkg, ok := selector.X.(*ast.Ident); ok && slices.Contains(diskCalls[pkg.Name], selector.Sel.Name) {
				calls = append(calls, pkg.Name+"."+selector.Sel.Name)
			}
		}
		return true
	})
	return calls
}
