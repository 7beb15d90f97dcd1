package facts

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Names that rewritten code calls. Source code cannot spell them.
const (
	NoteLiteral unistring.String = "%literal"
	NoteSpread  unistring.String = "%spread"
	LeftOut     unistring.String = "%body" // bundle.LeftOut
	Runs        unistring.String = "%runs"
)

// walker rewrites the statements of one bundle in place. Every object and array literal of a user's file passes through
// a function that records its origin.
type walker struct {
	// literals are the wrapped *ast.ObjectLiteral and *ast.ArrayLiteral by number.
	literals []ast.Expression
	// calls are the calls with arguments, in the order of the walk.
	calls []*ast.CallExpression
	facts *finder
	// files are the sources of announced modules by number.
	files []string
	// keepBodies disables leaveOut.
	keepBodies bool
	// reading is set within a body that will be removed: it is read but not rewritten.
	reading bool
}

func (w *walker) exprs(list []ast.Expression) {
	for i, e := range list {
		list[i] = w.expr(e)
	}
}

// expr rewrites an expression and returns its replacement.
func (w *walker) expr(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case *ast.Identifier:
		w.facts.mention(e)
	case nil, *ast.StringLiteral, *ast.NumberLiteral, *ast.BooleanLiteral, *ast.NullLiteral,
		*ast.ThisExpression, *ast.SuperExpression, *ast.RegExpLiteral, *ast.MetaProperty, *ast.PrivateIdentifier:
	case *ast.ObjectLiteral:
		return w.object(e)
	case *ast.ArrayLiteral:
		return w.array(e)
	case *ast.CallExpression:
		w.call(e)
	case *ast.NewExpression:
		w.facts.names.Call(e)
		w.facts.constructs(e)
		w.facts.codeFromText(e.Callee)
		e.Callee = w.expr(e.Callee)
		w.exprs(e.ArgumentList)
	case *ast.DotExpression:
		w.facts.dot(e)
		e.Left = w.expr(e.Left)
	case *ast.PrivateDotExpression:
		e.Left = w.expr(e.Left)
	case *ast.BracketExpression:
		w.facts.bracket(e)
		e.Left, e.Member = w.expr(e.Left), w.expr(e.Member)
	case *ast.FunctionLiteral:
		w.function(e)
	case *ast.ArrowFunctionLiteral:
		w.arrow(e)
	case *ast.ClassLiteral:
		w.class(e)
	case *ast.AssignExpression:
		w.assign(e)
	default:
		w.operator(e)
	}
	return e
}

// operator handles expressions that only contain others.
func (w *walker) operator(e ast.Expression) {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		w.facts.operands(e)
		e.Left, e.Right = w.expr(e.Left), w.expr(e.Right)
	case *ast.UnaryExpression:
		switch e.Operator {
		case token.TYPEOF:
			w.facts.tests.Typeof(e.Operand, w.facts.path)
			w.facts.mentions.Ask(e.Operand)
			if syntax.IsName(e.Operand, "process") {
				w.facts.guarded = append(w.facts.guarded, w.facts.file)
			}
		case token.INCREMENT, token.DECREMENT, token.DELETE:
			w.facts.names.Assign(e.Operand, e)
		}
		e.Operand = w.expr(e.Operand)
	case *ast.ConditionalExpression:
		w.facts.condition(e.Test)
		e.Test, e.Consequent, e.Alternate = w.expr(e.Test), w.expr(e.Consequent), w.expr(e.Alternate)
	case *ast.SequenceExpression:
		w.exprs(e.Sequence)
	case *ast.TemplateLiteral:
		w.facts.parts(e)
		e.Tag = w.expr(e.Tag)
		w.exprs(e.Expressions)
	case *ast.AwaitExpression:
		e.Argument = w.expr(e.Argument)
	case *ast.YieldExpression:
		e.Argument = w.expr(e.Argument)
	case *ast.OptionalChain:
		e.Expression = w.expr(e.Expression)
	case *ast.Optional:
		w.facts.tests.Asked(e.Expression)
		e.Expression = w.expr(e.Expression)
	case *ast.SpreadElement:
		w.facts.result(e.Expression)
		e.Expression = w.expr(e.Expression)
	case *ast.Binding:
		w.binding(e)
	case *ast.ObjectPattern:
		w.objectPattern(e)
	case *ast.ArrayPattern:
		w.exprs(e.Elements)
		e.Rest = w.expr(e.Rest)
	}
}
