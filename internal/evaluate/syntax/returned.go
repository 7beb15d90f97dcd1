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

// returnedBy returns the values that a statement returns, and those within it.
func returnedBy(s ast.Statement) (values []ast.Expression) {
	if s, ok := s.(*ast.ReturnStatement); ok && s.Argument != nil {
		return []ast.Expression{s.Argument}
	}
	for _, one := range within(s) {
		values = append(values, returnedBy(one)...)
	}
	return values
}

// within returns the statements directly within a statement. Some are nil.
func within(s ast.Statement) (all []ast.Statement) {
	switch s := s.(type) {
	case *ast.BlockStatement:
		if s != nil {
			return s.List
		}
	case *ast.IfStatement:
		return []ast.Statement{s.Consequent, s.Alternate}
	case *ast.ForStatement:
		return []ast.Statement{s.Body}
	case *ast.ForInStatement:
		return []ast.Statement{s.Body}
	case *ast.ForOfStatement:
		return []ast.Statement{s.Body}
	case *ast.WhileStatement:
		return []ast.Statement{s.Body}
	case *ast.DoWhileStatement:
		return []ast.Statement{s.Body}
	case *ast.LabelledStatement:
		return []ast.Statement{s.Statement}
	case *ast.TryStatement:
		all = []ast.Statement{s.Body, s.Finally}
		if s.Catch != nil {
			all = append(all, s.Catch.Body)
		}
	case *ast.SwitchStatement:
		for _, one := range s.Body {
			all = append(all, one.Consequent...)
		}
	}
	return all
}

// Statements calls do with each statement of a function literal, outside the functions in it.
func Statements(fn ast.Expression, do func(ast.Statement)) {
	var visit func(ast.Statement)
	visit = func(s ast.Statement) {
		if s == nil {
			return
		}
		do(s)
		for _, one := range within(s) {
			visit(one)
		}
	}
	switch fn := fn.(type) {
	case *ast.FunctionLiteral:
		visit(fn.Body)
	case *ast.ArrowFunctionLiteral:
		if body, ok := fn.Body.(*ast.BlockStatement); ok {
			visit(body)
		}
	}
}

// OwnReturns returns the values that a function literal returns. isPlain is false for a generator, and if a value
// within a block may have names of that block.
func OwnReturns(fn ast.Expression) (values []ast.Expression, isPlain bool) {
	switch fn := fn.(type) {
	case *ast.ArrowFunctionLiteral:
		if result, ok := fn.Body.(*ast.ExpressionBody); ok {
			return []ast.Expression{result.Expression}, true
		}
	case *ast.FunctionLiteral:
		if fn.Generator {
			return nil, false
		}
	}
	isPlain = true
	own := map[ast.Statement]bool{}
	first := true
	Statements(fn, func(s ast.Statement) {
		switch s := s.(type) {
		case *ast.BlockStatement:
			if s == nil {
				return
			}
			for _, one := range s.List {
				own[one] = first // the first block is the body
			}
			first = false
		case *ast.IfStatement:
			own[s.Consequent], own[s.Alternate] = own[s], own[s]
		case *ast.ReturnStatement:
			if s.Argument == nil {
				return
			}
			values = append(values, s.Argument)
			isPlain = isPlain && (own[s] || IsNullish(s.Argument) || isWaiting(s.Argument))
		}
	})
	return values, isPlain
}

// isWaiting reports whether an expression is a call, or waits for one.
func isWaiting(e ast.Expression) bool {
	if await, ok := e.(*ast.AwaitExpression); ok {
		e = await.Argument
	}
	return Call(e) != nil
}
