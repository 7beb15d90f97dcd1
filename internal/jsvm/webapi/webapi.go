// Package webapi implements the web APIs that a handler expects: fetch, URL, streams, crypto and others.
//
// The caller of jsvm.New passes All in Options.Globals. An API is a part: js/<part>.js is a function that receives a
// host object and returns the values of its globals. <part>.go defines the Go functions of the host object. A part is
// compiled once per process and runs once per VM, when one of its names is first read, so that a VM starts fast.
//
// Behavior follows the standards, and the edge where a handler can observe a difference. The package does not know
// the CRM or projects. Network, time and randomness come from jsvm.Options.
//
// Start at All. world.go has what the parts share.
package webapi

import (
	"embed"
	"fmt"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

//go:embed js/*.js js/node/*.js js/node/npm/*.js
var files embed.FS

// All are the web APIs for jsvm.Options.Globals.
var All = []jsvm.Global{
	global("self", "self"),
	global("exception", "DOMException"),
	global("events", "Event", "CustomEvent", "EventTarget"),
	global("abort", "AbortController", "AbortSignal"),
	global("console", "console"),
	global("timers", "setTimeout", "setInterval", "clearTimeout", "clearInterval", "queueMicrotask", "reportError"),
	global("performance", "performance"),
	global("base64", "atob", "btoa"),
	global("encoding", "TextEncoder", "TextDecoder"),
	global("url", "URL", "URLSearchParams"),
	global("headers", "Headers"),
	global("request", "Request"),
	global("response", "Response"),
	global("fetch", "fetch"),
	global("blob", "Blob", "File"),
	global("formdata", "FormData"),
	global("crypto", "crypto", "Crypto"),
	global("subtle", "SubtleCrypto", "CryptoKey"),
	global("clone", "structuredClone"),
	global("streams", "ReadableStream", "ReadableStreamDefaultReader", "ReadableStreamDefaultController"),
	global("bytestreams", "ReadableByteStreamController", "ReadableStreamBYOBReader", "ReadableStreamBYOBRequest"),
	global("writable", "WritableStream", "WritableStreamDefaultWriter", "WritableStreamDefaultController"),
	global("transform", "TransformStream", "TransformStreamDefaultController", "CountQueuingStrategy",
		"ByteLengthQueuingStrategy", "TextEncoderStream", "TextDecoderStream"),
	global("navigator", "navigator", "Navigator", "scheduler"),
	missing(),
	{Install: installDispatcher, Eager: true},
}

// nativesOf returns the Go functions of a part's host object.
func nativesOf(part string) func(*world) natives {
	switch part {
	case "console":
		return consoleNatives
	case "timers":
		return timerNatives
	case "performance":
		return performanceNatives
	case "base64":
		return base64Natives
	case "encoding":
		return encodingNatives
	case "url":
		return urlNatives
	case "crypto":
		return cryptoNatives
	case "bytestreams":
		return byteStreamNatives
	case "subtle":
		return subtleNatives
	case "keypairs":
		return keyPairNatives
	case "clone":
		return cloneNatives
	case "fetch":
		return fetchNatives
	case "request":
		return requestNatives
	case "serve":
		return serveNatives
	case "node/modules":
		return nodeNatives
	}
	return nil
}

// global declares a part whose script returns the named values.
func global(part string, names ...string) jsvm.Global {
	return jsvm.Global{Names: names, Install: func(vm *jsvm.VM) ([]goja.Value, error) {
		w, err := worldOf(vm)
		if err != nil {
			return nil, err
		}
		exports, err := w.part(part)
		if err != nil {
			return nil, err
		}
		values := make([]goja.Value, len(names))
		for i, name := range names {
			if values[i] = exports.Get(name); values[i] == nil {
				return nil, fmt.Errorf("js/%s.js does not return %s", part, name)
			}
		}
		return values, nil
	}}
}
