// Package arch defines the allowed dependencies between the packages of this module.
//
// A test compares the tables with the output of `go list`. A new package needs an entry in dependencies, and a new
// library an entry in owners. docs/architecture.md gives the reasons.
package arch

// dependencies lists the packages of this module that each package may import, except in test files.
// A name that ends in "/..." means the package and everything below it. A "*" matches one path element. An entry
// with an exact name overrides entries with a "*".
var dependencies = map[string][]string{
	// The lowest layer: data and small packages without dependencies.
	"contract":                    {},
	"sdk":                         {},
	"dashboard":                   {},
	"docs":                        {},
	"internal/templates":          {},
	"internal/alertexpr":          {"sdk"},
	"internal/arch":               {},
	"internal/crmsim/api":         {"internal/platform"},
	"internal/cron":               {},
	"internal/disposable":         {"internal/disposable/process", "internal/processor"},
	"internal/processor":          {},
	"internal/heap":               {"internal/heap/hugepages"},
	"internal/heap/hugepages":     {},
	"internal/lazyregexp":         {},
	"internal/disposable/early":   {"internal/disposable/process", "internal/heap/hugepages"},
	"internal/disposable/process": {},
	"internal/reason":             {},
	"internal/redact":             {},
	"internal/devvars":            {},
	"internal/diag":               {},
	"internal/diagnose":           {},
	"internal/manifest":           {},
	"internal/platform":           {},
	"internal/portal":             {"internal/platform"},
	"internal/portal/read":        {"internal/platform", "internal/portal"},
	"internal/projectfs":          {},
	"internal/loopback":           {},
	"internal/publicurl":          {},
	"internal/scaffold":           {"internal/projectfs", "internal/tsedit"},
	"internal/sourcemap":          {},
	"internal/stack":              {},
	"internal/store":              {"internal/projectfs"},
	"internal/tsscan":             {},
	"internal/tsedit":             {"internal/tsscan"},
	"internal/semver":             {},
	"internal/jsonrpc":            {},
	"internal/typo":               {},
	"testscripts":                 {},
	"internal/watch":              {"internal/projectfs"},
	"internal/subprocess":         {},
	"internal/workerd":            {"internal/processor", "internal/projectfs", "internal/subprocess"},
	"internal/link":               {"internal/loopback", "internal/projectfs"},
	"internal/declared":           {"internal/alertexpr", "internal/diag", "internal/portal", "internal/projectfs"},
	"internal/cli":                {"internal/diag", "internal/lazyregexp", "internal/projectfs", "internal/typo"},
	"internal/apiclient":          {},
	"internal/control":            {"internal/apiclient"},
	"internal/credentials":        {},

	"internal/doctor":     {"internal/link", "internal/platform", "internal/projectfs"},
	"internal/taillog":    {},
	"internal/checkpoint": {"internal/alertexpr", "internal/control", "internal/jsvm"},

	// The emulated CRM: a vocabulary, the data, the parts of its API, and the server that assembles them.
	"internal/crmsim/account":       {"internal/crmsim/api", "internal/platform"},
	"internal/crmsim/associations":  {"internal/crmsim/account", "internal/crmsim/api", "internal/platform"},
	"internal/crmsim/conversations": {"internal/crmsim/api"},
	"internal/crmsim/oauth":         {"internal/crmsim/api"},
	"internal/crmsim/records":       {"internal/crmsim/account", "internal/crmsim/api", "internal/platform"},
	"internal/crmsim/timeline":      {"internal/crmsim/account", "internal/crmsim/api"},
	"internal/crmsim/webhooks":      {"internal/crmsim/account", "internal/crmsim/api"},
	"internal/crmsim":               {"internal/crmsim/...", "internal/platform"},
	"internal/crmsim/simtest":       {"internal/crmsim", "internal/jsvm"}, // tests only

	// From source to declarations.
	"internal/bundle": {
		"internal/bundle/packagejson", "internal/diag", "internal/projectfs", "internal/stack", "internal/tsscan",
	},
	"internal/bundle/packagejson":  {},
	"internal/jsvm":                {"internal/jsvm/ecma", "internal/processor"},
	"internal/jsvm/differences":    {},
	"internal/jsvm/ecma":           {"internal/jsvm/differences", "internal/tsscan"},
	"internal/jsvm/webapi":         {"internal/jsvm", "internal/jsvm/ecma"},
	"internal/evaluate/builtins":   {},
	"internal/evaluate/constant":   {"internal/evaluate/syntax"},
	"internal/evaluate/watchdog":   {"internal/jsvm"},
	"internal/evaluate/mention":    {"internal/declared", "internal/evaluate/constant", "internal/evaluate/syntax"},
	"internal/evaluate/syntax":     {},
	"internal/evaluate/provenance": {"internal/declared", "internal/evaluate/syntax"},
	"internal/evaluate/region":     {"internal/evaluate/syntax", "internal/jsvm/ecma"},
	"internal/evaluate/handled":    {"internal/declared", "internal/evaluate/constant", "internal/evaluate/syntax"},
	"internal/evaluate/members": {
		"internal/declared", "internal/evaluate/constant", "internal/evaluate/handled", "internal/evaluate/syntax",
	},
	"internal/evaluate/promise": {"internal/declared", "internal/evaluate/constant", "internal/evaluate/syntax"},
	"internal/evaluate/sdkscript": {
		"internal/alertexpr", "internal/disposable", "internal/jsvm/ecma", "internal/stack", "sdk",
	},
	"internal/evaluate/facts": {
		"internal/declared", "internal/evaluate/constant", "internal/evaluate/handled", "internal/evaluate/members",
		"internal/evaluate/mention", "internal/evaluate/promise", "internal/evaluate/region", "internal/evaluate/syntax",
		"internal/jsvm", "internal/jsvm/ecma",
	},
	"internal/evaluate": {
		"internal/alertexpr", "internal/declared", "internal/diag", "internal/evaluate/builtins",
		"internal/evaluate/facts", "internal/evaluate/provenance", "internal/evaluate/region",
		"internal/evaluate/sdkscript", "internal/evaluate/syntax", "internal/evaluate/watchdog", "internal/jsvm",
		"internal/jsvm/ecma", "internal/stack",
	},
	"internal/project": {
		"internal/bundle", "internal/declared", "internal/devvars", "internal/diag", "internal/disposable",
		"internal/evaluate", "internal/evaluate/facts", "internal/evaluate/region", "internal/evaluate/sdkscript",
		"internal/evaluate/watchdog", "internal/heap", "internal/jsvm", "internal/jsvm/webapi", "internal/link",
		"internal/manifest", "internal/platform", "internal/portal", "internal/processor", "internal/projectfs",
		"internal/semver", "internal/sourcemap", "internal/tsedit", "internal/tsscan", "internal/typo", "sdk",
	},

	// Engines and their tables.
	"internal/checker": {
		"internal/declared", "internal/diag", "internal/tsedit", "internal/tsscan", "internal/typo",
	},
	"internal/fix": {"internal/diag"},
	"internal/lsp": {
		"internal/checker/rules", "internal/declared", "internal/diag", "internal/fix", "internal/jsonrpc",
		"internal/platform", "internal/projectfs", "internal/tsedit", "internal/tsscan",
	},
	"internal/importer": {
		"internal/codegen", "internal/codegen/components", "internal/lazyregexp", "internal/manifest", "internal/platform",
		"internal/projectfs", "internal/publicurl", "internal/templates", "internal/tsscan",
	},
	"internal/checker/checktest": {"internal/checker", "internal/diag", "internal/project"},
	"internal/checker/rules": {
		"internal/checker", "internal/alertexpr", "internal/declared", "internal/diag", "internal/link",
		"internal/manifest", "internal/platform", "internal/portal", "internal/publicurl", "internal/tsedit",
		"internal/typo",
	},
	"internal/devserver/inspect": {"internal/devserver/access"},
	"internal/devserver/edgevm": {
		"internal/codegen/edge", "internal/devserver/inspect", "internal/edgeworker", "internal/jsvm",
		"internal/platform", "internal/project",
		"internal/workerd", "sdk",
	},
	"internal/devserver/host": {
		"internal/control", "internal/crmsim", "internal/declared", "internal/devserver/edgevm",
		"internal/devserver/inspect", "internal/jsvm", "internal/jsvm/webapi", "internal/loopback",
		"internal/manifest", "internal/platform", "internal/portal", "internal/project",
		"internal/projectfs", "internal/store", "sdk",
	},
	"internal/devserver": {
		"internal/devserver/host", "internal/crmsim", "internal/cron", "internal/declared", "internal/diag",
		"internal/jsvm", "internal/platform", "internal/project",
	},

	"internal/devserver/access": {},
	"internal/devserver/tunnel": {"internal/subprocess"},
	"internal/devserver/cards": {
		"internal/devserver", "internal/devserver/host", "internal/bundle", "internal/codegen", "internal/crmsim",
		"internal/diag", "internal/manifest", "internal/project",
	},
	"internal/devserver/live": {
		"dashboard", "internal/devserver/cards", "internal/manifest",
		"internal/devserver", "internal/devserver/access", "internal/devserver/host", "internal/control", "internal/crmsim",
		"internal/declared", "internal/project", "internal/projectfs",
	},
	"internal/devserver/supervise": {"internal/disposable", "internal/disposable/process", "internal/processor"},
	"internal/codegen":             {"internal/diag", "internal/manifest", "internal/platform"},
	"internal/codegen/components":  {"internal/codegen", "internal/manifest", "internal/platform", "internal/publicurl"},
	"internal/codegen/edge":        {"internal/codegen", "internal/manifest"},
	"internal/deploymap":           {"internal/codegen/edge", "internal/projectfs", "internal/sourcemap"},
	// From a checked project to everything that a deploy uploads.
	"internal/edgeworker": {"internal/bundle", "internal/codegen/edge"},
	"internal/build": {
		"internal/codegen/...", "internal/bundle", "internal/declared", "internal/diag", "internal/edgeworker",
		"internal/link",
		"internal/manifest", "internal/platform", "internal/project", "internal/projectfs", "internal/sourcemap",
	},
	"internal/eject": {"internal/codegen", "internal/codegen/edge", "internal/build", "internal/platform"},

	// What a deploy does, and the remote APIs.
	"internal/deploy": {
		"internal/codegen", "internal/codegen/edge", "internal/build", "internal/deploy/contents", "internal/deploy/crmapi",
		"internal/deploy/edgeapi", "internal/deploy/journal", "internal/deploy/keys", "internal/deploy/lock",
		"internal/deploy/owner", "internal/deploy/port", "internal/deploy/rollout", "internal/deploy/step",
		"internal/deploymap", "internal/link", "internal/platform", "internal/projectfs",
	},
	"internal/deploy/port": {"internal/deploy/crmapi", "internal/deploy/edgeapi", "internal/deploy/health"},
	"internal/deploy/step": {"internal/deploy/health", "internal/deploy/journal", "internal/deploy/port"},
	"internal/deploy/keys": {"internal/codegen/edge", "internal/deploy/port", "internal/lazyregexp"},
	"internal/deploy/rotation": {
		"internal/codegen/edge", "internal/deploy/health", "internal/deploy/journal", "internal/deploy/keys",
		"internal/deploy/lock", "internal/deploy/owner", "internal/deploy/port", "internal/link",
	},
	"internal/deploy/rollback": {
		"internal/deploy/edgeapi", "internal/deploy/journal", "internal/deploy/lock", "internal/deploy/owner",
		"internal/deploy/port", "internal/deploy/rollout", "internal/deploy/step", "internal/link",
	},
	"internal/deploy/crmapi":  {"internal/apiclient", "internal/platform"},
	"internal/deploy/edgeapi": {"internal/apiclient"},
	"internal/deploy/health":  {},
	"internal/deploy/journal": {"internal/projectfs"},
	"internal/deploy/lock": {
		"internal/deploy/edgeapi", "internal/deploy/journal", "internal/deploy/owner", "internal/deploy/port",
	},
	"internal/deploy/owner": {"internal/projectfs"},
	"internal/deploy/rollout": {
		"internal/deploy/edgeapi", "internal/deploy/journal", "internal/deploy/lock", "internal/deploy/owner",
		"internal/lazyregexp",
	},
	"internal/deploy/contents": {"internal/build", "internal/codegen/edge", "internal/deploy/edgeapi"},

	"internal/secrets": {"internal/deploy/edgeapi"},

	// Runs in virtual time.
	"internal/simulate": {
		"internal/devserver", "internal/devserver/host", "internal/crmsim", "internal/declared", "internal/jsvm",
		"internal/platform", "internal/portal", "internal/project",
	},

	// Fixtures: the format, and what runs them in virtual time.
	"internal/fixture": {"internal/projectfs", "internal/typo"},
	"internal/fixture/player": {
		"internal/devserver", "internal/devserver/host", "internal/crmsim", "internal/declared", "internal/fixture",
		"internal/jsvm", "internal/platform", "internal/portal", "internal/project",
	},

	// What commands share.
	"internal/cli/clitest": {"internal/cli"}, // tests only
	"internal/cmd/cmdutil": {
		"internal/checker/...", "internal/cli", "internal/devvars", "internal/disposable", "internal/disposable/process",
		"internal/link", "internal/platform", "internal/project", "internal/projectfs", "internal/typo", "internal/watch",
		"sdk",
	},
	"internal/cmd/remote": {
		"internal/codegen/edge", "internal/cli", "internal/cmd/cmdutil", "internal/control", "internal/credentials",
		"internal/loopback",
		"internal/deploy/...", "internal/platform", "internal/secrets",
	},
	"internal/cmd/local": {
		"internal/checker/...", "internal/devserver/...", "internal/cli", "internal/cmd/cmdutil", "internal/declared",
		"internal/devvars", "internal/diag", "internal/platform", "internal/project", "internal/projectfs",
		"internal/publicurl", "internal/store",
	},
	"internal/cmd/statedir":    {"internal/devserver/host", "internal/cli", "internal/projectfs"},
	"internal/cmd/localserver": {"internal/devserver/live", "internal/cli", "internal/cmd/cmdutil"},
	"internal/cmd/appworker": {
		"internal/devserver/...", "internal/alertexpr", "internal/checkpoint", "internal/cli", "internal/cmd/cmdutil",
		"internal/cmd/local", "internal/cmd/localserver", "internal/cmd/remote", "internal/control", "internal/deploy/port",
		"internal/loopback",
		"internal/deploymap", "internal/disposable", "internal/link",
	},
	"internal/cmd/capability": {
		"internal/devserver/...", "internal/cli", "internal/cmd/cmdutil", "internal/cmd/local",
	},
	"internal/cmd/appbuild": {
		"internal/checker/...", "internal/codegen/components", "internal/build", "internal/cli", "internal/cmd/cmdutil",
		"internal/declared", "internal/diag", "internal/link", "internal/manifest",
		"internal/project", "internal/projectfs",
	},

	// One package per command or group of commands. They do not import each other.
	"internal/cmd/*": {
		"internal/checker/...", "internal/codegen/...", "contract", "internal/devserver/...", "internal/*",
		"internal/deploy/*", "internal/fixture/player", "internal/portal/read", "sdk", "docs", "internal/templates",
		"internal/cmd/appbuild",
		"internal/cmd/appworker",
		"internal/cmd/capability", "internal/cmd/cmdutil", "internal/cmd/local", "internal/cmd/localserver",
		"internal/cmd/remote", "internal/cmd/statedir",
	},

	// The command table.
	"cmd/svc": {"internal/cli", "internal/cmd/*", "internal/disposable", "internal/disposable/early"},

	// What make release runs.
	"internal/release":     {},
	"internal/release/run": {"internal/release"},

	// The test harness. Product packages import it in test files only.
	"test/fakes/crmfake":    {"internal/platform", "test/fakes/fakeserver"},
	"test/fakes/edgefake":   {"test/fakes/fakeserver"},
	"test/fakes/fakeserver": {},
	"test/canary":           {},
	"test/conformance": {
		"contract", "internal/codegen/edge", "internal/devserver", "internal/devserver/host", "internal/build",
		"internal/crmsim", "internal/declared", "internal/jsvm", "internal/platform", "internal/project", "sdk",
		"internal/workerd", "test/canary", "test/conformance/pinned",
	},
	"test/conformance/run":    {"test/conformance", "test/conformance/pinned"},
	"test/conformance/pinned": {"internal/workerd"},
	"test/crash": {
		"internal/devserver", "internal/devserver/host", "internal/control", "internal/crmsim", "internal/jsvm",
		"internal/platform", "internal/project", "internal/workerd", "test/conformance", "test/conformance/pinned",
	},
	"test/crash/run": {"test/crash"},
	"test/hostile":   {},
	"test/generated": {"test/sources"},
	"test/install":   {},
	"test/promise":   {}, // tests only
	"test/nodejs":    {},
	"test/packages":  {}, // tests only
	"test/pages":     {},
	"test/sources":   {},
}

