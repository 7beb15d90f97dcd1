package tsedit

import "testing"

func TestCorrectMemberFollowsTheUse(t *testing.T) {
	tests{
		"ctx.^log('a');":                "ctx.logger.info('a');",
		"ctx.^log?.('a');":              "ctx.logger.info?.('a');",
		"ctx.^log!('a');":               "ctx.logger.info!('a');",
		"(ctx as any).^log(a);":         "(ctx as any).logger.info(a);",
		"ctx\n  .^log\n  .warn('a');":   "ctx\n  .logger\n  .warn('a');",
		"ctx?. ^log?.warn('a');":        "ctx?. logger?.warn('a');",
		"const log = ctx.^log;":         "none",
		"const { ^log } = ctx;":         "none",
		"const { ^log: (a) } = ctx;":    "none",
		"ctx.^log ? 1 : 2;":             "none",
		"ctx.^logs('a');":               "none",
		"ctx['^log']('a');":             "none",
		"ctx. /* the log */ ^log('a');": "none",
		"ctx.^log":                      "none",
	}.run(t, func(text string, at int) []Edit { return CorrectMember(text, at, "log", "logger", "logger.info") })
	tests{
		"ctx.^console.log('a')": "ctx.logger.log('a')",
		"ctx.^console('a')":     "none",
	}.run(t, func(text string, at int) []Edit { return CorrectMember(text, at, "console", "logger", "") })
}
