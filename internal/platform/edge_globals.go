package platform

//go:generate node ../../sdk/scripts/browser-globals.mjs browser_globals.go

import (
	"slices"
	"strings"
)

// edgeGlobals are the names of the edge engine's global object. The engine reports them itself.
const edgeGlobals = "" +
	"AbortController AbortSignal addEventListener AggregateError Array ArrayBuffer AsyncDisposableStack atob " +
	"Atomics BigInt BigInt64Array BigUint64Array Blob Body Boolean btoa ByteLengthQueuingStrategy Cache caches " +
	"CacheStorage clearInterval clearTimeout CloseEvent Cloudflare CompressionStream console CountQueuingStrategy " +
	"Crypto crypto CryptoKey CustomEvent DataView Date decodeURI decodeURIComponent DecompressionStream " +
	"dispatchEvent DisposableStack DOMException encodeURI encodeURIComponent Error ErrorEvent escape eval " +
	"EvalError Event EventSource EventTarget ExtendableEvent fetch FetchEvent File FinalizationRegistry " +
	"FixedLengthStream Float16Array Float32Array Float64Array FormData Function globalThis Headers HTMLRewriter " +
	"IdentityTransformStream Infinity Int16Array Int32Array Int8Array Intl isFinite isNaN Iterator JSON Map Math " +
	"MessageChannel MessageEvent MessagePort NaN Navigator navigator Number Object origin parseFloat parseInt " +
	"performance Promise PromiseRejectionEvent Proxy queueMicrotask RangeError ReadableByteStreamController " +
	"ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController " +
	"ReadableStreamDefaultReader ReferenceError Reflect RegExp removeEventListener reportError Request Response " +
	"ScheduledEvent scheduler self ServiceWorkerGlobalScope Set setInterval setTimeout SharedArrayBuffer String " +
	"structuredClone SubtleCrypto SuppressedError Symbol SyntaxError TailEvent TextDecoder TextDecoderStream " +
	"TextEncoder TextEncoderStream TraceEvent TransformStream TransformStreamDefaultController TypeError " +
	"Uint16Array Uint32Array Uint8Array Uint8ClampedArray undefined unescape URIError URL URLPattern " +
	"URLSearchParams WeakMap WeakRef WeakSet WebAssembly WebSocket WebSocketPair WebSocketRequestResponsePair " +
	"WorkerGlobalScope WritableStream WritableStreamDefaultController WritableStreamDefaultWriter"

// nodeGlobals are the globals that the edge engine adds for modules of Node.
const nodeGlobals = "Buffer clearImmediate global process setImmediate"

// scopedName is not a global, but functions can use it without a declaration.
const scopedName = "arguments"

// moduleNames are those that CommonJS modules can use without a declaration.
const moduleNames = "__dirname __filename exports module require"

// moduleHints say what code of a worker writes instead of a name of CommonJS modules, of browsers or of other
// languages.
var moduleHints = map[string]string{
	"module":     "write export default instead of module.exports: the file is an ES module",
	"exports":    "write export before the declaration: the file is an ES module",
	"require":    "import the module, by a constant path",
	"__dirname":  "import the file that the code reads: a worker has no files when it runs",
	"__filename": "import the file that the code reads: a worker has no files when it runs",

	"window":         noBrowser,
	"document":       noBrowser,
	"alert":          noBrowser + ": use ctx.logger",
	"localStorage":   noBrowser + ": use ctx.store",
	"sessionStorage": noBrowser + ": use ctx.store",
	"XMLHttpRequest": noBrowser + ": use ctx.http",

	"None":  "write null or undefined",
	"True":  "write true",
	"False": "write false",
}

// noBrowser is why names of browsers do not exist in workers.
const noBrowser = "a worker does not run in a browser"

// ModuleHint says what code of a worker writes instead of a name that only CommonJS modules, browsers or other
// languages have; "" for other names.
func ModuleHint(name string) string { return moduleHints[name] }

// EdgeGlobals returns the names that code of a worker can use without a declaration. The bundle declares those of
// CommonJS modules for files that are one.
func EdgeGlobals(nodeCompat bool) []string {
	names := strings.Fields(edgeGlobals + " " + scopedName)
	if nodeCompat {
		names = append(names, strings.Fields(nodeGlobals)...)
	}
	slices.Sort(names)
	return names
}

// IsNodeGlobal reports whether only the modules of Node bring a global.
func IsNodeGlobal(name string) bool { return slices.Contains(strings.Fields(nodeGlobals), name) }

// BrowserGlobals returns the names that code in a browser can use without a declaration.
func BrowserGlobals() []string {
	names := strings.Fields(browserGlobals + " " + scopedName + " " + moduleNames)
	slices.Sort(names)
	return names
}
