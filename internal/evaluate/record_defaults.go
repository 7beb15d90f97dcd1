package evaluate

import (
	"encoding/json"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
)

// readDefaults reads the defaults of a declaration's fields with the code by which the runtime reads them. It passes
// them as JSON, so that the code does not run what the user wrote, such as getters.
func (r *recorder) readDefaults(d *declared.Declaration, read goja.Callable) {
	var defaults []*declared.Value
	text := []byte{'['}
	for _, option := range []string{"input", "properties"} {
		for _, field := range d.Options.Get(option).Members {
			value := field.Value.Get("default")
			if value.IsAbsent() || value.NotJSON() != nil {
				continue // no default, or a rule reports it
			}
			defaults = append(defaults, value)
			if len(text) > 1 {
				text = append(text, ',')
			}
			text = appendField(text, field.Value)
		}
	}
	if len(defaults) == 0 {
		return
	}
	answer, err := read(goja.Undefined(), r.runtime.ToValue(string(append(text, ']'))))
	if err != nil {
		panic(err) // an interrupt, or the user replaced a built-in
	}
	var readings []declared.DefaultReading
	if json.Unmarshal([]byte(answer.String()), &readings) != nil || len(readings) != len(defaults) {
		return // the user replaced a built-in
	}
	d.Defaults = make(map[*declared.Value]declared.DefaultReading, len(defaults))
	for i, value := range defaults {
		d.Defaults[value] = readings[i]
	}
}

// appendField appends the members of a field that reading its default needs.
func appendField(text []byte, field *declared.Value) []byte {
	text = append(text, '{')
	for _, name := range []string{"type", "fieldType", "options", "default"} {
		if value := field.Get(name); !value.IsAbsent() && value.NotJSON() == nil {
			text = declared.AppendMember(text, name, value)
		}
	}
	return append(text, '}')
}
