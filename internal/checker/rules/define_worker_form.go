package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var defineWorkerForm = &checker.Rule{
	ID:       "define-worker-form",
	Severity: diag.Error,
	Title:    "call defineWorker with a name and optional { use: [...] }",
	Why:      "defineWorker takes a string name; the older callback form no longer works",
	Hint:     "write const worker = defineWorker('main'), then call worker.tool(...) and similar methods",
	Before: `export default defineWorker((worker) => {
  worker.tool('send-reminder', reminder);
});`,
	After: `const worker = defineWorker('main');
worker.tool('send-reminder', reminder);
export default worker;`,
	Run: runDefineWorkerForm,
}

// sourceInUse is the fix for a source that a worker registers like a capability.
const sourceInUse = "pass the source to a sync: worker.sync(source, { schedule: '1h', ... })"

func runDefineWorkerForm(p *checker.Pass) {
	refused := reportSDKErrors(p)
	for _, d := range ofKind(p, declared.Worker) {
		if refused[d] {
			continue
		}
		checkWorkerName(p, d)
		checkWorkerOptions(p, d)
	}
}

func checkWorkerName(p *checker.Pass, d *declared.Declaration) {
	switch {
	case len(d.Args) == 0 || d.Args[0].IsAbsent():
		p.Reportf(d.At, "defineWorker was called without a name")
	case !d.Args[0].IsString():
		p.Reportf(argumentMark(d, 0), "the name of a worker must be a string, not %s", quote(d.Args[0]))
	case isBlank(d.Args[0].Text):
		p.Reportf(argumentMark(d, 0), "the name of a worker must not be empty")
	}
}

// checkWorkerOptions checks the second argument: { use: CapabilityDefinition[] }.
func checkWorkerOptions(p *checker.Pass, d *declared.Declaration) {
	if len(d.Args) > 1 && !d.Args[1].IsAbsent() && !d.Args[1].IsObject() {
		p.Reportf(argumentMark(d, 1), "the options of %s must be an object, not %s", describe(d), quote(d.Args[1])).
			Hintf("write defineWorker('main', { use: [...] })")
		return
	}
	use := d.Options.Get("use")
	if !use.IsAbsent() && !use.IsArray() {
		p.Reportf(use.At, "use must be an array of capabilities, not %s", quote(use)).
			Hintf("write use: [reminder]")
		return
	}
	for _, item := range use.Items {
		if item.Shape != declared.Reference || item.Ref == nil || !item.Ref.Kind.IsCapability() {
			draft := p.Reportf(item.At, "use must contain only capabilities, not %s", quote(item)).
				Hintf("pass the results of tool, action, cardBackend, trigger or sync")
			if item.IsRef(declared.Source) {
				draft.Hintf(sourceInUse)
			}
		}
	}
}

// argumentMark returns the position of an argument, else of the call: a plain literal may have no position.
func argumentMark(d *declared.Declaration, n int) declared.Mark {
	if n < len(d.Args) && !d.Args[n].At.IsZero() {
		return d.Args[n].At
	}
	return d.At
}
