package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var timeUnit = &checker.Rule{
	ID:       "time-unit",
	Severity: diag.Warning,
	Title:    "write times in the unit that the option has",
	Why: "options whose names end with Ms take milliseconds, and those that end with Seconds take seconds; a value in " +
		"the other unit is a thousand times too short or too long",
	Hint:   "multiply or divide the value by 1000",
	Before: `rateLimits: { retry: { baseMs: 0.5, capMs: 10 } },`,
	After:  `rateLimits: { retry: { baseMs: 500, capMs: 10_000 } },`,
	Run:    runTimeUnit,
}

// The shortest times that the options can be meant to have, in milliseconds: a call to the CRM alone takes longer.
const (
	shortestBaseMs    = 10
	shortestCapMs     = 100
	shortestDelayMs   = 50
	shortestTimeoutMs = 50
)

// longestTolerance is the greatest age of a signed request that can be meant, in seconds: a day. Senders repeat
// requests with a new signature.
const longestTolerance = 86_400

func runTimeUnit(p *checker.Pass) {
	reportTooShort(p, appOption(p, "rateLimits", "retry", "baseMs"), "baseMs", shortestBaseMs)
	reportTooShort(p, appOption(p, "rateLimits", "retry", "capMs"), "capMs", shortestCapMs)
	reportTooShort(p, appOption(p, "appEvents", "batching", "maxDelayMs"), "maxDelayMs", shortestDelayMs)
	for _, d := range ofKind(p, declared.Source) {
		if age := d.Options.Get("auth").Get("toleranceSeconds"); isFinite(age) && age.Num > longestTolerance {
			p.Reportf(age.At, "toleranceSeconds %s of %s is longer than a day", quote(age), describe(d)).
				Hintf("write seconds, not milliseconds: who records a request can send it again for that long")
		}
	}
	eachUse(p, declared.CallArguments, func(use declared.Use) {
		for _, time := range timesOfCalls {
			if strings.Join(use.Path, ".") == time.call && time.argument < len(use.Args.Items) {
				reportOtherUnit(p, use.Args.Items[time.argument].Get(time.option), time)
			}
		}
	})
	eachUse(p, declared.CallOptions, func(use declared.Use) {
		for _, arg := range use.Args.Items {
			reportTooShort(p, arg.Get("timeoutMs"), "timeoutMs", shortestTimeoutMs)
		}
	})
}

func reportTooShort(p *checker.Pass, time *declared.Value, option string, shortest float64) {
	if isPositive(time) && time.Num < shortest {
		p.Reportf(time.At, "%s %s is shorter than %s ms", option, quote(time), quoteNumber(shortest)).
			Hintf("write milliseconds, not seconds")
	}
}

// timeOfCallOption is an option of a method of ctx that is a time.
type timeOfCallOption struct {
	call     string
	argument int
	option   string
	unit     string
	expected expectation
}

// timesOfCalls are the times in arguments.
var timesOfCalls = []timeOfCallOption{
	{"store.put", 2, "ttl", "s", timeToLive},
	{"store.update", 2, "ttl", "s", timeToLive},
	{"later", 2, "after", "s", delay},
	{"later", 2, "at", "ms", timeOfCall},
}

// unitNames are the units of times as messages name them.
var unitNames = map[string]string{"ms": "milliseconds", "s": "seconds"}

// reportOtherUnit reports a time in the other unit, unless call-argument refuses the value.
func reportOtherUnit(p *checker.Pass, v *declared.Value, time timeOfCallOption) {
	if v.Unit == "" || v.Unit == time.unit || v.Shape != declared.Unknown && (!v.IsNumber() || time.expected(v) != "") {
		return
	}
	p.Reportf(v.At, "%s of ctx.%s takes %s, and this value is in %s", time.option, time.call, unitNames[time.unit],
		unitNames[v.Unit])
}
