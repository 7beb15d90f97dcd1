package portal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Encode returns the text of the snapshot's file. The same schema always has the same text.
func (s *Snapshot) Encode() []byte {
	var b strings.Builder
	b.WriteString("{\n  \"schemaVersion\": " + strconv.Itoa(schemaVersion) + ",\n  \"portal\": " + line(s.Portal))
	for _, list := range []struct {
		name  string
		items []string
	}{{"scopes", s.Scopes}, {"unread", s.Unread}} {
		if list.items != nil {
			items := slices.Compact(slices.Sorted(slices.Values(list.items)))
			b.WriteString(",\n  \"" + list.name + "\": " + block("[", "]", "  ", lines(items)))
		}
	}
	var objects []string
	for _, name := range slices.Sorted(maps.Keys(s.Objects)) {
		objects = append(objects, line(name)+": "+s.Objects[name].encode())
	}
	b.WriteString(",\n  \"objects\": " + block("{", "}", "  ", objects))
	b.WriteString(",\n  \"associations\": " + block("[", "]", "  ", lines(sorted(s.Associations))) + "\n}\n")
	return []byte(b.String())
}

func (o *Object) encode() string {
	var members []string
	for _, member := range []struct{ name, text string }{{"id", o.ID}, {"fullName", o.FullName}} {
		if member.text != "" {
			members = append(members, line(member.name)+": "+line(member.text))
		}
	}
	for _, member := range []struct {
		name  string
		items []string
	}{{"required", o.Required}, {"searchable", o.Searchable}} {
		if len(member.items) > 0 {
			members = append(members, line(member.name)+": "+line(slices.Sorted(slices.Values(member.items))))
		}
	}
	var properties []string
	for _, name := range o.PropertyNames() {
		p := o.Properties[name]
		p.Options = slices.Sorted(slices.Values(p.Options))
		properties = append(properties, line(name)+": "+line(p))
	}
	members = append(members, "\"properties\": "+block("{", "}", "      ", properties))
	return block("{", "}", "    ", members)
}

// sorted returns association types in the order of the file.
func sorted(types []Association) []Association {
	return slices.SortedFunc(slices.Values(types), func(a, b Association) int {
		return cmp.Or(
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Category, b.Category), cmp.Compare(a.ID, b.ID),
		)
	})
}

// block returns a JSON value with each item on a line.
func block(opening, closing, indent string, items []string) string {
	if len(items) == 0 {
		return opening + closing
	}
	return opening + "\n" + indent + "  " + strings.Join(items, ",\n"+indent+"  ") + "\n" + indent + closing
}

func lines[T any](items []T) []string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = line(item)
	}
	return texts
}

// line returns a value as JSON on one line. It has no error: all values are texts, numbers and lists.
func line(value any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return strings.TrimSuffix(b.String(), "\n")
}
