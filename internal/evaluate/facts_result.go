package evaluate

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// discarded reports a statement that makes a result and does nothing with it.
func (f *factFinder) discarded(e ast.Expression) {
	switch e := e.(type) {
	case *ast.ConditionalExpression:
		f.discarded(e.Consequent)
		f.discarded(e.Alternate)
	case *ast.BinaryExpression:
		if syntax.IsLogical(e.Operator) {
			f.discarded(e.Right)
		}
	default:
		f.lost(f.results.MadeBy(e), declared.Discarded, e.Idx0())
	}
}

// thrown reports a result that is thrown.
func (f *factFinder) thrown(s *ast.ThrowStatement) {
	f.lost(f.results.MadeBy(s.Argument), declared.Thrown, s.Idx0())
}

func (f *factFinder) lost(function, how string, at file.Idx) {
	isAgain := f.flow.follows && how != declared.Uncalled // the first walk does not know what is a handler
	if function != "" && !isAgain {
		f.use(declared.LostResult, []string{function}, at)
		f.uses[len(f.uses)-1].Text = how
	}
}
