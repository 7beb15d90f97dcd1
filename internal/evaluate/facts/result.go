package facts

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// statement reports the promises and the results that a statement drops.
func (f *finder) statement(e ast.Expression) {
	f.droppedCalls = f.droppedCalls[:0]
	syntax.Dropped(e, f.dropped)
}

// dropped reports an expression whose value a statement drops: a promise, or a result that the handler made.
func (f *finder) dropped(e ast.Expression) {
	f.floating(e)
	if assign, ok := e.(*ast.AssignExpression); ok {
		f.keeps(assign.Left, assign.Right)
	}
	f.lost(f.functions.MadeBy(e), declared.Discarded, e.Idx0())
}

// thrown reports a result that is thrown.
func (f *finder) thrown(s *ast.ThrowStatement) {
	f.lost(f.functions.MadeBy(s.Argument), declared.Thrown, s.Idx0())
}

func (f *finder) lost(function, how string, at file.Idx) {
	isAgain := f.flow.follows && how != declared.Uncalled // the first walk does not know what is a handler
	if function != "" && !isAgain {
		f.use(declared.LostResult, []string{function}, at)
		f.uses[len(f.uses)-1].Text = how
	}
}

// keeps records a result that code gives a name.
func (f *finder) keeps(target, value ast.Expression) {
	if function := f.functions.MadeBy(value); function != "" && !f.flow.follows {
		f.kept.Keep(target, f.names.Current(), function, declared.Use{File: f.file, At: f.mark(value.Idx0())})
	}
}

// unthrown reports an error that a statement makes and does not throw.
func (f *finder) unthrown(e ast.Expression) {
	made, isNew := e.(*ast.NewExpression)
	if !isNew || f.inCard || f.flow.follows {
		return
	}
	if class := syntax.CalleeText(made.Callee); strings.HasSuffix(class, "Error") {
		f.use(declared.LostResult, []string{class}, e.Idx0())
		f.uses[len(f.uses)-1].Text = declared.Unthrown
	}
}
