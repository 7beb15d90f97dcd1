package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// metaObject starts the name of the empty object that the bundler makes of import.meta.
const metaObject = "import_meta"

// Metas are members of import.meta that code reads. The zero value is ready.
type Metas struct {
	checked ast.Expression
	// asked are the members that code reads as a whole: it may ask whether they exist.
	asked []string
}

// Member returns a finding if code reads a member of a member of import.meta, which throws. e reads it, of left.
func (m *Metas) Member(e, left ast.Expression, member string) []Finding {
	if inner, ok := left.(*ast.DotExpression); ok && isMeta(inner.Left) {
		m.checked = inner
		path := []string{inner.Identifier.Name.String(), member}
		return []Finding{{Use: declared.Use{Kind: declared.ImportMeta, Path: path}, At: inner.Left.Idx0()}}
	}
	if isMeta(left) && e != m.checked {
		m.asked = append(m.asked, member)
	}
	return nil
}

// IsAsked reports whether a use is of a member of import.meta that code may ask for.
func (m *Metas) IsAsked(use declared.Use) bool {
	return use.Kind == declared.ImportMeta && slices.Contains(m.asked, use.Path[0])
}

// isMeta reports whether an expression is import.meta.
func isMeta(e ast.Expression) bool {
	name, ok := e.(*ast.Identifier)
	return ok && strings.HasPrefix(string(name.Name), metaObject) && syntax.Stem(string(name.Name)) == metaObject
}

// requireFunction is what the bundler calls instead of a require that it cannot resolve.
const requireFunction = "__require"

// ComputedRequire returns a finding if a call is one of require with a path that is not in the source. The bundle has
// no such modules. Those of Node are required by constant paths.
func ComputedRequire(path []string, args []ast.Expression, at file.Idx) []Finding {
	if len(path) > 1 || path[0] != requireFunction || len(args) == 0 || LiteralOf(args[0]).Known {
		return nil
	}
	return []Finding{{Use: declared.Use{Kind: declared.UndeclaredName, Path: []string{"require"}}, At: at}}
}
