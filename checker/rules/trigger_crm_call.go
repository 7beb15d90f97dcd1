// The rule trigger-crm-call: the handler of a trigger does not call the CRM through its own context.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var triggerCrmCall = &checker.Rule{
	ID:       "trigger-crm-call",
	Severity: diag.Warning,
	Title:    "the handler of a trigger looks up an install before it calls the CRM",
	Why:      "a webhook binds a portal but no install: on the trigger path ctx.crm cannot resolve an install token and rejects",
	Hint:     "look the install up with lookupInstall(ctx, portalId), or hand off to a capability that is invoked with an install",
	Before: `async handler(ctx) {
  await ctx.crm.objects.get('contacts', id);
},`,
	After: `async handler(ctx) {
  const install = await lookupInstall(ctx, portalId);
  await handOff(ctx, { install, capability: 'refresh', input: { id } });
},`,
	Run: runTriggerCrmCall,
}

// runTriggerCrmCall looks at worker files whose capabilities are all triggers: in others it cannot be told which
// handler a call belongs to.
func runTriggerCrmCall(p *checker.Pass) {
	for _, file := range p.Workers {
		if file.Worker == nil || len(file.Worker.Capabilities) == 0 || slices.ContainsFunc(
			file.Worker.Capabilities, isNoTrigger,
		) {
			continue // no worker of triggers alone
		}
		for _, call := range p.Calls {
			if call.File == file.Path && len(call.Path) > 2 && call.Path[0] == "ctx" && call.Path[1] == "crm" {
				p.Reportf(call.At, "ctx.crm is called, but a trigger has no install")
			}
		}
	}
}

func isNoTrigger(d *declared.Declaration) bool { return d.Kind != declared.Trigger }
