package ecma

import (
	"fmt"
	"math"
	"time"

	"github.com/dop251/goja"
)

// repairDates formats dates as en-US in UTC, the only time zone of the edge.
func (r *Realm) repairDates() error {
	date := r.builtin("Date", "prototype")
	getTime := r.method(date, "getTime")
	for name, layout := range map[string]string{
		"toLocaleString": "1/2/2006, 3:04:05 PM", "toLocaleDateString": "1/2/2006", "toLocaleTimeString": "3:04:05 PM",
	} {
		err := r.setMethod(date, name, 0, func(call goja.FunctionCall) goja.Value {
			ms := must(getTime(call.This)).ToFloat()
			r.checkDateOptions(name, call)
			if math.IsNaN(ms) {
				return r.runtime.ToValue("Invalid Date")
			}
			return r.runtime.ToValue(time.UnixMilli(int64(ms)).UTC().Format(layout))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Realm) checkDateOptions(method string, call goja.FunctionCall) {
	if !american(call.Argument(0)) {
		panic(r.Missing(fmt.Sprintf("Date.prototype.%s in %s (Intl.DateTimeFormat)", method, call.Argument(0))))
	}
	options, ok := call.Argument(1).(*goja.Object)
	if !ok {
		return
	}
	for _, name := range options.Keys() {
		value := options.Get(name)
		if goja.IsUndefined(value) || name == "timeZone" && value.String() == "UTC" {
			continue
		}
		panic(r.Missing(fmt.Sprintf("Date.prototype.%s with %s (Intl.DateTimeFormat)", method, name)))
	}
}
