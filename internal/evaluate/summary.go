package evaluate

import (
	"github.com/dop251/goja"
)

// summarize calls Options.Summary with the default exports of a shard's modules, in order. null is not a declaration.
// It runs with the built-ins from before the modules. It returns "" if the summary throws, or a module made a built-in
// unchangeable.
func (r *runner) summarize(defaults []goja.Value) string {
	if r.options.Summary == "" || r.interrupted {
		return ""
	}
	if done, err := r.restored(); !done || err != nil {
		return ""
	}
	text := ""
	_ = r.realm.Try(func() {
		value, err := r.runtime.RunString("(" + r.options.Summary + ")")
		if err != nil {
			return
		}
		summary, isFunction := goja.AssertFunction(value)
		if !isFunction {
			return
		}
		list := make([]any, len(defaults))
		for i, one := range defaults {
			list[i] = one
		}
		if result, err := summary(goja.Undefined(), r.runtime.NewArray(list...)); err == nil {
			text = result.String()
		}
	})
	return text
}
