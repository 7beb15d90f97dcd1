package ecma

import "github.com/dop251/goja"

func (p *jsonParser) array() goja.Value {
	var items []any
	var source *jsonSource
	if p.keepSources {
		source = &jsonSource{}
	}
	p.enter()
	for first := true; p.peek() != ']' || !first; first = false {
		items = append(items, p.value())
		if source != nil {
			source.items = append(source.items, p.source)
		}
		p.space()
		if p.peek() == ']' {
			break
		}
		p.separator("Expected ',' or ']' after array element in JSON")
	}
	p.at++
	p.depth--
	array := p.rt.NewArray(items...)
	if source != nil {
		source.value = array
	}
	p.source = source
	return array
}

// separator reads a comma and the following space.
func (p *jsonParser) separator(otherwise string) {
	if p.peek() != ',' {
		p.fail(otherwise)
	}
	p.at++
	p.space()
}

func (p *jsonParser) object() goja.Value {
	object := p.rt.NewObject()
	var source *jsonSource
	if p.keepSources {
		source = &jsonSource{members: map[string]*jsonSource{}, value: object}
	}
	p.enter()
	for first := true; p.peek() != '}' || !first; first = false {
		key := p.key(first)
		p.space()
		if p.peek() != ':' {
			p.fail("Expected ':' after property name in JSON")
		}
		p.at++
		p.space()
		p.member(object, key, p.value())
		if source != nil {
			source.members[key] = p.source
		}
		p.space()
		if p.peek() == '}' {
			break
		}
		p.separator("Expected ',' or '}' after property value in JSON")
	}
	p.at++
	p.depth--
	p.source = source
	return object
}

func (p *jsonParser) key(first bool) string {
	if p.peek() == '"' {
		return p.string()
	}
	if first {
		p.fail("Expected property name or '}' in JSON")
	}
	p.fail("Expected double-quoted property name in JSON")
	return ""
}

// member defines a property. The name __proto__ and names with lone surrogates need more than Set.
func (p *jsonParser) member(object *goja.Object, key string, value goja.Value) {
	var err error
	switch {
	case holdsSurrogate(key):
		reflect := p.realm.builtin("Reflect")
		descriptor := p.rt.NewObject()
		for _, name := range []string{"writable", "enumerable", "configurable"} {
			_ = descriptor.Set(name, true)
		}
		_ = descriptor.Set("value", value)
		_, err = p.realm.method(reflect, "defineProperty")(reflect, object, p.stringValue(key), descriptor)
	case key == "__proto__":
		err = object.DefineDataProperty(key, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	default:
		err = object.Set(key, value)
	}
	if err != nil {
		panic(err)
	}
}
