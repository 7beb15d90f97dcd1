package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// fewKeys is how many keys are compared with each other. Most literals have fewer, and a map for each of them takes
// longer than that.
const fewKeys = 16

// RepeatedKeys returns the keys that an object literal has more than once.
func RepeatedKeys(e *ast.ObjectLiteral) (found []Finding) {
	if len(e.Value) < 2 {
		return nil
	}
	names, places := make([]string, 0, fewKeys), make([]file.Idx, 0, fewKeys)
	var index map[string]int
	if len(e.Value) > fewKeys {
		index = make(map[string]int, len(e.Value))
	}
	for _, property := range e.Value {
		key := fixedKey(property)
		name := syntax.KeyName(key)
		if name == "" {
			continue
		}
		earlier, taken := index[name]
		if index == nil {
			earlier = slices.Index(names, name)
			taken = earlier >= 0
		}
		if taken {
			use := declared.Use{Kind: declared.RepeatedKey, Path: []string{name}}
			found = append(found, Finding{Use: use, At: key.Idx0(), Of: places[earlier]})
			continue
		}
		if index != nil {
			index[name] = len(names)
		}
		names, places = append(names, name), append(places, key.Idx0())
	}
	return found
}

// fixedKey returns the key of a member that is neither computed nor an accessor: a getter and a setter have one name.
func fixedKey(property ast.Property) ast.Expression {
	switch p := property.(type) {
	case *ast.PropertyShort:
		return &p.Name
	case *ast.PropertyKeyed:
		if !p.Computed && p.Kind != ast.PropertyKindGet && p.Kind != ast.PropertyKindSet {
			return p.Key
		}
	}
	return nil
}
