package tsedit

import "testing"

func TestAwaitWaitsForCallsOfMembers(t *testing.T) {
	tests{
		"{ ^ctx.store.put('a', 1); }":       "{ await ctx.store.put('a', 1); }",
		"a && ^ctx.billing?.recordUsage(1)": "a && await ctx.billing?.recordUsage(1)",
		"^ctx.billing!.current()":           "await ctx.billing!.current()",
		"^crm\n  .request('GET', '/x')":     "await crm\n  .request('GET', '/x')",
		"^ctx.store.get<string>('a')":       "await ctx.store.get<string>('a')",
		"(^ctx as any).store.put('a')":      "none",
		"(^ctx.crm).request('GET', '/x')":   "none",
		"^ctx['store'].put('a')":            "none",
		"^'ctx'.put('a')":                   "none",
		"^ctx.":                             "none",
		"^":                                 "none",
	}.run(t, Await)
}
