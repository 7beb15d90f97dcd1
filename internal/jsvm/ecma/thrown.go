package ecma

import (
	"strings"

	"github.com/dop251/goja"
)

// classError is the engine's class name of Error objects.
const classError = "Error"

// Describe reads a thrown value. For a value that is not an Error, name and stack are "" and message describes
// the value. A property whose getter throws reads as "".
func (r *Realm) Describe(value goja.Value) (name, message, stack string) {
	message = "a value that cannot be shown"
	object, isObject := value.(*goja.Object)
	if !isObject {
		_ = r.runtime.Try(func() { message = value.String() })
		return "", message, ""
	}
	read := func(name string) (text string) {
		_ = r.runtime.Try(func() {
			if v := object.Get(name); v != nil && !goja.IsUndefined(v) {
				text = v.String()
			}
		})
		return text
	}
	if object.ClassName() != classError && read("stack") == "" {
		_ = r.runtime.Try(func() { message = object.String() })
		return "", message, ""
	}
	return read("name"), read("message"), strings.TrimRight(read("stack"), "\n")
}

// Headline joins the name and message of an error as Error.prototype.toString does.
func Headline(name, message string) string {
	if name == "" {
		return message
	}
	if message == "" {
		return name
	}
	return name + ": " + message
}
