package constant

import "github.com/dop251/goja/ast"

// Keeps reports whether code sets a member of this, and only to what has the same name: `this.crm = ctx.crm`.
func (n *Names) Keeps(member string) bool {
	x := n.indexed()
	if x.kept == nil {
		x.kept = map[string]bool{}
		for _, b := range n.bindings {
			target, isMember := b.target.(*ast.DotExpression)
			if !isMember || b.declares {
				continue
			}
			if _, isOfThis := target.Left.(*ast.ThisExpression); !isOfThis {
				continue
			}
			name := target.Identifier.Name.String()
			others, isKnown := x.kept[name]
			x.kept[name] = isNamed(b.value, target) && (others || !isKnown)
		}
	}
	return x.kept[member]
}

// isNamed reports whether an expression is a variable or a member of the same name as another one.
func isNamed(e ast.Expression, as *ast.DotExpression) bool {
	switch e := e.(type) {
	case *ast.Identifier:
		return e.Name == as.Identifier.Name
	case *ast.DotExpression:
		return e.Identifier.Name == as.Identifier.Name
	}
	return false
}
