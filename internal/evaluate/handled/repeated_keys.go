package handled

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// RepeatedKeys returns the keys that an object literal has more than once.
func RepeatedKeys(e *ast.ObjectLiteral) (found []Finding) {
	if len(e.Value) < 2 {
		return nil
	}
	first := make(map[string]file.Idx, len(e.Value))
	for _, property := range e.Value {
		var key ast.Expression
		switch p := property.(type) {
		case *ast.PropertyShort:
			key = &p.Name
		case *ast.PropertyKeyed:
			if p.Computed || p.Kind == ast.PropertyKindGet || p.Kind == ast.PropertyKindSet {
				continue // a getter and a setter have one name
			}
			key = p.Key
		default:
			continue
		}
		name := syntax.KeyName(key)
		earlier, taken := first[name]
		switch {
		case name == "":
		case taken:
			use := declared.Use{Kind: declared.RepeatedKey, Path: []string{name}}
			found = append(found, Finding{Use: use, At: key.Idx0(), Of: earlier})
		default:
			first[name] = key.Idx0()
		}
	}
	return found
}
