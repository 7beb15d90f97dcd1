package constant

import "github.com/dop251/goja/ast"

// enumObject returns the object of the function that an enum is compiled to:
// `((E) => { E["A"] = "a"; return E; })(E || {})`, or `E[E["A"] = 0] = "A"` for a number.
func enumObject(e *ast.CallExpression) *ast.ObjectLiteral {
	arrow, ok := e.Callee.(*ast.ArrowFunctionLiteral)
	if !ok || len(e.ArgumentList) != 1 || len(arrow.ParameterList.List) != 1 {
		return nil
	}
	body, ok := arrow.Body.(*ast.BlockStatement)
	if !ok {
		return nil
	}
	object := &ast.ObjectLiteral{}
	for _, statement := range body.List {
		s, ok := statement.(*ast.ExpressionStatement)
		if !ok {
			continue
		}
		assign, ok := s.Expression.(*ast.AssignExpression)
		if !ok {
			return nil
		}
		left, ok := assign.Left.(*ast.BracketExpression)
		if !ok {
			return nil
		}
		value := assign.Right
		if number, ok := left.Member.(*ast.AssignExpression); ok { // E[E["A"] = 0] = "A"
			if left, ok = number.Left.(*ast.BracketExpression); !ok {
				return nil
			}
			value = number.Right
		}
		if key, ok := left.Member.(*ast.StringLiteral); ok {
			add(object, key, value)
		}
	}
	return object
}

// exportsObject returns the exports of a module, which the bundler writes as `{ name: () => value }`.
func exportsObject(e ast.Expression, s Scope) []value {
	getters, ok := e.(*ast.ObjectLiteral)
	if !ok {
		return nil
	}
	object := &ast.ObjectLiteral{}
	for _, property := range getters.Value {
		if p, ok := property.(*ast.PropertyKeyed); ok {
			if arrow, ok := p.Value.(*ast.ArrowFunctionLiteral); ok {
				if body, ok := arrow.Body.(*ast.ExpressionBody); ok {
					add(object, p.Key, body.Expression)
				}
			}
		}
	}
	return []value{{object, s}}
}

// add adds a member to an object literal.
func add(object *ast.ObjectLiteral, key, v ast.Expression) {
	object.Value = append(object.Value, &ast.PropertyKeyed{Key: key, Kind: ast.PropertyKindValue, Value: v})
}
