package ecma

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// classError is the engine's class name of Error objects.
const classError = "Error"

// maxProxies is how many proxies of each other BehindProxies looks behind.
const maxProxies = 100

// BehindProxies returns the value that a proxy stands for, without its traps: they would run code and may not end. It
// returns undefined for a revoked proxy, and other values as they are.
func BehindProxies(value goja.Value) goja.Value {
	for range maxProxies {
		object, ok := value.(*goja.Object)
		if !ok || object.ExportType() != reflect.TypeFor[goja.Proxy]() {
			return value
		}
		proxy, _ := object.Export().(goja.Proxy)
		target := proxy.Target()
		if target == nil {
			break
		}
		value = target
	}
	return goja.Undefined()
}

// Describe reads a thrown value. For a value that is not an Error, name and stack are "" and message describes
// the value. A property whose getter throws reads as "".
func (r *Realm) Describe(value goja.Value) (name, message, stack string) {
	value, message = BehindProxies(value), "a value that cannot be shown"
	object, isObject := value.(*goja.Object)
	if !isObject {
		_ = r.Try(func() { message = value.String() })
		return "", WithoutAddresses(message), ""
	}
	read := func(name string) (text string) {
		_ = r.Try(func() {
			if v := object.Get(name); v != nil && !goja.IsUndefined(v) {
				text = WithoutAddresses(v.String())
			}
		})
		return text
	}
	if object.ClassName() != classError && read("stack") == "" {
		_ = r.Try(func() { message = object.String() })
		return "", WithoutAddresses(message), ""
	}
	return read("name"), read("message"), strings.TrimRight(read("stack"), "\n")
}

// WithoutAddresses replaces the engine's message about an object that has no primitive value. It has the object as Go
// prints it, with addresses in memory, which differ in each run.
func WithoutAddresses(text string) string {
	const before, after = "Could not convert &{", " to primitive"
	var clean strings.Builder
	for {
		start := strings.Index(text, before)
		if start < 0 {
			break
		}
		length := strings.Index(text[start:], after)
		if length < 0 {
			break
		}
		clean.WriteString(text[:start] + "Cannot convert object to primitive value")
		text = text[start+length+len(after):]
	}
	return clean.String() + text
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
