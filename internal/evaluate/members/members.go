// Package members finds members that objects of a known kind do not have: enums, objects in the source, built-in
// objects, and the results of a context's calls, whose types the SDK declares.
package members

import (
	"slices"
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Reads are the members that code reads. The zero value is ready.
type Reads struct {
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
func (r *Reads) Read(left ast.Expression, name string, in constant.Scope, source string, at file.Idx) {
	if syntax.IsObjectMember(name) {
		return
	}
	r.results.read(left, name, in, source, at)
	if optional, isOptional := left.(*ast.Optional); isOptional {
		left = optional.Expression
	}
	of, isName := left.(*ast.Identifier)
	if !isName {
		return
	}
	if last := len(r.files) - 1; last < 0 || r.files[last].file != source {
		r.files = append(r.files, readsOfFile{source, len(r.reads)})
	}
	r.reads = append(r.reads, memberRead{of, name, at, in})
}

// fileOf returns the file of a read.
func (r *Reads) fileOf(read int) string {
	after := slices.IndexFunc(r.files, func(f readsOfFile) bool { return f.first > read })
	if after < 0 {
		after = len(r.files)
	}
	return r.files[after-1].file
}

// Unknown returns the members of enums, objects in the source, built-in objects and results of a context that these do
// not have.
func (r *Reads) Unknown(
	names *constant.Names, tests *handled.Tests, reads constant.Reads, mark func(file.Idx) declared.Mark,
) []declared.Use {
	types := &typing{&r.results, names, reads}
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
	for i, read := range r.reads {
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
		if object == nil && len(r.results.types) > 0 {
			if !one.isTyped {
				one.of, one.isTyped = types.of(read.of, read.scope), true
				objects[at] = one
			}
			f.add(one.of, read.name, r.fileOf(i), read.at)
		}
		if object == nil || slices.Contains(object.Members, read.name) || object.IsEnum() && isNumberText(read.name) {
			continue
		}
		use := declared.Use{
			Kind: declared.UnknownObjectMember, Path: []string{syntax.Stem(at.name), read.name}, Known: object.Members,
			File: r.fileOf(i), At: mark(read.at), IsTested: tests.Has(read.at),
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
