package handled

import (
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
)

// recordOptions are the positions of the options in calls of ctx.appObjects, by method.
var recordOptions = map[string]int{"create": 1, "update": 2, "get": 2}

// ownRecords returns the records of app objects that a call reads or writes, if its options are object literals.
func ownRecords(names *constant.Names, c *ContextCall) (found []declared.Use) {
	at := slices.Index(c.Path, "appObjects")
	if at < 0 || at != len(c.Path)-2 {
		return nil
	}
	i, known := recordOptions[c.Path[at+1]]
	if !known || i >= len(c.Args) {
		return nil
	}
	id, isKnown := names.Declared(c.Args[0], c.Scope, "appObject")
	if !isKnown {
		return nil
	}
	for _, literal := range names.Literals(c.Args[i], c.Scope) {
		if literal.IsText {
			continue
		}
		o := occurrence(names, c, literal)
		o.Event = id
		found = append(found, declared.Use{
			Kind: declared.OwnRecord, Path: c.Path, Occurrence: o, File: c.File, At: c.markOf(literal.Expr, c.Args[i]),
		})
	}
	return found
}
