// Package webapi holds the web APIs that a handler expects: fetch, URL, streams, crypto and the rest.
//
// All is the table of them; the caller of jsvm.New passes it in Options.Globals. An API is a part: a
// script js/<part>.js, one function that takes a host object and gives the values of its globals, and
// next to it <part>.go with the Go functions that this host object carries. A part is compiled once a
// process and run once a VM, both when one of its names is first read, so that a VM starts fast.
//
// Behaviour follows the standards, and the edge where a handler could tell the two apart. This package
// knows nothing of the CRM or of projects: network, time and randomness come from jsvm.Options.
//
// Start at All, then read world.go, then the part that you need.
package webapi

import (
	"embed"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

//go:embed js/*.js
var files embed.FS

// All are the web APIs, for jsvm.Options.Globals.
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

// nativesOf are the Go functions that a part's script is given.
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
	case "clone":
		return cloneNatives
	case "fetch":
		return fetchNatives
	}
	return nil
}

// global is a part whose script gives the named values.
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
			values[i] = exports.Get(name)
		}
		return values, nil
	}}
}
