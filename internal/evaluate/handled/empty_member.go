package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// withoutRecord are the functions that declare capabilities which run without a record. Of these, only a card backend
// can get one: from an operator who invokes it, but not from its card.
var withoutRecord = []string{"trigger", "sync", "cardBackend"}

// EmptyMember returns a finding if a path below the context is a member of ctx.enrolledObject, and the capability runs
// without a record. It returns nil for others.
func (c Capability) EmptyMember(path []string, at file.Idx, tests *Tests) []Finding {
	if len(path) != 2 || path[0] != "enrolledObject" || !slices.Contains(withoutRecord, c.Name) {
		return nil
	}
	use := declared.Use{Kind: declared.EmptyMember, Path: path, Text: c.Name, IsTested: tests.at[at]}
	return []Finding{{Use: use, At: at, Of: c.At}}
}

// TestedName returns a finding if a condition is a name of a member of ctx.enrolledObject in a card backend, as after
// `const { id } = ctx.enrolledObject`.
func (c Capability) TestedName(pathOf func(ast.Expression) ([]string, bool), e ast.Expression) []Finding {
	id, isName := e.(*ast.Identifier)
	if !isName || c.Name != "cardBackend" {
		return nil
	}
	path, _ := pathOf(id)
	if len(path) != 3 || path[0] != ContextMark || path[1] != "enrolledObject" {
		return nil
	}
	use := declared.Use{Kind: declared.EmptyMember, Path: path[1:], Text: c.Name, IsTested: true}
	return []Finding{{Use: use, At: id.Idx, Of: c.At}}
}

// Tests are the members that the code asks for a value.
type Tests struct {
	// at are the positions of those that have names of ctx.enrolledObject's members.
	at map[file.Idx]bool
	// ofNames are the positions of members of names: `if (options.retry)`.
	ofNames []file.Idx
	// typeofs are the input fields of which code asks the type.
	typeofs []string
}

// Has reports whether code asks a member of a name at a position for a value.
func (t *Tests) Has(at file.Idx) bool { return slices.Contains(t.ofNames, at) }

// Typeof is Asked for the operand of typeof.
func (t *Tests) Typeof(e ast.Expression, pathOf pathFinder) {
	t.Asked(e)
	if path, ok := pathOf(e); ok && len(path) == 3 && path[0] == ContextMark && path[1] == InputName {
		t.typeofs = append(t.typeofs, path[2])
	}
}

// MayDiffer reports whether an InputValue may be of a value that the runtime does not give: code sets the field, or
// asks for the type of its value.
func (t *Tests) MayDiffer(u declared.Use, names *constant.Names) bool {
	return u.Kind == declared.InputValue && (slices.Contains(t.typeofs, u.Path[0]) || names.SetsMember(u.Path[0]))
}

// Asked adds an expression that code asks whether it is undefined, if it is a member of a name: typeof a.b, a.b?.c.
func (t *Tests) Asked(e ast.Expression) {
	if chain, isChain := e.(*ast.OptionalChain); isChain {
		e = chain.Expression
	}
	of, _ := syntax.MemberOf(e)
	if optional, isOptional := of.(*ast.Optional); isOptional {
		of = optional.Expression
	}
	if _, isName := of.(*ast.Identifier); isName {
		t.ofNames = append(t.ofNames, syntax.CalleeName(e))
	}
}

// Condition adds an expression whose value is a condition. It adds object.id, and object.properties for a property of
// it.
func (t *Tests) Condition(e ast.Expression) {
	t.Asked(e)
	t.add(e, false)
}

// add adds an expression. forUndefined means that the code only asks whether it is undefined, as a property can be.
func (t *Tests) add(e ast.Expression, forUndefined bool) {
	if t.at == nil {
		t.at = map[file.Idx]bool{}
	}
	for below := ""; e != nil; {
		of, name := syntax.MemberOf(e)
		isText := below == "" && (name == "id" || name == "objectType") && !forUndefined
		if isText || below != "" && name == "properties" {
			t.at[syntax.CalleeName(e)] = true
			return
		}
		if name != "" {
			below = name
		}
		e = of
	}
}

// Operands adds what an operator asks for a value: before &&, || and ??, and compared with a text or undefined.
func (t *Tests) Operands(e *ast.BinaryExpression) {
	switch e.Operator {
	case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		t.Asked(e.Left)
		t.add(e.Left, e.Operator == token.COALESCE && !isEmptyText(e.Right))
	case token.EQUAL, token.NOT_EQUAL, token.STRICT_EQUAL, token.STRICT_NOT_EQUAL:
		t.compared(e.Left, e.Right)
		t.compared(e.Right, e.Left)
	}
}

// isEmptyText reports whether an expression is an empty text. Code with that as the fallback of an id works without
// one.
func isEmptyText(e ast.Expression) bool {
	text, isText := e.(*ast.StringLiteral)
	return isText && text.Value == ""
}

func (t *Tests) compared(e, with ast.Expression) {
	_, isText := with.(*ast.StringLiteral)
	if isNullish := syntax.IsNullish(with); isText || isNullish {
		t.add(e, isNullish)
		if isNullish {
			t.Asked(e)
		}
	}
}
