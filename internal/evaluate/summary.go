// This file asks modules that were evaluated for something that only code can tell, such as a manifest.

package evaluate

import (
	"github.com/dop251/goja"
)

// summarize calls the summary with the default exports of a shard's modules, in their order; null stands for
// one that is no declaration. A summary that throws is none: nobody depends on it.
func (r *runner) summarize(defaults []goja.Value) string {
	if r.options.Summary == "" {
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
