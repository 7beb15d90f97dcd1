package differences

var language = Section{
	Title: "Language",
	Before: "The engine has ES2023. Newer syntax is lowered when a worker is bundled, and most newer built-ins\n" +
		"are there: `Set` methods, iterator helpers, `Promise.try`, `Object.groupBy`, `Array.fromAsync`,\n" +
		"`Uint8Array.fromBase64`, `RegExp.escape`, `JSON.rawJSON`, `using`.",
	Columns: [3]string{"differs", "local engine", "what to do"},
	Rows: []Row{
		{
			What: "`Atomics`, `WebAssembly`", Local: "throw",
			Instead: "run such code on the edge only, or use a JavaScript implementation",
			Missing: []string{"Atomics", "WebAssembly"},
			Throws:  []string{"Atomics.add()", "WebAssembly.compile()"},
		},
		{
			What: "`SharedArrayBuffer`", Local: "undefined", Instead: "use an `ArrayBuffer`",
			Undefined: []string{"globalThis.SharedArrayBuffer"},
		},
		{
			What: "`Temporal`, `Float16Array`, `Math.f16round`, `Math.sumPrecise`, `Iterator.concat`, " +
				"`Map.prototype.getOrInsert`, `ArrayBuffer.prototype.resize`",
			Local: "undefined", Instead: "test for them, or use a polyfill",
			Undefined: []string{
				"globalThis.Temporal", "globalThis.Float16Array", "Math.f16round", "Math.sumPrecise", "Iterator.concat",
				"Map.prototype.getOrInsert", "ArrayBuffer.prototype.resize",
			},
		},
		{
			What: "regular expressions with set notation (`v` flag)", Local: "throw",
			Instead: "write the set as a class or with a lookahead",
			Missing: []string{"set notation of regular expressions"},
			Throws:  []string{"new RegExp('[[a-z]--[b]]', 'v')"},
		},
		{
			What: "indices of matches (`d` flag)", Local: "throw", Instead: "use `index` and the lengths of the groups",
			Missing: []string{"the d flag of regular expressions"},
			Throws:  []string{"new RegExp('a', 'd')"},
		},
		{
			What:    "modifiers of regular expressions (`(?i:…)`)",
			Local:   "throw",
			Instead: "write the flag in another way",
			Throws:  []string{"new RegExp('(?i:a)')"},
		},
		{
			What: "`\\p{scx=…}`", Local: "throws", Instead: "use `\\p{sc=…}`",
			Throws: []string{"new RegExp('\\\\p{scx=Latin}', 'u')"},
		},
		{
			What:    "`source` of a regular expression literal with `\\p{…}`, or with several classes of surrogates",
			Local:   "has the classes as the engine matches them",
			Instead: "pass the pattern to `new RegExp`, which keeps it",
		},
		{
			What: "`await` of an object whose `constructor` throws, or that is not a promise and has " +
				"`Promise` as its `constructor`",
			Local:   "never ends, or discards the worker's VM",
			Instead: "leave `constructor` as it is",
		},
		{
			What: "endless recursion",
			Local: "of functions discards the worker's VM ([runtime](runtime.md#results-of-a-handler)); of built-ins throws a " +
				"`RangeError`",
			Instead: "fix it: the edge throws a `RangeError`",
		},
		{
			What:    "code from text (`eval`, `new Function`)",
			Local:   "throws an `EvalError`, as on the edge: `ajv` and `handlebars` need code that they made before the deploy",
			Instead: "compile schemas and templates in a build step",
			Throws:  []string{"eval('1 + 1')", "new Function('return 1')()"},
		},
		{
			What: "speed", Local: "10 to 50 times slower than V8",
			Instead: "measure speed on the edge; `svc simulate` counts calls, not time",
		},
	},
}
