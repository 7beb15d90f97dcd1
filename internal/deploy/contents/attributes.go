package contents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// CompareJSON returns the attributes that differ between two JSON texts, below a name. An invalid text has none.
func CompareJSON(name string, before, after []byte) []Attribute {
	was, wasErr := decodeJSON(before)
	is, isErr := decodeJSON(after)
	if wasErr != nil || isErr != nil {
		return nil
	}
	var c comparison
	c.compare(name, was, is)
	return c.found
}

func decodeJSON(text []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err = decoder.Decode(&value)
	return value, err
}

// comparison collects attributes.
type comparison struct{ found []Attribute }

// absent stands for a value that does not exist.
type absent struct{}

func (c *comparison) compare(name string, was, is any) {
	switch before := was.(type) {
	case map[string]any:
		if after, ok := is.(map[string]any); ok {
			c.members(before, after, func(key string) string { return join(name, key) })
			return
		}
	case []any:
		if after, ok := is.([]any); ok && c.entries(name, before, after) {
			return
		}
	}
	if !reflect.DeepEqual(was, is) {
		c.found = append(c.found, Attribute{Name: name, Old: encodeValue(was), New: encodeValue(is)})
	}
}

// members compares what two objects have under each key.
func (c *comparison) members(before, after map[string]any, nameOf func(key string) string) {
	keys := map[string]bool{}
	for key := range before {
		keys[key] = true
	}
	for key := range after {
		keys[key] = true
	}
	value := func(object map[string]any, key string) any {
		if found, has := object[key]; has {
			return found
		}
		return absent{}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		c.compare(nameOf(key), value(before, key), value(after, key))
	}
}

// entries compares lists of objects that have ids or names, in any order. It returns false for other lists.
func (c *comparison) entries(name string, before, after []any) bool {
	for _, key := range []string{"uid", "id", "name", "key"} {
		was, is := byKey(before, key), byKey(after, key)
		if was != nil && is != nil {
			c.members(was, is, func(id string) string { return name + "[" + id + "]" })
			return true
		}
	}
	return false
}

// byKey returns the entries by the value that each has under a key, or nil if they are not objects with distinct ones.
func byKey(list []any, key string) map[string]any {
	found := map[string]any{}
	for _, entry := range list {
		object, _ := entry.(map[string]any)
		id, isText := object[key].(string)
		if _, twice := found[id]; !isText || twice {
			return nil
		}
		found[id] = entry
	}
	return found
}

func join(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}

func encodeValue(value any) json.RawMessage {
	if _, missing := value.(absent); missing {
		return nil
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return json.RawMessage(fmt.Sprintf("%q", "?")) // unreachable: it was decoded from JSON
	}
	return bytes.TrimSpace(b.Bytes())
}
