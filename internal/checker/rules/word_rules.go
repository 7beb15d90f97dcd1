package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var appAuth = &checker.Rule{
	ID:       "app-auth",
	Severity: diag.Error,
	Title:    "set auth to " + literals(appOptions, "auth"),
	Why: "auth decides how the app gets its access token: one static token for one account, or OAuth for each account " +
		"that installs the app",
	Hint:   "write " + literals(appOptions, "auth"),
	Before: `defineApp({ auth: { type: 'oauth' }, ... })`,
	After:  `defineApp({ auth: 'oauth', ... })`,
	Run:    wordRule(declared.App, "auth"),
}

var appDistribution = &checker.Rule{
	ID:       "app-distribution",
	Severity: diag.Error,
	Title:    "set distribution to " + literals(appOptions, "distribution"),
	Why:      "distribution decides who can install the app and which rate limits the CRM applies to it",
	Hint:     "write " + literals(appOptions, "distribution"),
	Before:   `defineApp({ distribution: 'public', ... })`,
	After:    `defineApp({ distribution: 'marketplace', ... })`,
	Run:      wordRule(declared.App, "distribution"),
}

var associationCardinality = &checker.Rule{
	ID:       "association-cardinality",
	Severity: diag.Error,
	Title:    "use a valid cardinality",
	Why:      "the cardinality of an association is " + literals(associationOptions, "cardinality"),
	Hint:     "write one of these cardinalities",
	Before:   `cardinality: 'one-to-many',`,
	After:    `cardinality: 'ONE_TO_MANY',`,
	Run:      wordRule(declared.AppObjectAssociation, "cardinality"),
}

var cardLocation = &checker.Rule{
	ID:       "card-location",
	Severity: diag.Error,
	Title:    "use a valid card location",
	Why:      "the location of a card is " + literals(cardOptions, "location"),
	Hint:     "write one of these locations",
	Before:   `card({ location: 'crm.sidebar', ... })`,
	After:    `card({ location: 'crm.record.sidebar', ... })`,
	Run:      wordRule(declared.Card, "location"),
}

var triggerDedup = &checker.Rule{
	ID:       "trigger-dedup",
	Severity: diag.Error,
	Title:    "set dedup to " + literals(triggerOptions, "dedup"),
	Why:      "with 'strict', two copies of a delivery never run at the same time; with 'best-effort', both may run",
	Hint:     "write dedup: 'strict', or remove it for 'best-effort'",
	Before:   `dedup: true,`,
	After:    `dedup: 'strict',`,
	Run:      wordRule(declared.Trigger, "dedup"),
}
