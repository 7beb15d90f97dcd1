package handled

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// rowFields collects the fields of the data of rows.
type rowFields struct {
	listReader
	names []string
	// areUnknown means that rows may have other fields.
	areUnknown bool
}

// add adds the fields of the rows of one page.
func (r *rowFields) add(rows ast.Expression) {
	elements := r.elementsOf(rows)
	if list, isList := syntax.Unwrapped(rows).(*ast.ArrayLiteral); len(elements) == 0 && !isList || isList && list == nil {
		r.areUnknown = true
	}
	for _, element := range elements {
		row, _ := syntax.Unwrapped(element).(*ast.ObjectLiteral)
		data, isLiteral := syntax.Unwrapped(syntax.Member(row, "data")).(*ast.ObjectLiteral)
		if !isLiteral || !syntax.IsPlainObject(data) {
			r.areUnknown = true
			continue
		}
		for _, key := range syntax.Keys(data) {
			if name := syntax.KeyName(key); !slices.Contains(r.names, name) {
				r.names = append(r.names, name)
			}
		}
	}
}
