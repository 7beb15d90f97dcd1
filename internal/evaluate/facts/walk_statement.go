package facts

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

func (w *walker) block(b *ast.BlockStatement) {
	if b == nil {
		return
	}
	leave := w.facts.enter()
	w.statements(b.List)
	leave()
}

func (w *walker) statements(list []ast.Statement) {
	for _, s := range list {
		w.statement(s)
	}
}

// statement rewrites the expressions below a statement.
func (w *walker) statement(s ast.Statement) {
	switch s := s.(type) {
	case *ast.ExpressionStatement:
		w.facts.statement(s.Expression)
		s.Expression = w.expr(s.Expression)
	case *ast.VariableStatement:
		w.bindings(s.List)
	case *ast.LexicalDeclaration:
		w.bindings(s.List)
	case *ast.FunctionDeclaration:
		w.facts.names.Declare(s.Function.Name, s.Function)
		w.expr(s.Function)
	case *ast.ClassDeclaration:
		w.facts.names.Declare(s.Class.Name, s.Class)
		w.class(s.Class)
	case *ast.ReturnStatement:
		w.facts.returned(s.Argument)
		s.Argument = w.expr(s.Argument)
	case *ast.ThrowStatement:
		w.facts.thrown(s)
		s.Argument = w.expr(s.Argument)
	case *ast.BlockStatement:
		w.block(s)
	case *ast.IfStatement:
		w.facts.condition(s.Test)
		s.Test = w.expr(s.Test)
		w.statement(s.Consequent)
		w.statement(s.Alternate)
	case *ast.TryStatement:
		w.block(s.Body)
		if s.Catch != nil {
			leave := w.facts.enter()
			if s.Catch.Parameter != nil {
				w.facts.names.Declare(s.Catch.Parameter, nil)
				w.facts.mentions.Declare(s.Catch.Parameter)
			}
			w.block(s.Catch.Body)
			leave()
		}
		w.block(s.Finally)
	case *ast.SwitchStatement:
		w.facts.tests.Condition(s.Discriminant)
		s.Discriminant = w.expr(s.Discriminant)
		for _, c := range s.Body {
			w.facts.report(handled.ComparedPlan(w.facts.path, s.Discriminant, c.Test))
			w.facts.report(w.facts.in.handlerOf.InputCase(w.facts.path, s.Discriminant, c.Test))
			c.Test = w.expr(c.Test)
			w.statements(c.Consequent)
		}
	case *ast.LabelledStatement:
		w.statement(s.Statement)
	default:
		w.loop(s)
	}
}

func (w *walker) bindings(list []*ast.Binding) {
	for _, b := range list {
		w.binding(b)
	}
}

// into declares the names of `for (const x of list)`. list is nil if their values are unknown.
func (w *walker) into(target ast.ForInto, list ast.Expression) {
	switch target := target.(type) {
	case *ast.ForIntoVar:
		w.facts.mentions.Declare(target.Binding.Target)
		w.facts.bind(target.Binding.Target, nil)
		w.facts.names.DeclareEach(target.Binding.Target, list)
	case *ast.ForDeclaration:
		w.facts.mentions.Declare(target.Target)
		w.facts.bind(target.Target, nil)
		w.facts.members.Pattern(target.Target, list, true, w.facts.names.Current(), w.facts.file)
		w.facts.names.DeclareEach(target.Target, list)
	case *ast.ForIntoExpression:
		w.facts.names.AssignEach(target.Expression, list)
	}
}

func (w *walker) loop(s ast.Statement) {
	if !w.reading {
		defer syntax.PlaceLoop(s, Runs)
	}
	switch s := s.(type) {
	case *ast.ForStatement:
		leave := w.facts.enter()
		defer leave()
		switch init := s.Initializer.(type) {
		case *ast.ForLoopInitializerExpression:
			init.Expression = w.expr(init.Expression)
		case *ast.ForLoopInitializerVarDeclList:
			w.bindings(init.List)
		case *ast.ForLoopInitializerLexicalDecl:
			w.bindings(init.LexicalDeclaration.List)
		}
		w.facts.condition(s.Test)
		s.Test, s.Update = w.expr(s.Test), w.expr(s.Update)
		w.statement(s.Body)
	case *ast.ForOfStatement:
		leave := w.facts.enter()
		w.into(s.Into, s.Source)
		w.facts.result(s.Source)
		w.facts.members.Iterate(s.Source, w.facts.names.Current(), w.facts.file)
		s.Source = w.expr(s.Source)
		w.statement(s.Body)
		leave()
	case *ast.ForInStatement:
		leave := w.facts.enter()
		w.into(s.Into, nil)
		w.facts.keys.Declare(s.Into, w.facts.names.Current())
		s.Source = w.expr(s.Source)
		w.statement(s.Body)
		leave()
	case *ast.WhileStatement:
		w.facts.condition(s.Test)
		s.Test = w.expr(s.Test)
		w.statement(s.Body)
	case *ast.DoWhileStatement:
		w.statement(s.Body)
		w.facts.condition(s.Test)
		s.Test = w.expr(s.Test)
	case *ast.WithStatement:
		s.Object = w.expr(s.Object)
		w.statement(s.Body)
	}
}
