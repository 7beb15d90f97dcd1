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

// parseObject parses a JSON object and keeps the order of its keys.
func parseObject(text []byte) (*object, error) {
	if !json.Valid(text) {
		var probe any
		return nil, fmt.Errorf("not valid JSON: %w", json.Unmarshal(text, &probe))
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, errors.New("expected a JSON object")
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

// The sections of package.json that are merged.
const scriptsSection = "scripts"

var packageSections = []string{"dependencies", "devDependencies"}

// mergeSection adds the members of a section that o lacks, and returns their names.
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
			return nil, fmt.Errorf("%q is not a JSON object", section)
		}
	}
	var added []string
	for _, m := range from.members {
		if _, ok := into.get(m.key); !ok && (section == scriptsSection || !o.dependsOn(m.key)) {
			into.set(m.key, m.value)
			added = append(added, m.key)
		}
	}
	if len(added) > 0 {
		o.set(section, into.render(""))
	}
	return added, nil
}

// dependsOn reports whether package.json names a package in a section of dependencies.
func (o *object) dependsOn(name string) bool {
	for _, section := range packageSections {
		if had, ok := o.get(section); ok {
			if packages, err := parseObject(had); err == nil {
				if _, found := packages.get(name); found {
					return true
				}
			}
		}
	}
	return false
}

// render returns the object as JSON, on one line if the indent is empty.
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

// indentOf returns the indent of a JSON text. Default: two spaces.
func indentOf(text []byte) string {
	for _, line := range strings.Split(string(text), "\n") {
		if trimmed := strings.TrimLeft(line, " \t"); trimmed != "" && len(trimmed) < len(line) {
			return line[:len(line)-len(trimmed)]
		}
	}
	return "  "
}
