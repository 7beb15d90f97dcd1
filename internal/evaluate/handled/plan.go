package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// planPaths are the id of an install's plan, of the context of a handler and of what code calls ctx.
var planPaths = []string{ContextMark + ".billing.current().plan", "ctx.billing.current().plan"}

// ComparedPlan returns a finding for a text that is compared with the id of an install's plan. pathOf returns the path
// of names that an expression stands for.
func ComparedPlan(pathOf func(ast.Expression) ([]string, bool), e, with ast.Expression) []Finding {
	text, isText := with.(*ast.StringLiteral)
	if !isText || !isPlan(pathOf, e) {
		return nil
	}
	return []Finding{{Use: declared.Use{Kind: declared.PlanID, Path: []string{text.Value.String()}}, At: text.Idx}}
}

// isPlan reports whether an expression is the id of an install's plan, or another value if there is none.
func isPlan(pathOf func(ast.Expression) ([]string, bool), e ast.Expression) bool {
	if or, ok := e.(*ast.BinaryExpression); ok && (or.Operator == token.COALESCE || or.Operator == token.LOGICAL_OR) {
		e = or.Left
	}
	if !isMember(e) {
		return false
	}
	path, ok := pathOf(e)
	return ok && slices.Contains(planPaths, strings.Join(path, "."))
}

// isMember reports whether an expression is a name, or a member whose name is in the source.
func isMember(e ast.Expression) bool {
	if syntax.CalleeText(e) != "" {
		return true
	}
	_, isChain := e.(*ast.OptionalChain)
	return isChain
}
