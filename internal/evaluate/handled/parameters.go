package handled

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
)

// Parameters returns the parameters of a handler after the context. They get no value.
func (c Capability) Parameters(list *ast.ParameterList) (found []Finding) {
	if c.Name == "" || len(list.List) < 2 {
		return nil
	}
	for _, b := range list.List[1:] {
		if b.Initializer != nil {
			continue
		}
		use := declared.Use{Kind: declared.HandlerParameter, Text: c.Name}
		if name, ok := b.Target.(*ast.Identifier); ok {
			use.Path = []string{name.Name.String()}
		}
		found = append(found, Finding{Use: use, At: b.Target.Idx0()})
	}
	return found
}

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
