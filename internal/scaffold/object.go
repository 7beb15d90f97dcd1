// This file edits a JSON object and keeps the order of its keys.

package scaffold

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

type member struct {
	key   string
	value json.RawMessage
}

type object struct{ members []member }

// parseObject reads one JSON object, keys in order.
func parseObject(text []byte) (*object, error) {
	if !json.Valid(text) {
		var probe any
		return nil, fmt.Errorf("it is not valid JSON: %w", json.Unmarshal(text, &probe))
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	o := &object{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		o.members = append(o.members, member{key.(string), value})
	}
	return o, nil
}

func (o *object) get(key string) (json.RawMessage, bool) {
	for _, m := range o.members {
		if m.key == key {
			return m.value, true
		}
	}
	return nil, false
}

func (o *object) prepend(key string, value json.RawMessage) {
	o.members = append([]member{{key, value}}, o.members...)
}

func (o *object) set(key string, value json.RawMessage) {
	for i := range o.members {
		if o.members[i].key == key {
			o.members[i].value = value
			return
		}
	}
	o.members = append(o.members, member{key, value})
}

// mergeSection adds the members of an inner object of theirs that o lacks, and names them.
func (o *object) mergeSection(theirs *object, section string) ([]string, error) {
	wanted, ok := theirs.get(section)
	if !ok {
		return nil, nil
	}
	from, err := parseObject(wanted)
	if err != nil {
		return nil, err
	}
	into := &object{}
	if had, ok := o.get(section); ok {
		if into, err = parseObject(had); err != nil {
			return nil, fmt.Errorf("its %q is not a JSON object", section)
		}
	}
	var added []string
	for _, m := range from.members {
		if _, ok := into.get(m.key); !ok {
			into.set(m.key, m.value)
			added = append(added, m.key)
		}
	}
	if len(added) > 0 {
		o.set(section, into.render(""))
	}
	return added, nil
}

// render writes the object out; an empty indent keeps it on one line.
func (o *object) render(indent string) []byte {
	var flat bytes.Buffer
	flat.WriteByte('{')
	for i, m := range o.members {
		if i > 0 {
			flat.WriteByte(',')
		}
		key, _ := json.Marshal(m.key) // a string always marshals
		flat.Write(key)
		flat.WriteByte(':')
		flat.Write(m.value)
	}
	flat.WriteByte('}')
	if indent == "" {
		return flat.Bytes()
	}
	var out bytes.Buffer
	if err := json.Indent(&out, flat.Bytes(), "", indent); err != nil {
		return flat.Bytes()
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// indentOf is the indent that a JSON text uses: two spaces when it shows none.
func indentOf(text []byte) string {
	for _, line := range strings.Split(string(text), "\n") {
		if trimmed := strings.TrimLeft(line, " \t"); trimmed != "" && len(trimmed) < len(line) {
			return line[:len(line)-len(trimmed)]
		}
	}
	return "  "
}
