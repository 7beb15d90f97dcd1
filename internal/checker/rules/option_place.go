package rules

import (
	"fmt"

	"github.com/appsvc/svc/internal/declared"
)

// place is the options object of a declaration, or an object inside it that the option table describes.
type place struct {
	declaration *declared.Declaration
	path        string // "" for the options object, else a path such as "alerts.rules[0]"
	value       *declared.Value
	options     []option      // the known members
	mark        declared.Mark // where missing members are reported: the call, or the object's key
}

// owner names the object in messages: `app "x"`, or `alerts.rules[0] of app "x"`.
func (at place) owner() string {
	if at.path == "" {
		return describe(at.declaration)
	}
	return at.path + " of " + describe(at.declaration)
}

// eachPlace visits the options object of a declaration and every object inside it that the table describes.
func eachPlace(d *declared.Declaration, visit func(place)) {
	if options := optionsOf(d); options != nil {
		visitPlace(place{declaration: d, value: d.Options, options: options, mark: d.At}, visit)
	}
}

func visitPlace(at place, visit func(place)) {
	visit(at)
	for _, o := range at.options {
		if o.members == nil && o.each == nil {
			continue
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
