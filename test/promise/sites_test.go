package promise

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// refusing are the packages that turn a loaded project into what a deploy uploads, and compare it with what is there.
var refusing = []string{
	"internal/codegen", "internal/codegen/components", "internal/codegen/edge", "internal/build", "internal/manifest",
	"internal/deploy", "internal/deploy/keys", "internal/deploy/lock", "internal/deploy/rollback",
	"internal/deploy/rotation",
}

// refusingFiles are the files of package project that run after a check.
var refusingFiles = []string{"internal/project/manifest.go", "internal/project/production.go"}

// refusers are functions and types that make an error.
var refusers = []string{"Refuse", "Errorf", "misnamed", "Refused", "ForeignError", "Problem", "NotBundledError"}

// sites returns every place that makes an error, as "folder/file.go text": the text is the longest string of the call.
func sites(t *testing.T) []string {
	t.Helper()
	files := slices.Clone(refusingFiles)
	for _, folder := range refusing {
		found, err := filepath.Glob(filepath.Join(repository, filepath.FromSlash(folder), "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no files in %s: %v", folder, err)
		}
		for _, file := range found {
			if !strings.HasSuffix(file, "_test.go") {
				files = append(files, folder+"/"+filepath.Base(file))
			}
		}
	}
	var all []string
	for _, file := range files {
		syntax, err := parser.ParseFile(token.NewFileSet(), filepath.Join(repository, filepath.FromSlash(file)), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(syntax, func(node ast.Node) bool {
			if refuses(node) {
				all = append(all, strings.TrimPrefix(file, "internal/")+" "+longestText(node))
			}
			return true
		})
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// repository is the root, from the folder of this package.
const repository = "../.."

// refuses reports whether a node makes an error.
func refuses(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.CallExpr:
		if selector, ok := n.Fun.(*ast.SelectorExpr); ok {
			return slices.Contains(refusers, selector.Sel.Name) || fmt.Sprint(selector.X, ".", selector.Sel) == "errors.New"
		}
		name, ok := n.Fun.(*ast.Ident)
		return ok && slices.Contains(refusers, name.Name)
	case *ast.CompositeLit:
		if selector, ok := n.Type.(*ast.SelectorExpr); ok {
			return slices.Contains(refusers, selector.Sel.Name)
		}
		name, ok := n.Type.(*ast.Ident)
		return ok && slices.Contains(refusers, name.Name)
	}
	return false
}

func longestText(node ast.Node) string {
	longest := ""
	ast.Inspect(node, func(inner ast.Node) bool {
		if literal, ok := inner.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil && len(text) > len(longest) {
				longest = text
			}
		}
		return true
	})
	return longest
}
