package members

import (
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Iterate records what a loop with of goes through, or what the pattern of a list takes apart.
func (r *Reads) Iterate(e ast.Expression, in constant.Scope, source string) {
	switch link(e).(type) {
	case *ast.Identifier, *ast.DotExpression, *ast.AwaitExpression, *ast.CallExpression:
		r.results.iterated = append(r.results.iterated, belowRead{of: e, at: e.Idx0(), scope: in, file: source})
	}
}

// notIterable adds what code goes through that is not a list: a result whose type has other members, and what an async
// generator returns.
func (t *typing) notIterable(f *finding) {
	for _, one := range t.iterated {
		use := declared.Use{Kind: declared.NotIterable, File: one.file, At: f.mark(one.at)}
		if call := syntax.Call(one.of); call != nil && makesAsyncGenerator(t.names, call, one.scope) {
			use.Path, use.Text = []string{syntax.CalleeText(call.Callee)}, declared.AsyncGenerator
			f.uses = append(f.uses, use)
			continue
		}
		of := t.of(one.of, one.scope)
		members, _ := declared.ResultMembers(of.name)
		if len(members) == 0 || of.element().name != "" {
			continue
		}
		name, _, _ := strings.Cut(of.name, "-")
		use.Path = []string{name}
		for _, member := range members {
			if strings.HasPrefix(member[1], "[]") {
				use.Known = append(use.Known, member[0])
			}
		}
		f.through(&use, of)
		f.uses = append(f.uses, use)
	}
}

// makesAsyncGenerator reports whether all functions that a call can call are async generators, as the bundler writes
// them.
func makesAsyncGenerator(names *constant.Names, e *ast.CallExpression, in constant.Scope) bool {
	functions := names.Surely(e.Callee, in)
	for _, fn := range functions {
		values, _ := syntax.Returned(fn.Node)
		if len(values) != 1 {
			return false
		}
		call := syntax.Call(values[0])
		if call == nil || !syntax.IsName(call.Callee, "__asyncGenerator") {
			return false
		}
	}
	return len(functions) > 0
}
