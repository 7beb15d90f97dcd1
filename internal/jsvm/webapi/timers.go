package webapi

import (
	"math"
	"time"

	"github.com/dop251/goja"
)

// maxDelay is the longest delay of a timer. A longer one counts as 0, as in browsers and Node.
const maxDelay = math.MaxInt32 * time.Millisecond

func timerNatives(w *world) natives {
	return natives{
		"start": func(call goja.FunctionCall) goja.Value {
			w.needCall()
			callback, _ := goja.AssertFunction(call.Argument(0))
			run := func() error {
				_, err := callback(goja.Undefined())
				return err
			}
			id := w.vm.StartTimer(delayOf(call.Argument(1).ToFloat()), call.Argument(2).ToBoolean(), run)
			return w.rt.ToValue(id)
		},
		"stop": func(call goja.FunctionCall) goja.Value {
			if id := call.Argument(0).ToFloat(); id >= 1 && id <= math.MaxInt32 {
				w.vm.StopTimer(int32(id))
			}
			return goja.Undefined()
		},
	}
}

func delayOf(milliseconds float64) time.Duration {
	if !(milliseconds > 0) || milliseconds > float64(maxDelay/time.Millisecond) {
		return 0
	}
	return time.Duration(milliseconds * float64(time.Millisecond))
}

// elapsed returns the age of the VM in ms. It is 0 without a clock, while modules only declare.
func (w *world) elapsed() float64 {
	if w.vm.Options().Clock == nil {
		return 0
	}
	return float64(w.vm.Now().Sub(w.vm.Started()).Microseconds()) / 1000
}

func performanceNatives(w *world) natives {
	return natives{
		"now": func(goja.FunctionCall) goja.Value { return w.rt.ToValue(w.elapsed()) },
		"origin": func(goja.FunctionCall) goja.Value {
			if w.vm.Options().Clock == nil {
				return w.rt.ToValue(0)
			}
			return w.rt.ToValue(float64(w.vm.Started().UnixMicro()) / 1000)
		},
	}
}
