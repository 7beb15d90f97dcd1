package syntax

import "reflect"

// maxNodes bounds the depth of the tree that is looked at.
const maxNodes = 2000

// eachNode calls visit for a node and those below it, in the order of the source. It leaves out those below a node for
// which visit returns true. Only few functions are looked at, so it may be slow.
func eachNode(node any, visit func(node any) (isDone bool)) {
	eachValue(reflect.ValueOf(node), visit, 0)
}

func eachValue(v reflect.Value, visit func(any) bool, depth int) {
	if depth > maxNodes {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		eachValue(v.Elem(), visit, depth+1)
	case reflect.Pointer:
		if !v.IsNil() && !visit(v.Interface()) {
			eachValue(v.Elem(), visit, depth+1)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachValue(v.Index(i), visit, depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); v.Type().Field(i).IsExported() {
				eachValue(field, visit, depth+1)
			}
		}
	}
}
