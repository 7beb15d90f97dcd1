package webapi

import (
	"bytes"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

func installDispatcher(vm *jsvm.VM) ([]goja.Value, error) {
	vm.SetDispatcher(func(req *jsvm.Request, reply *jsvm.Reply) (goja.Value, error) {
		handler := vm.Runtime().Get(jsvm.FetchFunction)
		if _, ok := goja.AssertFunction(handler); !ok {
			return nil, jsvm.ErrNoHandler
		}
		w, err := worldOf(vm)
		if err != nil {
			return nil, err
		}
		return w.serve(handler, req, reply)
	})
	return nil, nil
}

// serve passes a request to the handler and streams the response to reply.
func (w *world) serve(handler goja.Value, req *jsvm.Request, reply *jsvm.Reply) (goja.Value, error) {
	exports, err := w.part("serve")
	if err != nil {
		return nil, err
	}
	serve, _ := goja.AssertFunction(exports.Get("serve"))
	body := goja.Null()
	if req.Body != nil && req.Method != "GET" && req.Method != "HEAD" {
		body = w.buffer(bytes.Clone(req.Body))
	}
	rt := w.rt
	return serve(
		goja.Undefined(), handler, rt.ToValue(req.Method), rt.ToValue(req.URL), w.flatHeader(req.Header), body,
		w.reply(reply),
	)
}

// reply is the object that js/serve.js uses: head(status, text, headers, length), chunk(bytes), end(), and watch(f),
// which calls f if the client disconnects before the end.
func (w *world) reply(reply *jsvm.Reply) goja.Value {
	object := w.rt.NewObject()
	ended := make(chan struct{})
	w.method(object, "end", func(goja.FunctionCall) goja.Value {
		close(ended)
		return goja.Undefined()
	})
	w.method(object, "head", func(call goja.FunctionCall) goja.Value {
		reply.Head(
			int(call.Argument(0).ToInteger()), call.Argument(1).String(), w.headerOf(call.Argument(2)),
			call.Argument(3).ToInteger(),
		)
		return goja.Undefined()
	})
	w.method(object, "chunk", func(call goja.FunctionCall) goja.Value {
		promise, resolve, reject := w.rt.NewPromise()
		reply.Chunk(bytes.Clone(w.bytes(call.Argument(0))), func(err error) {
			w.vm.Enqueue(func() error {
				if err != nil {
					return reject(w.vm.NewError("Error", err.Error()))
				}
				return resolve(goja.Undefined())
			})
		})
		return w.rt.ToValue(promise)
	})
	w.method(object, "watch", func(call goja.FunctionCall) goja.Value {
		gone, _ := goja.AssertFunction(call.Argument(0))
		go func() {
			select {
			case <-ended:
				return
			case <-reply.Gone():
			}
			w.vm.Enqueue(func() error {
				_, err := gone(goja.Undefined())
				return err
			})
		}()
		return goja.Undefined()
	})
	return object
}
