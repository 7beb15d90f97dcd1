// Package mention finds the names that code uses and nothing in its bundle declares.
package mention

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Names are the names that the user's code uses, at their first use, and those that something in the bundle declares.
// Scopes need no attention: the bundler renames a declaration in another scope that has the name of an undeclared one.
// The zero value is ready.
type Names struct {
	used     map[unistring.String]*used
	declared map[unistring.String]bool
	elements map[unistring.String]bool
}

// used is the first use of a name, the scopes in which code reads it, and how often it does.
type used struct {
	file  string
	at    declared.Mark
	reads []constant.Scope
	count int
}

// Use records the use of a name.
func (n *Names) Use(name *ast.Identifier, file string, at declared.Mark) { n.use(name, file, at) }

// Read records the use of a name whose value code reads in a scope.
func (n *Names) Read(name *ast.Identifier, file string, at declared.Mark, in constant.Scope) {
	u := n.use(name, file, at)
	u.count++
	if last := len(u.reads) - 1; last < 0 || u.reads[last] != in {
		u.reads = append(u.reads, in)
	}
}

func (n *Names) use(name *ast.Identifier, file string, at declared.Mark) *used {
	u := n.used[name.Name]
	if u == nil {
		if n.used == nil {
			n.used = map[unistring.String]*used{}
		}
		u = &used{file: file, at: at}
		n.used[name.Name] = u
	}
	return u
}

// ReadsOf returns the scopes in which code reads a name.
func (n *Names) ReadsOf(name unistring.String) []constant.Scope {
	if u := n.used[name]; u != nil {
		return u.reads
	}
	return nil
}

// CountOf returns how often code reads names of a text.
func (n *Names) CountOf(name unistring.String) int {
	if u := n.used[name]; u != nil {
		return u.count
	}
	return 0
}

// Element records that a card makes elements of the component that a name is.
func (n *Names) Element(component *ast.Identifier) {
	if n.elements == nil {
		n.elements = map[unistring.String]bool{}
	}
	n.elements[component.Name] = true
}

// exists records a name that is declared, or that code asks for with typeof.
func (n *Names) exists(name unistring.String) {
	if n.declared == nil {
		n.declared = map[unistring.String]bool{}
	}
	n.declared[name] = true
}

// Declare records the names of a declaration.
func (n *Names) Declare(target ast.Expression) {
	switch target := target.(type) {
	case *ast.Identifier:
		if target != nil {
			n.exists(target.Name)
		}
	case *ast.AssignExpression: // a default within a pattern
		n.Declare(target.Left)
	case *ast.ObjectPattern:
		for _, property := range target.Properties {
			switch p := property.(type) {
			case *ast.PropertyShort:
				n.exists(p.Name.Name)
			case *ast.PropertyKeyed:
				n.Declare(p.Value)
			}
		}
		n.Declare(target.Rest)
	case *ast.ArrayPattern:
		for _, element := range target.Elements {
			n.Declare(element)
		}
		n.Declare(target.Rest)
	}
}

// Statement records the names of a statement that is not walked.
func (n *Names) Statement(s ast.Statement) {
	var list []*ast.Binding
	switch s := s.(type) {
	case *ast.VariableStatement:
		list = s.List
	case *ast.LexicalDeclaration:
		list = s.List
	case *ast.FunctionDeclaration:
		n.Declare(s.Function.Name)
	case *ast.ClassDeclaration:
		n.Declare(s.Class.Name)
	}
	for _, binding := range list {
		n.Declare(binding.Target)
	}
}

// Module records the names of a statement that wraps a module: those that CommonJS modules have count, too.
func (n *Names) Module(s ast.Statement) {
	n.Statement(s)
	variable, ok := s.(*ast.VariableStatement)
	if !ok || len(variable.List) != 1 {
		return
	}
	if call, ok := variable.List[0].Initializer.(*ast.CallExpression); ok {
		if function := syntax.ModuleFunction(call); function != nil {
			for _, parameter := range function.ParameterList.List {
				n.Declare(parameter.Target)
			}
		}
	}
}

// Ask records a name whose existence code checks: typeof window, globalThis.window.
func (n *Names) Ask(e ast.Expression) {
	switch e := e.(type) {
	case *ast.Identifier:
		n.exists(e.Name)
	case *ast.DotExpression:
		if syntax.IsName(e.Left, "globalThis") || syntax.IsName(e.Left, "self") {
			n.exists(e.Identifier.Name)
		}
	}
}

// Undeclared returns the first uses of names that nothing declares.
func (n *Names) Undeclared() (uses []declared.Use) {
	for name, u := range n.used {
		isOfSource := name[0] != '%' // others are those of rewritten code
		if !isOfSource || n.declared[name] {
			continue
		}
		use := declared.Use{Kind: declared.UndeclaredName, Path: []string{name.String()}, File: u.file, At: u.at}
		if n.elements[name] {
			use.Text = declared.OfElement
		}
		uses = append(uses, use)
	}
	slices.SortFunc(uses, func(a, b declared.Use) int { return int(a.At.Offset - b.At.Offset) })
	return uses
}
