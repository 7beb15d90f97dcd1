package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var triggerCrmCall = &checker.Rule{
	ID:       "trigger-crm-call",
	Severity: diag.Warning,
	Title:    "look up an install before a trigger calls the CRM",
	Why: "a webhook identifies a portal but not an install, so in a trigger ctx.crm cannot resolve an install token " +
		"and rejects",
	Hint: "look up the install with lookupInstall(ctx, portalId), or hand off to a capability that runs with an " +
		"install",
	Before: `async handler(ctx) {
  await ctx.crm.objects.get('contacts', id);
},`,
	After: `async handler(ctx) {
  const install = await lookupInstall(ctx, portalId);
  await handOff(ctx, { install, capability: 'refresh', input: { id } });
},`,
	Run: runTriggerCrmCall,
}

// runTriggerCrmCall checks worker files with only triggers. In other files the handler of a call is unknown.
func runTriggerCrmCall(p *checker.Pass) {
	for _, file := range p.Workers {
		if file.Worker == nil || len(file.Worker.Capabilities) == 0 || hasOtherThanTriggers(file.Worker) {
			continue
		}
		for _, call := range p.Calls {
			if call.File == file.Path && len(call.Path) > 2 && call.Path[0] == "ctx" && call.Path[1] == "crm" {
				p.Reportf(call.At, "ctx.crm is called in a trigger, which has no install")
			}
		}
	}
}

func hasOtherThanTriggers(worker *declared.Declaration) bool {
	return slices.ContainsFunc(worker.Capabilities, func(d *declared.Declaration) bool {
		return d.Kind != declared.Trigger
	})
}
