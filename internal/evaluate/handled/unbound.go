package handled

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
)

// Unbound returns a finding if the handler of a capability is a method that needs its object.
func (c Capability) Unbound(names *constant.Names, options ast.Expression, s constant.Scope) []Finding {
	method := names.Unbound(options, s, "handler")
	if method == nil {
		return nil
	}
	object := "object"
	if of, isName := method.Left.(*ast.Identifier); isName {
		object = of.Name.String()
	}
	path := []string{object, method.Identifier.Name.String()}
	use := declared.Use{Kind: declared.UnboundMethod, Path: path, Text: c.Name}
	return []Finding{{Use: use, At: method.Identifier.Idx}}
}