// everywhere lists the packages of this module that every package may import.
var everywhere = []string{"internal/lazyregexp", "internal/reason", "internal/redact"}

// owners lists the packages that may import each third-party library, except in test files. Other packages call
// an owner.
var owners = map[string][]string{
	"github.com/spf13/cobra":   {"cmd/svc", "internal/cmd/*"},
	"github.com/spf13/pflag":   {"internal/cmd/*"},
	"github.com/evanw/esbuild": {"internal/bundle"},
	"github.com/dop251/goja": {
		"internal/evaluate", "internal/evaluate/*", "internal/jsvm", "internal/jsvm/ecma", "internal/jsvm/webapi",
	},
	"github.com/andybalholm/brotli":     {"internal/jsvm/webapi"},
	"github.com/dlclark/regexp2":        {"internal/jsvm/ecma"},
	"github.com/nlnwa/whatwg-url":       {"internal/jsvm/webapi", "internal/publicurl"},
	"golang.org/x/text":                 {"internal/jsvm/ecma", "internal/jsvm/webapi", "internal/publicurl"},
	"github.com/charmbracelet/lipgloss": {"internal/cli"},
	"github.com/muesli/termenv":         {"internal/cli"},
	"golang.org/x/term":                 {"internal/cli"},
	"golang.org/x/mod":                  {"internal/semver"},
	"github.com/fsnotify/fsnotify":      {"internal/watch"},
	"github.com/coder/websocket":        {"internal/taillog", "test/fakes/edgefake"},
	"github.com/zalando/go-keyring":     {"internal/credentials"},
	"go.etcd.io/bbolt":                  {"internal/store"},
	"golang.org/x/sys":                  {"internal/cli", "internal/processor"},
	"github.com/rogpeppe/go-internal":   {"internal/fix", "internal/checker/checktest", "test/conformance"},
}
