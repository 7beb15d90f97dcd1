// The rule throws-at-import: a module loads without throwing.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var throwsAtImport = &checker.Rule{
	ID:       "throws-at-import",
	Severity: diag.Error,
	Blocking: true,
	Title:    "a module loads without throwing",
	Why:      "the runtime imports the module before it handles a request: when that throws, nothing of it runs",
	Hint:     "move the code into a handler, or mend what throws",
	Before: `const region = settings.region.toUpperCase(); // settings is undefined
export default worker;`,
	After: `worker.tool('remind', {
  handler: (ctx) => ok({ region: String(ctx.env.REGION) }),
});`,
	Run: reportProblems,
}
