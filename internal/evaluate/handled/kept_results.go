package handled

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
)

// KeptResults are the results that code gives names. The zero value is ready.
type KeptResults []keptResult

type keptResult struct {
	name  *ast.Identifier
	scope constant.Scope
	use   declared.Use
}

// Keep records a result of a function of the SDK under a name. It ignores other targets.
func (k *KeptResults) Keep(target ast.Expression, scope constant.Scope, function string, use declared.Use) {
	name, ok := target.(*ast.Identifier)
	if !ok {
		return
	}
	use.Kind, use.Path, use.Text = declared.LostResult, []string{function, name.Name.String()}, declared.Unread
	*k = append(*k, keptResult{name, scope, use})
}

// Unread returns the results whose names no code reads. readsOf returns the scopes in which code reads a name.
// Variables outside functions are left out: other modules can import them.
func (k KeptResults) Unread(
	names *constant.Names, readsOf func(unistring.String) []constant.Scope,
) (found []declared.Use) {
	read := map[unistring.String]map[constant.Variable]bool{}
	for _, kept := range k {
		text := kept.name.Name
		if read[text] == nil {
			read[text] = variablesOf(names, text, readsOf(text))
		}
		variable := names.Variable(text, kept.scope)
		if variable.IsLocal && !read[text][variable] && !read[text][constant.Variable{}] {
			found = append(found, kept.use)
		}
	}
	return found
}

// variablesOf returns the variables that code reads under a name. One that is not known can be any, such as one that
// var declares in a block.
func variablesOf(names *constant.Names, text unistring.String, reads []constant.Scope) map[constant.Variable]bool {
	all := make(map[constant.Variable]bool, len(reads))
	for _, scope := range reads {
		all[names.Variable(text, scope)] = true
	}
	return all
}
