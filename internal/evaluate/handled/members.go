package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Members are the members that code reads of names. The zero value is ready.
type Members struct{ reads []memberRead }

type memberRead struct {
	of    *ast.Identifier
	name  string
	scope constant.Scope
	file  string
	at    declared.Mark
}

// Read adds a member that code reads or calls.
func (m *Members) Read(left ast.Expression, name string, in constant.Scope, file string, at declared.Mark) {
	if optional, isOptional := left.(*ast.Optional); isOptional {
		left = optional.Expression
	}
	if of, isName := left.(*ast.Identifier); isName && !syntax.IsObjectMember(name) {
		m.reads = append(m.reads, memberRead{of, name, in, file, at})
	}
}

// Unknown returns the members of enums, objects in the source and built-in objects that these do not have.
func (m *Members) Unknown(names *constant.Names, mark func(file.Idx) declared.Mark) (uses []declared.Use) {
	type place struct {
		name  string
		scope constant.Scope
	}
	objects := map[place]*constant.Object{}
	for _, read := range m.reads {
		at := place{read.of.Name.String(), read.scope}
		object, isKnown := objects[at]
		if !isKnown {
			object = names.Object(read.of, read.scope)
			if known := declared.GlobalMembers(at.name); known != nil && names.IsGlobal(read.of, read.scope) {
				object = &constant.Object{Members: known, IsGlobal: true}
			}
			objects[at] = object
		}
		if object == nil || slices.Contains(object.Members, read.name) {
			continue
		}
		use := declared.Use{
			Kind: declared.UnknownObjectMember, Path: []string{stem(at.name), read.name}, Known: object.Members,
			File: read.file, At: read.at,
		}
		switch {
		case object.IsGlobal:
			use.Text = declared.OfClass
		case object.Class != nil:
			use.Text, use.Of = declared.OfClass, mark(object.Class.Class)
		case object.Literal != nil:
			use.Of = mark(object.Literal.LeftBrace)
		}
		uses = append(uses, use)
	}
	return uses
}
