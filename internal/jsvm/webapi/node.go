package webapi

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"hash"
	"strings"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

// Node are the globals of Node for jsvm.Options.Globals, after All. They are those that the edge has with its flag
// nodejs_compat. The function __svc_node returns a module by its name.
var Node = []jsvm.Global{
	nodeGlobal("__svc_node"), nodeGlobal("Buffer"), nodeGlobal("process"), nodeGlobal("global"),
	nodeGlobal("setTimeout"), nodeGlobal("setInterval"), nodeGlobal("setImmediate"), nodeGlobal("clearImmediate"),
}

// nodeGlobal declares one global, so that a use of another one does not load its module.
func nodeGlobal(name string) jsvm.Global { return global("node/modules", name) }

// nodeScripts are the scripts of those modules that have other names than their modules.
var nodeScripts = map[string]string{
	"assert/strict": "assert_strict", "internal/equal": "equal", "path/posix": "path",
	"stream/consumers": "stream_consumers", "stream/promises": "stream_promises",
	"stream/web": "stream_web", "timers/promises": "timers_promises",
	"util/types": "util_types", "sys": "util",
}

// nodeNatives are the functions of js/node/modules.js and of the scripts of modules.
func nodeNatives(w *world) natives {
	n := natives{
		"script": func(call goja.FunctionCall) goja.Value {
			name := call.Argument(0).String()
			if other := nodeScripts[name]; other != "" {
				name = other
			}
			for _, folder := range []string{"js/node/", "js/node/npm/"} {
				if path := folder + name + ".js"; isFile(path) {
					return w.script(path)
				}
			}
			return goja.Undefined()
		},
		"npmScript": func(call goja.FunctionCall) goja.Value {
			return w.script("js/node/npm/" + call.Argument(0).String() + ".js")
		},
		"members": func(call goja.FunctionCall) goja.Value {
			return w.rt.ToValue(strings.Fields(nodeMembers[call.Argument(0).String()]))
		},
		"missing": func(call goja.FunctionCall) goja.Value { return w.vm.Missing(call.Argument(0).String() + " of Node") },
		"context": func(goja.FunctionCall) goja.Value { return w.vm.AsyncContext() },
		"setContext": func(call goja.FunctionCall) goja.Value {
			w.vm.SetAsyncContext(call.Argument(0))
			return goja.Undefined()
		},
	}
	w.nodeDigests(n)
	return n
}

func isFile(path string) bool {
	file, err := files.Open(path)
	if err != nil {
		return false
	}
	_ = file.Close() // an embedded file
	return true
}

// script returns the value of a script.
func (w *world) script(path string) goja.Value {
	value, err := w.vm.Script(files, path)
	if err != nil {
		panic(w.vm.NewError("Error", err.Error()))
	}
	return value
}

// nodeDigest returns the constructor of a digest by its name in Node.
func nodeDigest(name string) func() hash.Hash {
	switch name {
	case "md5":
		return md5.New
	case "sha1":
		return sha1.New
	case "sha224":
		return sha256.New224
	case "sha256":
		return sha256.New
	case "sha384":
		return sha512.New384
	case "sha512":
		return sha512.New
	case "sha512-256":
		return sha512.New512_256
	}
	return nil
}

// nodeDigests adds the functions of js/node/crypto.js, whose arguments it has checked.
func (w *world) nodeDigests(n natives) {
	digest := func(call goja.FunctionCall) func() hash.Hash { return nodeDigest(call.Argument(0).String()) }
	n["digests"] = func(goja.FunctionCall) goja.Value {
		return w.rt.ToValue([]string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-256"})
	}
	n["hash"] = func(call goja.FunctionCall) goja.Value {
		h := digest(call)()
		h.Write(w.bytes(call.Argument(1)))
		return w.buffer(h.Sum(nil))
	}
	n["mac"] = func(call goja.FunctionCall) goja.Value {
		mac := hmac.New(digest(call), w.bytes(call.Argument(1)))
		mac.Write(w.bytes(call.Argument(2)))
		return w.buffer(mac.Sum(nil))
	}
	n["equal"] = func(call goja.FunctionCall) goja.Value {
		return w.rt.ToValue(subtle.ConstantTimeCompare(w.bytes(call.Argument(0)), w.bytes(call.Argument(1))) == 1)
	}
	n["pbkdf2"] = func(call goja.FunctionCall) goja.Value {
		password, iterations := string(w.bytes(call.Argument(1))), int(call.Argument(3).ToInteger())
		return w.derived(pbkdf2.Key(
			digest(call), password, w.bytes(call.Argument(2)), iterations, int(call.Argument(4).ToInteger()),
		))
	}
	n["hkdf"] = func(call goja.FunctionCall) goja.Value {
		info, length := string(w.bytes(call.Argument(3))), int(call.Argument(4).ToInteger())
		return w.derived(hkdf.Key(digest(call), w.bytes(call.Argument(1)), w.bytes(call.Argument(2)), info, length))
	}
}
