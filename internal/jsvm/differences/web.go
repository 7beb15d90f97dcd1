package differences

const onTheEdge = "run such code on the edge only"

var web = Section{
	Title:   "Web APIs",
	Columns: [3]string{"API", "local engine", "what to do"},
	Rows: []Row{
		{
			What: "`TextDecoder`",
			Local: "all encodings of the web; a byte without a character in an older one gives U+FFFD, " +
				"perhaps one more or less than on the edge",
		},
		{
			What: "`crypto.subtle`",
			Local: "digests, HMAC, AES-GCM, AES-CBC, AES-CTR, HKDF, PBKDF2, `timingSafeEqual`; " +
				"signatures of RSA (PKCS #1 and PSS), ECDSA and Ed25519",
			Instead: "exchange keys (ECDH, X25519) and encrypt with RSA-OAEP or AES-KW on the edge",
			Throws:  []string{"await crypto.subtle.generateKey({ name: 'X25519' }, true, ['deriveBits'])"},
		},
		{
			What:  "keys",
			Local: "`raw`, `jwk`, `spki`, `pkcs8`; RSA of 1,024 to 4,096 bits and the exponent 65537 are generated",
		},
		{
			What: "`wrapKey`, `unwrapKey`", Local: "undefined", Instead: "encrypt the exported key",
			Undefined: []string{"crypto.subtle.wrapKey", "crypto.subtle.unwrapKey"},
		},
		{
			What: "`crypto.DigestStream`", Local: "undefined", Instead: "hash the whole body",
			Undefined: []string{"crypto.DigestStream"},
		},
		{
			What: "streams", Local: "readable, writable, transform and byte streams, `tee`, `TextDecoderStream`",
		},
		{
			What: "`CompressionStream`, `DecompressionStream`", Local: "throw; `fetch` decompresses responses",
			Instead: "use a package such as `fflate`",
			Missing: []string{"CompressionStream", "DecompressionStream"},
			Throws:  []string{"new CompressionStream('gzip')", "new DecompressionStream('gzip')"},
		},
		{
			What: "`FixedLengthStream`, `IdentityTransformStream`", Local: "undefined", Instead: "use `TransformStream`",
			Undefined: []string{"globalThis.FixedLengthStream", "globalThis.IdentityTransformStream"},
		},
		{
			What:    "`WebSocket`, `WebSocketPair`, `EventSource`",
			Local:   "throw",
			Instead: onTheEdge + ", or poll with `fetch`",
			Missing: []string{"WebSocket", "WebSocketPair", "EventSource"},
			Throws:  []string{"new WebSocket('wss://a.example')", "new WebSocketPair()", "new EventSource('https://a.example')"},
		},
		{
			What: "`HTMLRewriter`", Local: "throws", Instead: "use a package such as `cheerio`",
			Missing: []string{"HTMLRewriter"}, Throws: []string{"new HTMLRewriter()"},
		},
		{
			What: "`URLPattern`", Local: "throws", Instead: "use a regular expression on the `pathname` of a `URL`",
			Missing: []string{"URLPattern"}, Throws: []string{"new URLPattern()"},
		},
		{
			What:    "`MessageChannel`, `MessagePort`",
			Local:   "throw",
			Instead: "use `structuredClone` for a copy, or `queueMicrotask`",
			Missing: []string{"MessageChannel", "MessagePort"}, Throws: []string{"new MessageChannel()", "new MessagePort()"},
		},
		{
			What: "`caches`, `Cache`, `CacheStorage`", Local: "throw", Instead: "keep data in `ctx.store`",
			Missing: []string{"caches", "Cache", "CacheStorage"},
			Throws:  []string{"caches.default", "caches.open('a')", "new Cache()", "new CacheStorage()"},
		},
		{
			What:    "`BroadcastChannel`, `ErrorEvent`, `CloseEvent`, `MessageEvent`",
			Local:   "undefined",
			Instead: "test for them",
			Undefined: []string{
				"globalThis.BroadcastChannel", "globalThis.ErrorEvent", "globalThis.CloseEvent", "globalThis.MessageEvent",
			},
		},
		{
			What: "`fetch`", Local: "HTTP and HTTPS", Instead: "decode `data:` URLs in your code",
			Throws: []string{"await fetch('data:text/plain,a')"},
		},
	},
}
