package handled

import (
	"slices"
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Members are the members that code reads of names. The zero value is ready.
type Members struct {
	reads   []memberRead
	files   []readsOfFile
	results results
}

// memberRead is small: a large project has ten thousands.
type memberRead struct {
	of    *ast.Identifier
	name  string
	at    file.Idx
	scope constant.Scope
}

// readsOfFile is a file, and the index of its first read.
type readsOfFile struct {
	file  string
	first int
}

// Read adds a member that code reads or calls.
func (m *Members) Read(left ast.Expression, name string, in constant.Scope, source string, at file.Idx) {
	if syntax.IsObjectMember(name) {
		return
	}
	m.results.read(left, name, in, source, at)
	if optional, isOptional := left.(*ast.Optional); isOptional {
		left = optional.Expression
	}
	of, isName := left.(*ast.Identifier)
	if !isName {
		return
	}
	if last := len(m.files) - 1; last < 0 || m.files[last].file != source {
		m.files = append(m.files, readsOfFile{source, len(m.reads)})
	}
	m.reads = append(m.reads, memberRead{of, name, at, in})
}

// fileOf returns the file of a read.
func (m *Members) fileOf(read int) string {
	after := slices.IndexFunc(m.files, func(f readsOfFile) bool { return f.first > read })
	if after < 0 {
		after = len(m.files)
	}
	return m.files[after-1].file
}

// Unknown returns the members of enums, objects in the source, built-in objects and results of a context that these do
// not have.
func (m *Members) Unknown(
	names *constant.Names, tests *Tests, reads constant.Reads, mark func(file.Idx) declared.Mark,
) []declared.Use {
	types := &typing{&m.results, names, reads}
	f := &finding{names: names, mark: mark}
	type place struct {
		name  string
		scope constant.Scope
	}
	type found struct {
		object  *constant.Object
		of      typed
		isTyped bool
	}
	objects := map[place]found{}
	for i, read := range m.reads {
		at := place{read.of.Name.String(), read.scope}
		one, isKnown := objects[at]
		if !isKnown {
			one.object = names.Object(read.of, read.scope)
			if known := declared.GlobalMembers(at.name); known != nil && names.IsGlobal(read.of, read.scope) {
				one.object = &constant.Object{Members: known, IsGlobal: true}
			}
			objects[at] = one
		}
		object := one.object
		if object == nil && len(m.results.types) > 0 {
			if !one.isTyped {
				one.of, one.isTyped = types.of(read.of, read.scope), true
				objects[at] = one
			}
			f.add(one.of, read.name, m.fileOf(i), read.at)
		}
		if object == nil || slices.Contains(object.Members, read.name) || object.IsEnum() && isNumberText(read.name) {
			continue
		}
		use := declared.Use{
			Kind: declared.UnknownObjectMember, Path: []string{stem(at.name), read.name}, Known: object.Members,
			File: m.fileOf(i), At: mark(read.at), IsTested: slices.Contains(tests.ofNames, read.at),
		}
		switch {
		case object.IsGlobal:
			use.Text = declared.OfClass
		case object.Class != nil:
			use.Text, use.Of = declared.OfClass, mark(object.Class.Class)
		case object.Literal != nil:
			use.Of = mark(object.Literal.LeftBrace)
		}
		f.uses = append(f.uses, use)
	}
	types.unknown(f)
	types.notIterable(f)
	return f.uses
}

// isNumberText reports whether a name is a number, of which an enum has the name as a member: Stage['0'].
func isNumberText(name string) bool {
	_, err := strconv.ParseFloat(name, 64)
	return err == nil
}
