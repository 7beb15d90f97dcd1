package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

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
