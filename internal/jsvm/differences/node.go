package differences

const request = "use `fetch` or `ctx.http`"

var node = Section{
	Title: "Node",
	Before: "Neither engine has modules of Node by default: `Buffer`, `process`, `setImmediate` and\n" +
		"`AsyncLocalStorage` are undefined in both, and `svc check` reports a package that needs Node with\n" +
		"what imports what. Such an app has three choices: web APIs, `ctx.http` and `ctx.crm`; a package that\n" +
		"runs without Node; or Node's modules, by one setting.\n\n" +
		"```ts\nexport default defineApp({\n  // …\n  nodeCompat: true,\n});\n```\n\n" +
		"The compiler needs the types of Node: run `npm install --save-dev @types/node`, and set\n" +
		"`\"types\": [\"node\"]` in `compilerOptions` of `tsconfig.json`, because `.svc/tsconfig.json` has none.\n\n" +
		"The edge then runs workers with its flag `nodejs_compat`, which has most modules of Node; some of\n" +
		"its functions, such as those of `child_process`, only throw. The local engine has these:",
	Columns: [3]string{"module", "lacks: throws", "what to do"},
	Rows: []Row{
		{
			What:  "`buffer`, `events`, `path`, `querystring`, `string_decoder`, `timers`, `timers/promises`, `console`",
			Local: "`path/win32`, the iterator of intervals",
		},
		{What: "`async_hooks` with `AsyncLocalStorage`, `AsyncResource`", Local: "hooks"},
		{What: "`assert`, `assert/strict`", Local: "differences in messages: they show both values"},
		{
			What:  "`crypto` with hashes, HMAC, random values, PBKDF2, HKDF, `timingSafeEqual`",
			Local: "ciphers, signatures, keys, `scrypt`", Instead: "use `crypto.subtle`", Missing: []string{"node:crypto"},
		},
		{
			What:  "`stream`, `stream/promises`, `stream/consumers`, `stream/web`",
			Local: "`Readable.toWeb`, `Readable.fromWeb`",
		},
		{What: "`url`, `util`, `util/types`", Local: "options of `inspect`, `parseArgs`, `styleText`"},
		{What: "`process`, `os`", Local: "`exit`, `kill`; the values are those of the edge"},
		{
			What: "none of `fs`", Local: "all", Instead: "import the file, or keep data in `ctx.store`",
			Missing: []string{"node:fs"},
		},
		{
			What: "none of `http`, `https`, `http2`, `net`, `tls`", Local: "all", Instead: request,
			Missing: []string{"node:http", "node:https", "node:http2", "node:net", "node:tls"},
		},
		{
			What:    "none of `zlib`",
			Local:   "all",
			Instead: "use a package such as `fflate`", Missing: []string{"node:zlib"},
		},
	},
	After: "Other modules can be imported. Their functions throw an error that names the call and what to use:\n" +
		"`fs.readFileSync of Node is not available in svc's local engine; it does exist on the edge: import\n" +
		"the file, or keep data in ctx.store`.",
}

// Sections are the differences, in the order of the page.
var Sections = []Section{language, intl, web, node}
