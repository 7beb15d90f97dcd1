// This file walks the objects of a declaration's options: the options themselves, and the objects inside them
// that the option table knows.

package rules

import (
	"fmt"

	"github.com/appsvc/svc/internal/declared"
)

// place is one object among the options of a declaration.
type place struct {
	declaration *declared.Declaration
	path        string // "" for the options themselves, else such as "alerts.rules[0]"
	value       *declared.Value
	options     []option      // what the object takes
	mark        declared.Mark // where a missing member is reported: the call, or the object's key
}

// owner names the object in messages: `app "x"`, or `alerts.rules[0] of app "x"`.
func (at place) owner() string {
	if at.path == "" {
		return describe(at.declaration)
	}
	return at.path + " of " + describe(at.declaration)
}

// eachPlace visits the options of a declaration and every object inside them that the table describes.
func eachPlace(d *declared.Declaration, visit func(place)) {
	if options := optionsOf(d); options != nil {
		visitPlace(place{declaration: d, value: d.Options, options: options, mark: d.At}, visit)
	}
}

func visitPlace(at place, visit func(place)) {
	visit(at)
	for _, o := range at.options {
		if o.members == nil && o.each == nil {
			continue // no object of ours
		}
		value := at.value.Get(o.name)
		path := o.name
		if at.path != "" {
			path = at.path + "." + o.name
		}
		if o.members != nil && value.IsObject() {
			visitPlace(place{at.declaration, path, value, o.members, value.At}, visit)
		}
		for i, item := range value.Items {
			if o.each != nil && item.IsObject() {
				visitPlace(place{at.declaration, fmt.Sprintf("%s[%d]", path, i), item, o.each, item.At}, visit)
			}
		}
	}
}
