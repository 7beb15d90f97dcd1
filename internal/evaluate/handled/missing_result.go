package handled

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// MissingResult returns findings if the handler of a tool returns nothing: about the handler, or about each return
// without a value. A result that a statement drops has a finding of its own, and a body without statements is a
// placeholder.
func (c Capability) MissingResult(fn ast.Expression, functions Functions) (found []Finding) {
	if c.MayChange || c.Name != "tool" && c.Name != "action" {
		return nil
	}
	use := declared.Use{Kind: declared.MissingResult, Text: c.Name}
	drops, count := false, 0
	syntax.Statements(fn, func(s ast.Statement) {
		count++
		switch s := s.(type) {
		case *ast.ReturnStatement:
			if s.Argument == nil {
				found = append(found, Finding{Use: use, At: s.Return})
			}
		case *ast.ExpressionStatement:
			syntax.Dropped(s.Expression, func(e ast.Expression) { drops = drops || functions.MadeBy(e) != "" })
		}
	})
	values, isBlock := syntax.Returned(fn)
	if len(values) > 0 || !isBlock {
		return found
	}
	if isEmpty := count <= 1; drops || isEmpty { // the first is the body
		return nil
	}
	at := fn.Idx0()
	if c.Options != nil && syntax.Member(c.Options, "handler") == fn {
		for _, key := range syntax.Keys(c.Options) {
			if syntax.KeyName(key) == "handler" {
				at = key.Idx0()
			}
		}
	}
	use.Path = []string{"handler"}
	return []Finding{{Use: use, At: at}}
}
