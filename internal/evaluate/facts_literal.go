package evaluate

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
)

// literals returns the leading arguments that are literals.
func literals(args []ast.Expression) []declared.Literal {
	var out []declared.Literal
	for _, arg := range args {
		l := literal(arg)
		if l.Known || l.Head != "" {
			out = append(out, l)
		}
		if !l.Known {
			break
		}
	}
	return out
}

func literal(e ast.Expression) declared.Literal {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return declared.Literal{Known: true, Text: e.Value.String()}
	case *ast.TemplateLiteral:
		return templateLiteral(e)
	case *ast.ArrayLiteral:
		list := make([]string, 0, len(e.Value))
		for _, element := range e.Value {
			l := literal(element)
			if !l.Known || l.List != nil {
				return declared.Literal{} // an unknown element makes the list unknown
			}
			list = append(list, l.Text)
		}
		return declared.Literal{Known: true, List: list}
	case *ast.BinaryExpression:
		if left := literal(e.Left); e.Operator == token.PLUS && left.List == nil {
			return declared.Literal{Head: left.Text + left.Head}
		}
	}
	return declared.Literal{}
}

// templateLiteral returns a template string, or its head if it has expressions.
func templateLiteral(e *ast.TemplateLiteral) declared.Literal {
	if e.Tag != nil || len(e.Elements) == 0 {
		return declared.Literal{}
	}
	if len(e.Expressions) > 0 {
		return declared.Literal{Head: e.Elements[0].Parsed.String()}
	}
	var b strings.Builder
	for _, element := range e.Elements {
		b.WriteString(element.Parsed.String())
	}
	return declared.Literal{Known: true, Text: b.String()}
}
