package handled

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
)

// madeList reads a list that a call makes of other lists, or of what a function returns for each element of one.
func (r *optionReader) madeList(v *declared.Value, e *ast.CallExpression, o optionValue) {
	list := r.names.ListCall(e, o.scope)
	if list == nil {
		return
	}
	isList := list.Of == nil
	for _, of := range list.Of {
		o.expr = of
		inner := r.value(o, r.call.Mark(of.Idx0()))
		v.Items = append(v.Items, repeated(inner, list.Flattens)...)
		isList = isList || slices.ContainsFunc(alternatives(inner), (*declared.Value).IsArray)
	}
	if !isList {
		return // a text has methods of the same names
	}
	v.Shape, v.Open = declared.Array, true
	if list.IsShared && !o.isNamed {
		o.isNamed, o.isMade = true, true
	}
	if o.isNamed && len(list.Made) > 1 {
		return // the call may depend on the same condition
	}
	o.scope = list.Scope
	made := &declared.Value{Shape: declared.Array, At: v.At}
	for _, value := range list.Made {
		o.expr = value
		made.Items = append(made.Items, r.value(o, r.call.Mark(value.Idx0())))
	}
	v.Items = append(v.Items, repeated(made, list.Flattens)...)
	if list.Chooses || list.Changes {
		openEach(v, list.Changes)
	}
}

// repeated returns the elements of a list as those of another one, which can have each of them any number of times.
// Those of the lists among them are elements of their own if the other one is flattened.
func repeated(list *declared.Value, isFlattened bool) []*declared.Value {
	var items []*declared.Value
	for _, item := range elementsIn(list) {
		if isFlattened && item.IsArray() {
			items = append(items, elementsIn(item)...)
		} else {
			items = append(items, item)
		}
	}
	if len(items) == 0 {
		return nil
	}
	return []*declared.Value{{Shape: declared.Repeated, Items: items, At: list.At}}
}

// elementsIn returns what the elements of a list can be, and of each list that a value can be.
func elementsIn(v *declared.Value) (items []*declared.Value) {
	for _, list := range alternatives(v) {
		if list.IsArray() {
			for _, item := range list.Items {
				items = append(items, alternatives(item)...)
			}
		}
	}
	return items
}

// alternatives returns what a value can be.
func alternatives(v *declared.Value) (all []*declared.Value) {
	if v.Shape != declared.Repeated && v.Shape != declared.Unknown || len(v.Items) == 0 {
		return []*declared.Value{v}
	}
	for _, item := range v.Items {
		all = append(all, alternatives(item)...)
	}
	return all
}

// openEach makes the objects of a list open if they are of several kinds: a function chose among them. isChanged means
// that it changed them.
func openEach(list *declared.Value, isChanged bool) {
	isOther := func(v *declared.Value) bool { return !v.IsObject() && v.Shape != declared.Unknown }
	items := slices.DeleteFunc(elementsIn(list), isOther)
	for _, item := range items {
		item.Open = item.Open || isChanged || len(items) > 1
	}
}
