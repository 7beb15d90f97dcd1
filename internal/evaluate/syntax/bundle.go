package syntax

import "github.com/dop251/goja/ast"

// BundleBody returns the body of the function that esbuild wraps a bundle in: `var name = (() => { … })();`.
func BundleBody(tree *ast.Program) []ast.Statement {
	for _, statement := range tree.Body {
		variable, ok := statement.(*ast.VariableStatement)
		if !ok || len(variable.List) == 0 {
			continue
		}
		call, ok := variable.List[0].Initializer.(*ast.CallExpression)
		if !ok {
			continue
		}
		if arrow, ok := call.Callee.(*ast.ArrowFunctionLiteral); ok {
			if body, ok := arrow.Body.(*ast.BlockStatement); ok {
				return body.List
			}
		}
	}
	return tree.Body
}

// Module examines a statement of a bundle that wraps each module in a call. isLast is true for that call, which ends
// the module and has the name of its file, and for each statement of the bundler's own code, whose file is "".
func Module(s ast.Statement) (file string, isLast bool) {
	variable, ok := s.(*ast.VariableStatement)
	if !ok {
		return "", false // a function of a module, or its exports
	}
	switch value := variable.List[0].Initializer.(type) {
	case nil: // variables of a module
		return "", false
	case *ast.ObjectLiteral: // the exports of a module
		return "", len(value.Value) > 0
	case *ast.CallExpression:
		if ModuleBody(value) != nil {
			object := value.ArgumentList[0].(*ast.ObjectLiteral)
			return KeyName(object.Value[0].(*ast.PropertyKeyed).Key), true
		}
	}
	return "", true
}

// ModuleBody returns the body of the function in `__esm({ "file"() {…} })` or `__commonJS(…)`, or nil.
func ModuleBody(call *ast.CallExpression) *ast.BlockStatement {
	if function := ModuleFunction(call); function != nil {
		return function.Body
	}
	return nil
}

// ModuleFunction is ModuleBody for the function: that of a CommonJS module has exports and module as parameters.
func ModuleFunction(call *ast.CallExpression) *ast.FunctionLiteral {
	if !IsName(call.Callee, "__esm") && !IsName(call.Callee, "__commonJS") || len(call.ArgumentList) != 1 {
		return nil
	}
	object, ok := call.ArgumentList[0].(*ast.ObjectLiteral)
	if !ok || len(object.Value) != 1 {
		return nil
	}
	if property, ok := object.Value[0].(*ast.PropertyKeyed); ok {
		if function, ok := property.Value.(*ast.FunctionLiteral); ok {
			return function
		}
	}
	return nil
}

// ShareExports makes the entry's functions return the modules' own export objects. esbuild would copy each:
// `[() => (init(), __toCommonJS(exports)), …]`. Of a CommonJS module, they return a list with its exports.
func ShareExports(entry ast.Statement) {
	variable, ok := entry.(*ast.VariableStatement)
	if !ok {
		return
	}
	list, ok := variable.List[0].Initializer.(*ast.ArrayLiteral)
	if !ok {
		return
	}
	for _, element := range list.Value {
		arrow, _ := element.(*ast.ArrowFunctionLiteral)
		if arrow == nil {
			continue
		}
		if body, ok := arrow.Body.(*ast.ExpressionBody); ok {
			shareResult(body)
		}
	}
}

func shareResult(body *ast.ExpressionBody) {
	sequence, ok := body.Expression.(*ast.SequenceExpression)
	if !ok { // a CommonJS module
		exports := body.Expression
		body.Expression = &ast.ArrayLiteral{
			LeftBracket: exports.Idx0(), RightBracket: exports.Idx1(), Value: []ast.Expression{exports},
		}
		return
	}
	last := &sequence.Sequence[len(sequence.Sequence)-1]
	call, ok := (*last).(*ast.CallExpression)
	if !ok || len(call.ArgumentList) != 1 {
		return
	}
	if IsName(call.Callee, "__toCommonJS") {
		*last = call.ArgumentList[0]
	}
}
