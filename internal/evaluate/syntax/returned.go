package syntax

import "github.com/dop251/goja/ast"

// Returned returns the values that a function literal returns. isBlock means that it has a body of statements whose end
// it can reach, as far as its last statement shows.
func Returned(e ast.Expression) (values []ast.Expression, isBlock bool) {
	var body *ast.BlockStatement
	switch e := e.(type) {
	case *ast.FunctionLiteral:
		if e.Generator {
			return nil, false
		}
		body = e.Body
	case *ast.ArrowFunctionLiteral:
		if result, ok := e.Body.(*ast.ExpressionBody); ok {
			return []ast.Expression{result.Expression}, false
		}
		body, _ = e.Body.(*ast.BlockStatement)
	}
	if body == nil {
		return nil, false
	}
	for _, statement := range body.List {
		values = append(values, returnedBy(statement)...)
	}
	if last := len(body.List) - 1; last >= 0 {
		if _, throws := body.List[last].(*ast.ThrowStatement); throws {
			return values, false
		}
	}
	return values, true
}

func returnedBy(statements ...ast.Statement) (values []ast.Expression) {
	for _, s := range statements {
		switch s := s.(type) {
		case *ast.ReturnStatement:
			if s.Argument != nil {
				values = append(values, s.Argument)
			}
		case *ast.BlockStatement:
			if s != nil {
				values = append(values, returnedBy(s.List...)...)
			}
		case *ast.IfStatement:
			values = append(values, returnedBy(s.Consequent, s.Alternate)...)
		case *ast.ForStatement:
			values = append(values, returnedBy(s.Body)...)
		case *ast.ForInStatement:
			values = append(values, returnedBy(s.Body)...)
		case *ast.ForOfStatement:
			values = append(values, returnedBy(s.Body)...)
		case *ast.WhileStatement:
			values = append(values, returnedBy(s.Body)...)
		case *ast.DoWhileStatement:
			values = append(values, returnedBy(s.Body)...)
		case *ast.LabelledStatement:
			values = append(values, returnedBy(s.Statement)...)
		case *ast.TryStatement:
			values = append(values, returnedBy(s.Body, s.Finally)...)
			if s.Catch != nil {
				values = append(values, returnedBy(s.Catch.Body)...)
			}
		case *ast.SwitchStatement:
			for _, one := range s.Body {
				values = append(values, returnedBy(one.Consequent...)...)
			}
		}
	}
	return values
}
