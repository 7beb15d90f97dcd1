package facts

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// wrapper reports whether a statement is one that esbuild writes around a module, and walks it: `var x_exports = {}`,
// `__export(x_exports, {…})` and `var init_x = __esm({ "file"() {…} })`. Only the last contains user code.
func (w *walker) wrapper(s ast.Statement) bool {
	switch s := s.(type) {
	case *ast.ExpressionStatement:
		call, ok := s.Expression.(*ast.CallExpression)
		if !ok || !syntax.IsName(call.Callee, "__export") || len(call.ArgumentList) != 2 {
			return false
		}
		w.facts.names.Declare(call.ArgumentList[0], call)
		return true
	case *ast.VariableStatement:
		if len(s.List) != 1 {
			return false
		}
		switch value := s.List[0].Initializer.(type) {
		case *ast.ObjectLiteral:
			return len(value.Value) == 0
		case *ast.CallExpression:
			body := syntax.ModuleBody(value)
			if body == nil {
				return false
			}
			w.block(body)
			w.announce(body)
			return true
		}
	}
	return false
}
