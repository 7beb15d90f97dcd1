package webapi

import (
	"bytes"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

func installDispatcher(vm *jsvm.VM) ([]goja.Value, error) {
	vm.SetDispatcher(func(req *jsvm.Request, reply *jsvm.Reply) error {
		handler := vm.Runtime().Get(jsvm.FetchFunction)
		if _, ok := goja.AssertFunction(handler); !ok {
			return jsvm.ErrNoHandler
		}
		w, err := worldOf(vm)
		if err != nil {
			return err
		}
		return w.serve(handler, req, reply)
	})
	return nil, nil
}

// serve passes a request to the handler. js/serve.js passes the response, or what the handler throws, to reply.
func (w *world) serve(handler goja.Value, req *jsvm.Request, reply *jsvm.Reply) error {
	exports, err := w.part("serve")
	if err != nil {
		return err
	}
	serve, _ := goja.AssertFunction(exports.Get("serve"))
	body := goja.Null()
	if req.Body != nil && req.Method != "GET" && req.Method != "HEAD" {
		body = w.buffer(bytes.Clone(req.Body))
	}
	var header goja.Value
	if err := w.vm.Try(func() { header = w.flatHeader(req.Header) }); err != nil {
		return err
	}
	rt := w.rt
	_, err = serve(
		goja.Undefined(), handler, rt.ToValue(req.Method), rt.ToValue(req.URL), header, body, rt.ToValue(reply),
	)
	return err
}

// replyOf returns the reply that a script passes back as its first argument.
func replyOf(call goja.FunctionCall) *jsvm.Reply { return call.Argument(0).Export().(*jsvm.Reply) }

func serveNatives(w *world) natives {
	return natives{
		// whole(reply, status, text, headers, bytes | null) passes on a response, and ends the call.
		"whole": func(call goja.FunctionCall) goja.Value {
			var body []byte
			if data := call.Argument(4); !goja.IsNull(data) {
				body = bytes.Clone(w.bytes(data))
			}
			replyOf(call).Whole(w.headOf(call), body)
			return goja.Undefined()
		},
		// head(reply, status, text, headers) begins a streamed response.
		"head": func(call goja.FunctionCall) goja.Value {
			replyOf(call).Head(w.headOf(call))
			return goja.Undefined()
		},
		// chunk(reply, bytes) returns a promise that is fulfilled when the client has taken the part.
		"chunk": func(call goja.FunctionCall) goja.Value {
			promise, resolve, reject := w.rt.NewPromise()
			replyOf(call).Chunk(bytes.Clone(w.bytes(call.Argument(1))), func(err error) {
				w.vm.Enqueue(func() error {
					if err != nil {
						return reject(w.vm.NewError("Error", err.Error()))
					}
					return resolve(goja.Undefined())
				})
			})
			return w.rt.ToValue(promise)
		},
		// end(reply) ends a streamed response, fail(reply, error) the call.
		"end": func(call goja.FunctionCall) goja.Value {
			replyOf(call).End()
			return goja.Undefined()
		},
		"fail": func(call goja.FunctionCall) goja.Value {
			replyOf(call).Fail(call.Argument(1))
			return goja.Undefined()
		},
		"watch": w.watch,
	}
}

// headOf reads the arguments of head and whole.
func (w *world) headOf(call goja.FunctionCall) *jsvm.Response {
	return &jsvm.Response{
		Status: int(call.Argument(1).ToInteger()), StatusText: call.Argument(2).String(),
		Header: w.headerOf(call.Argument(3)),
	}
}

// watch(reply, f) calls f if the client disconnects before the end.
func (w *world) watch(call goja.FunctionCall) goja.Value {
	reply := replyOf(call)
	gone, _ := goja.AssertFunction(call.Argument(1))
	go func() {
		if reply.Left() {
			w.vm.Enqueue(func() error {
				_, err := gone(goja.Undefined())
				return err
			})
		}
	}()
	return goja.Undefined()
}

func requestNatives(w *world) natives { return natives{"watch": w.watch} }
