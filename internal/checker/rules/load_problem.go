package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

// reportProblems reports the problems of loading the project that carry the id of the running rule.
func reportProblems(p *checker.Pass) {
	for _, problem := range p.Problems {
		if problem.Rule != p.Rule.ID {
			continue // another rule's
		}
		draft := p.Reportf(problem.At, "%s", strings.TrimSuffix(shortened(problem.Message), "."))
		if problem.Hint != "" {
			draft.Hintf("%s", problem.Hint)
		}
		if problem.HasBackslashes {
			draft.ForwardSlashes()
		}
		for _, related := range problem.Related {
			draft.Related(related.At, related.Message)
		}
	}
}

// Longest message of a user's error in a finding, in characters.
const maxProblem = 500

func shortened(text string) string {
	if utf8.RuneCountInString(text) > maxProblem {
		return string([]rune(text)[:maxProblem]) + "…"
	}
	return text
}

var missingConfig = &checker.Rule{
	ID:       "missing-config",
	Severity: diag.Error,
	Blocking: true,
	Title:    "add svc.config.ts to the project",
	Why: "svc reads the app definition from the default export of svc.config.ts, and builds from it the project " +
		"that portals install",
	Hint:   "run 'svc init', or change to the app's folder",
	Before: "// src/workers/main.ts exists, but svc.config.ts does not",
	After: `// svc.config.ts
export default defineApp({ ... });`,
	Run: reportProblems,
}

var syntaxError = &checker.Rule{
	ID:       "syntax-error",
	Severity: diag.Error,
	Blocking: true,
	Title:    "fix syntax errors",
	Why:      "svc cannot read the declarations in a file that does not parse; it checks the other files without it",
	Hint:     "fix the syntax here",
	Before:   "export default defineWorker('main'",
	After:    "export default defineWorker('main');",
	Run:      reportProblems,
}

var unresolvedImport = &checker.Rule{
	ID:       "unresolved-import",
	Severity: diag.Error,
	Blocking: true,
	Title:    "import only existing files and installed packages",
	Why:      "the build bundles each worker with everything that it imports, so every import must resolve",
	Hint:     "correct the path, or install the package",
	Before:   "import { invoice } from './invioce';",
	After:    "import { invoice } from './invoice';",
	Run:      reportProblems,
}

var refusedImport = &checker.Rule{
	ID:       "refused-import",
	Severity: diag.Error,
	Blocking: true,
	Title:    "import only files inside the project or its workspace",
	Why: "a deploy uploads everything that a worker imports; files outside the workspace, system files and files " +
		"with secrets must not be uploaded, and a computed path would upload every file that matches it",
	Hint: "move the file into the project, and import it by a constant path",
	Before: `import settings from '/etc/app/settings.json';
const texts = require('./texts/' + language + '.json');`,
	After: `import settings from './settings.json';
import english from './texts/en.json';`,
	Run: reportProblems,
}

var throwsAtImport = &checker.Rule{
	ID:       "throws-at-import",
	Severity: diag.Error,
	Blocking: true,
	Title:    "do not throw while a module loads",
	Why: "the runtime imports the module before it handles a request; if the import throws, none of its capabilities " +
		"run",
	Hint: "move the code into a handler, or fix the error",
	Before: `const region = settings.region.toUpperCase(); // settings is undefined
export default worker;`,
	After: `worker.tool('remind', {
  handler: (ctx) => ok({ region: String(ctx.env.REGION) }),
});`,
	Run: reportProblems,
}

var endlessEvaluation = &checker.Rule{
	ID:       "endless-evaluation",
	Severity: diag.Error,
	Blocking: true,
	Title:    "finish loading a module within 5 seconds",
	Why: "the edge platform gives a worker 1 second to start; svc stops a module after 5 seconds, or sooner " +
		"if many do not finish",
	Hint:   "move the work into a handler",
	Before: "while (!ready) {}",
	After: `worker.tool('wait', {
  handler: () => retryLater('not ready', 5),
});`,
	Run: reportProblems,
}

var memoryLimit = &checker.Rule{
	ID:       "memory-limit",
	Severity: diag.Error,
	Blocking: true,
	Title:    "use little memory while a module loads",
	Why: "the edge platform gives a worker 128 MB of memory; svc stops a module that uses more than 512 MB while it " +
		"loads",
	Hint:   "build large data piece by piece in a handler",
	Before: "const table = new Array(1e9).fill(0);",
	After:  "const table = new Map<string, number>();",
	Run:    reportProblems,
}

var scriptSize = &checker.Rule{
	ID:       "script-size",
	Severity: diag.Error,
	Title:    "keep each worker's script below 64 MB",
	Why:      "the edge platform refuses larger scripts; a script contains a worker and everything that it imports",
	Hint:     "import less, or split the worker",
	Before:   "import prices from './prices.json'; // 70 MB",
	After: `worker.tool('quote', {
  handler: async (ctx) => ok({ price: await ctx.http.get('https://prices.example.com/today') }),
});`,
	Run: reportProblems,
}

var missingBuiltin = &checker.Rule{
	ID:       "missing-builtin",
	Severity: diag.Error,
	Blocking: true,
	Title:    "do not use Atomics, WebAssembly or non-English Intl while a module loads",
	Why: "svc loads modules in its own JavaScript engine, which has Intl only in English, and neither Atomics nor " +
		"WebAssembly; on the edge platform, handlers can use all three",
	Hint:   "use it inside a handler, not at module level",
	Before: "const format = new Intl.NumberFormat('de');",
	After:  "const format = () => new Intl.NumberFormat('de'); // handlers call it",
	Run:    reportProblems,
}

var sdkVersionMismatch = &checker.Rule{
	ID:       "sdk-version-mismatch",
	Severity: diag.Warning,
	Title:    "use the same version of svc and @svc/sdk",
	Why:      "svc reads the declarations that the SDK creates, and is tested only with the SDK of the same version",
	Hint:     "install the same version of both",
	Before:   `"@svc/sdk": "0.1.0" // with svc 0.2.0`,
	After:    `"@svc/sdk": "0.2.0" // with svc 0.2.0`,
	Run:      reportProblems,
}

var typesPathHidden = &checker.Rule{
	ID:       "types-path-hidden",
	Severity: diag.Warning,
	Title:    "keep the types of @svc/sdk reachable from tsconfig.json",
	Why: "paths in a tsconfig.json replace the paths of the config that it extends; before npm install, only the " +
		"paths in .svc/tsconfig.json lead to the types of @svc/sdk",
	Hint: "run npm install, or copy the paths from .svc/tsconfig.json: change './' to './.svc/', and '../' to './'",
	Before: `{
  "extends": "./.svc/tsconfig.json",
  "compilerOptions": { "paths": { "@/*": ["./src/*"] } }
}`,
	After: `{
  "extends": "./.svc/tsconfig.json",
  "compilerOptions": {
    "paths": {
      "@/*": ["./src/*"],
      "@svc/sdk": ["./node_modules/@svc/sdk/dist/index.d.ts", "./.svc/types/@svc/sdk/index.d.ts"]
    }
  }
}`,
	Run: reportProblems,
}
