package manifest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

var (
	rawType        = reflect.TypeFor[json.RawMessage]()
	capabilityType = reflect.TypeFor[Capability]()
)

// require returns an error that names the first member of the type that is missing or null in the value, because
// encoding/json leaves missing members empty. Members with omitempty are optional.
func require(t reflect.Type, value any, path string) error {
	if t == rawType {
		return nil // any JSON
	}
	if value == nil {
		return fmt.Errorf("%s is missing", path)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return require(t.Elem(), value, path)
	case reflect.Slice:
		items, _ := value.([]any)
		for i, item := range items {
			if err := require(t.Elem(), item, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		return requireMembers(t, value, path)
	}
	return nil
}

func requireMembers(t reflect.Type, value any, path string) error {
	members, isObject := value.(map[string]any)
	if !isObject {
		return nil // false instead of an optional object; the decoder checked other types
	}
	if t == capabilityType {
		kind, _ := members["kind"].(string)
		return requireMembers(capabilityTypes[Kind(kind)], value, path)
	}
	if optional, found := t.FieldByName("Value"); found && optional.Tag == "" {
		return requireMembers(optional.Type, value, path)
	}
	for field := range t.Fields() {
		if field.Anonymous {
			if err := requireMembers(field.Type, value, path); err != nil {
				return err
			}
			continue
		}
		name, mode, _ := strings.Cut(field.Tag.Get("json"), ",")
		member, present := members[name]
		if mode == "omitempty" && !present {
			continue
		}
		if err := require(field.Type, member, strings.TrimPrefix(path+"."+name, ".")); err != nil {
			return err
		}
	}
	return nil
}

// capabilityTypes are the Go types of the kinds of capabilities.
var capabilityTypes = map[Kind]reflect.Type{
	KindTool:        reflect.TypeFor[Tool](),
	KindCardBackend: reflect.TypeFor[CardBackend](),
	KindTrigger:     reflect.TypeFor[Trigger](),
	KindSync:        reflect.TypeFor[Sync](),
}
