package handled

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
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
