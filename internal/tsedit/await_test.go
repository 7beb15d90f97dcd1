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

func TestAwaitResultWaitsBeforeAMemberIsRead(t *testing.T) {
	tests{
		"a = ^ctx.store.get('a').data":               "a = (await ctx.store.get('a')).data",
		"a = ^ctx.billing?.current()?.plan":          "a = (await ctx.billing?.current())?.plan",
		"a = ^crm.objects.get('a', f(')', [1]))!.id": "a = (await crm.objects.get('a', f(')', [1])))!.id",
		"a = ^ctx.store.list()[0]":                   "a = (await ctx.store.list())[0]",
		"a = ^ctx.store.get(`${f({})}`).data":        "a = (await ctx.store.get(`${f({})}`)).data",
		"a\n  ^ctx.store.get('a').data":              "none",
		"a = ^ctx.store.get<string>('a').data":       "none",
		"a = ^ctx.store.get('a'":                     "none",
		"a = ^":                                      "none",
	}.run(t, AwaitResult)
}

func TestReturnReturnsStatementsAndWhatIsThrown(t *testing.T) {
	tests{
		"if (a) ^failStop('x');":     "if (a) return failStop('x');",
		"if (a) {\n  ^sdk.ok();\n}":  "if (a) {\n  return sdk.ok();\n}",
		"a();\n^block('x')":          "a();\nreturn block('x')",
		"if (a) ^throw block('x');":  "if (a) return block('x');",
		"a && ^failStop('x');":       "none",
		"a ? b() : ^failStop('x');":  "none",
		"if (a) ^await failStop(1);": "none",
		"^":                          "none",
	}.run(t, Return)
}
