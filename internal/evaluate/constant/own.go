package constant

import "github.com/dop251/goja/ast"

// IsOwn reports whether code of the project makes the object of which a callee is a method, such as a client of its own
// that it calls crm. A member of that name belongs to a context.
func (n *Names) IsOwn(callee ast.Expression, s Scope, client string) bool {
	x := n.indexed()
	for range maxDepth {
		switch e := unwrapped(callee).(type) {
		case *ast.DotExpression:
			if e.Identifier.Name.String() == client {
				return false
			}
			callee = e.Left
		case *ast.BracketExpression:
			if keyText(e.Member).String() == client {
				return false
			}
			callee = e.Left
		case *ast.OptionalChain:
			callee = e.Expression
		case *ast.Optional:
			callee = e.Expression
		case *ast.AwaitExpression:
			callee = e.Argument
		case *ast.CallExpression:
			if lastName(e.Callee) != "current" { // the state of billing
				return true
			}
			callee = e.Callee
		case *ast.NewExpression, *ast.ObjectLiteral, *ast.ClassLiteral:
			return true
		case *ast.Identifier:
			values := assigned(x.values[x.declared(n, e.Name, s)])
			if len(values) != 1 || values[0].expr == nil {
				return false
			}
			callee, s = values[0].expr, values[0].scope
		default:
			return false
		}
	}
	return false
}
