package handled

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
)

// LiteralOf returns an argument that is a plain string, or an array of plain strings. Others are unknown.
func LiteralOf(e ast.Expression) declared.Literal {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return declared.Literal{Known: true, Text: e.Value.String()}
	case *ast.TemplateLiteral:
		if e.Tag == nil && len(e.Elements) == 1 {
			return declared.Literal{Known: true, Text: e.Elements[0].Parsed.String()}
		}
	case *ast.ArrayLiteral:
		list := make([]string, 0, len(e.Value))
		for _, element := range e.Value {
			l := LiteralOf(element)
			if !l.Known || l.List != nil {
				return declared.Literal{} // an unknown element makes the list unknown
			}
			list = append(list, l.Text)
		}
		return declared.Literal{Known: true, List: list}
	}
	return declared.Literal{}
}
