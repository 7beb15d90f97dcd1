package handled

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
)

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
