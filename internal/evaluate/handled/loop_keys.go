package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// LoopKeys are the names of `for (const key in object)`, and the members that code reads of them: those of texts. The
// zero value is ready.
type LoopKeys struct {
	scopes map[unistring.String][]constant.Scope
	reads  []keyRead
}

type keyRead struct {
	of    *ast.Identifier
	scope constant.Scope
	use   declared.Use
}

// textMembers are the members of a text, but for those of every object.
var textMembers = []string{
	"length", "at", "charAt", "charCodeAt", "codePointAt", "concat", "endsWith", "includes", "indexOf", "isWellFormed",
	"lastIndexOf", "localeCompare", "match", "matchAll", "normalize", "padEnd", "padStart", "repeat", "replace",
	"replaceAll", "search", "slice", "split", "startsWith", "substr", "substring", "toLowerCase", "toUpperCase",
	"toLocaleLowerCase", "toLocaleUpperCase", "toWellFormed", "trim", "trimEnd", "trimStart", "trimLeft", "trimRight",
}

// Declare records the name of a loop, in the scope of the loop. It ignores a name that code can set.
func (k *LoopKeys) Declare(into ast.ForInto, scope constant.Scope) {
	loop, ok := into.(*ast.ForDeclaration)
	if !ok {
		return
	}
	if name, isName := loop.Target.(*ast.Identifier); isName {
		if k.scopes == nil {
			k.scopes = map[unistring.String][]constant.Scope{}
		}
		k.scopes[name.Name] = append(k.scopes[name.Name], scope)
	}
}

// Read records a member that code reads. use has the file and the position.
func (k *LoopKeys) Read(left ast.Expression, member string, scope constant.Scope, use declared.Use) {
	of, ok := left.(*ast.Identifier)
	if !ok || k.scopes[of.Name] == nil || slices.Contains(textMembers, member) || syntax.IsObjectMember(member) {
		return
	}
	use.Kind, use.Path = declared.LoopKeyMember, []string{syntax.Stem(of.Name.String()), member}
	k.reads = append(k.reads, keyRead{of, scope, use})
}

// Unknown returns the first read of a member that a key does not have, for each loop. Code can give texts others, as
// those of String.prototype.
func (k *LoopKeys) Unknown(names *constant.Names) (found []declared.Use) {
	seen := map[constant.Variable]bool{{}: true}
	for _, read := range k.reads {
		variable := names.Variable(read.of.Name, read.scope)
		isOfLoop := func(loop constant.Scope) bool { return names.Variable(read.of.Name, loop) == variable }
		if seen[variable] || names.SetsMember(read.use.Path[1]) {
			continue
		}
		if names.IsSetOnce(variable) && slices.ContainsFunc(k.scopes[read.of.Name], isOfLoop) {
			seen[variable] = true
			found = append(found, read.use)
		}
	}
	return found
}
