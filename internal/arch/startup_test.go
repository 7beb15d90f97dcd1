package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// startEarly are the files whose work must begin before other packages are initialized. Their comments say why.
var startEarly = []string{
	"../../internal/disposable/early/early.go", "../../internal/evaluate/sdkscript/declaring.go",
}

// TestPackageInitializationCompilesNothing holds that starting the binary costs no command the patterns of another:
// product packages have no init function, and none compiles a pattern in a package-level variable.
func TestPackageInitializationCompilesNothing(t *testing.T) {
	for _, file := range productFiles(t) {
		fileSet := token.NewFileSet()
		parsed, err := parser.ParseFile(fileSet, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range workAtStart(parsed) {
			if slices.Contains(startEarly, file) {
				continue
			}
			t.Errorf("%s: package initialization does work: compile with lazyregexp.New, or use sync.OnceValue",
				fileSet.Position(at))
		}
	}
}

func TestWorkAtStartFindsPatternsAndInitFunctions(t *testing.T) {
	const source = `package p
var a = regexp.MustCompile("a")
var b = struct{ re *regexp.Regexp }{regexp2.MustCompile("b", 0)}
var c = template.Must(template.New("").Parse(""))
func init() {}
`
	const quiet = `package p
var a = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("a") })
var b = lazyregexp.New("b")
func f() { regexp.MustCompile("c") }
func (t) init() {}
`
	for text, want := range map[string]int{source: 4, quiet: 0} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "p.go", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if found := workAtStart(parsed); len(found) != want {
			t.Errorf("found %d, want %d in\n%s", len(found), want, text)
		}
	}
}

// compilers are the functions that no package-level variable may call.
var compilers = []string{
	"regexp.MustCompile", "regexp.Compile", "regexp2.MustCompile", "regexp2.Compile", "template.Must", "goja.MustCompile",
}

// workAtStart returns the init functions of a file, and the calls of compilers in its package-level variables.
func workAtStart(file *ast.File) (found []token.Pos) {
	for _, declaration := range file.Decls {
		if function, ok := declaration.(*ast.FuncDecl); ok {
			if function.Name.Name == "init" && function.Recv == nil {
				found = append(found, function.Pos())
			}
			continue
		}
		ast.Inspect(declaration, func(node ast.Node) bool {
			if selected, ok := node.(*ast.SelectorExpr); ok {
				of, _ := selected.X.(*ast.Ident)
				if of != nil && slices.Contains(compilers, of.Name+"."+selected.Sel.Name) {
					found = append(found, selected.Pos())
				}
			}
			_, function := node.(*ast.FuncLit)
			return !function
		})
	}
	return found
}

// productFiles lists the source files that the binary is made of.
func productFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, module)
		if strings.HasPrefix(name, "test/") || strings.HasSuffix(name, "/checktest") || isGenerator(name) {
			continue
		}
		inFolder, err := filepath.Glob("../../" + name + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, slices.DeleteFunc(inFolder, func(file string) bool {
			return strings.HasSuffix(file, "_test.go")
		})...)
	}
	return files
}
