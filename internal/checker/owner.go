package checker

import "github.com/appsvc/svc/internal/declared"

// maxOwned bounds the values whose declarations are looked up.
const maxOwned = 1_000_000

// owners finds the declaration that a value belongs to, by the value's position.
type owners struct {
	project *declared.Project
	byMark  map[declared.Mark]*declared.Declaration
	left    int
}

// of returns the first declaration with a value at a mark, nil if there is none.
func (o *owners) of(at declared.Mark) *declared.Declaration {
	if o.byMark == nil {
		o.byMark, o.left = map[declared.Mark]*declared.Declaration{}, maxOwned
		for _, d := range o.project.Declarations {
			for _, arg := range d.Args {
				o.add(d, arg)
			}
		}
	}
	return o.byMark[at]
}

func (o *owners) add(d *declared.Declaration, v *declared.Value) {
	if o.left--; v == nil || o.left <= 0 {
		return
	}
	if _, known := o.byMark[v.At]; !known && !v.At.IsZero() {
		o.byMark[v.At] = d
	}
	for _, item := range v.Items {
		o.add(d, item)
	}
	for i := range v.Members {
		o.add(d, v.Members[i].Value)
	}
}
