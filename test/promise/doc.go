// Package promise tests what `svc check` promises: an app that it passes builds for every profile and environment, and
// each capability gets past its own input.
//
// The grammar (grammar_test.go, app_test.go, worker_test.go) writes random apps from a seed, with a few values that are
// not what a declaration expects. promise_test.go checks each app, builds it in the same process and calls each
// capability. An app with an error is skipped: it needs no more than the finding. PROMISE_APPS is the number of apps,
// PROMISE_SEED the first seed.
//
// refusals_test.go holds the list of what a build, the plan of a deploy and the first request can refuse, with the rule
// of svc check that finds each first.
package promise
