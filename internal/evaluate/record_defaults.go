package evaluate

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
)

// readDefaults reads the defaults of a declaration's fields with the code by which the runtime reads them. It passes
// them as JSON, so that the code does not run what the user wrote, such as getters.
func (r *recorder) readDefaults(d *declared.Declaration, read goja.Callable) {
	known := map[*declared.Value]string{} // the fields' texts
	var unread []string
	for _, option := range []string{"input", "properties"} {
		for _, field := range d.Options.Get(option).Members {
			value := field.Value.Get("default")
			if value.IsAbsent() || value.NotJSON() != nil {
				continue // no default, or a rule reports it
			}
			text := string(appendField(nil, field.Value))
			if known[value] = text; !r.hasRead(text) && !slices.Contains(unread, text) {
				unread = append(unread, text)
			}
		}
	}
	if len(known) == 0 || !r.readTexts(unread, read) {
		return
	}
	d.Defaults = make(map[*declared.Value]declared.DefaultReading, len(known))
	for value, text := range known {
		d.Defaults[value] = r.defaults[text]
	}
}

func (r *recorder) hasRead(text string) bool {
	_, ok := r.defaults[text]
	return ok
}

// readTexts reads the defaults of fields, and keeps the readings: many fields of an app are equal.
func (r *recorder) readTexts(fields []string, read goja.Callable) bool {
	if len(fields) == 0 {
		return true
	}
	answer, err := read(goja.Undefined(), r.runtime.ToValue("["+strings.Join(fields, ",")+"]"))
	if err != nil {
		panic(err) // an interrupt, or the user replaced a built-in
	}
	var readings []declared.DefaultReading
	if json.Unmarshal([]byte(answer.String()), &readings) != nil || len(readings) != len(fields) {
		return false // the user replaced a built-in
	}
	if r.defaults == nil {
		r.defaults = map[string]declared.DefaultReading{}
	}
	for i, text := range fields {
		r.defaults[text] = readings[i]
	}
	return true
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
