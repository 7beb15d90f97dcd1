package syntax

import "github.com/dop251/goja/ast"

// Dropped calls do with each expression whose value a statement drops: both branches of a condition, the right side of
// a logical operator, and each part of a sequence.
func Dropped(statement ast.Expression, do func(ast.Expression)) {
	switch e := statement.(type) {
	case *ast.ConditionalExpression:
		Dropped(e.Consequent, do)
		Dropped(e.Alternate, do)
	case *ast.BinaryExpression:
		if IsLogical(e.Operator) {
			Dropped(e.Right, do)
		}
	case *ast.SequenceExpression:
		for _, part := range e.Sequence {
			Dropped(part, do)
		}
	case *ast.OptionalChain:
		Dropped(e.Expression, do)
	default:
		do(e)
	}
}
