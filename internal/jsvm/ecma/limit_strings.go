package ecma

import "github.com/dop251/goja"

// limitStrings bounds the results of methods that build long strings.
func (r *Realm) limitStrings() error {
	methods := map[string]func(s goja.String, args []goja.Value) float64{
		"repeat":   repeatedLength,
		"padStart": paddedLength,
		"padEnd":   paddedLength,
		"concat":   concatenatedLength,
	}
	prototype := r.builtin("String", "prototype")
	for name, resultLength := range methods {
		original := r.method(prototype, name)
		err := r.setMethod(prototype, name, 1, func(call goja.FunctionCall) goja.Value {
			s := r.stringThis(call, name)
			args := r.primitives(name, call.Arguments)
			if resultLength(s, args) > maxStringLength {
				panic(r.rangeError("Invalid string length"))
			}
			return must(original(s, args...))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// primitives converts the arguments once, so that the check and the method see the same values.
func (r *Realm) primitives(method string, args []goja.Value) []goja.Value {
	for i, arg := range args {
		switch {
		case method != "concat" && i == 0:
			args[i] = r.runtime.ToValue(arg.ToFloat())
		case method == "concat" || !goja.IsUndefined(arg):
			args[i] = r.stringOf(arg)
		}
	}
	return args
}

func repeatedLength(s goja.String, args []goja.Value) float64 {
	if len(args) == 0 {
		return 0
	}
	return float64(s.Length()) * args[0].ToFloat()
}

func paddedLength(s goja.String, args []goja.Value) float64 {
	if len(args) == 0 {
		return 0
	}
	if len(args) > 1 {
		if fill, ok := args[1].(goja.String); ok && fill.Length() == 0 {
			return 0
		}
	}
	return args[0].ToFloat()
}

func concatenatedLength(s goja.String, args []goja.Value) float64 {
	length := float64(s.Length())
	for _, arg := range args {
		length += float64(arg.(goja.String).Length())
	}
	return length
}
