// Package arch holds the arrows of the house: which package may import which.
//
// It has no code to call. arch_test.go compares the two tables below with what `go list` says;
// a new package needs a line in arrows, a new library a line in owners. The reasons are in
// docs/architecture.md.
package arch

// arrows lists, for each package, the packages of this module that it may import. Test files are free.
// A name that ends in "/..." stands for the package and everything below it.
var arrows = map[string][]string{
	// The ground: data, imports nothing of ours.
	"internal/diag":      {},
	"internal/platform":  {},
	"internal/sourcemap": {},
	"internal/devvars":   {},
	"internal/alertexpr": {},
	"internal/publicurl": {},
	"internal/typo":      {},
	"internal/watch":     {},
	"internal/store":     {},
	"internal/crmsim":    {},
	"internal/arch":      {},
	"contract":           {},
	"sdk":                {},
	"testscripts":        {},
	"internal/declared":  {"internal/diag"},
	"internal/manifest":  {"internal/diag"},
	"internal/cli":       {"internal/diag"},

	// From source to declarations.
	"internal/bundle":      {"internal/diag", "sdk"},
	"internal/jsvm":        {"internal/diag", "internal/declared", "internal/sourcemap"},
	"internal/jsvm/webapi": {"internal/jsvm"},
	"internal/project":     {"internal/diag", "internal/declared", "internal/manifest", "internal/bundle", "internal/jsvm", "internal/sourcemap", "internal/devvars", "internal/platform", "sdk"},

	// Engines and their tables.
	"checker":           {"internal/diag", "internal/declared", "internal/typo"},
	"checker/checktest": {"checker", "internal/diag", "internal/declared", "internal/project"},
	"checker/rules":     {"checker", "internal/diag", "internal/declared", "internal/typo", "internal/platform", "internal/manifest", "internal/alertexpr", "internal/publicurl"},
	"templates":         {},
	"devserver":         {"internal/diag", "internal/declared", "internal/project", "internal/jsvm", "internal/crmsim", "internal/store", "internal/devvars", "internal/platform", "internal/manifest", "internal/sourcemap", "sdk"},

	// The roof.
	"cmd/svc": {"checker/...", "devserver", "templates", "contract", "sdk", "internal/..."},
}

// owners lists who may import each third-party library, test files aside. Everybody else asks the owner.
var owners = map[string][]string{
	"github.com/spf13/cobra":            {"cmd/svc"},
	"github.com/spf13/pflag":            {"cmd/svc"},
	"github.com/evanw/esbuild":          {"internal/bundle"},
	"github.com/dop251/goja":            {"internal/jsvm", "internal/jsvm/webapi"},
	"github.com/dlclark/regexp2":        {"internal/jsvm"},
	"github.com/nlnwa/whatwg-url":       {"internal/jsvm/webapi"},
	"golang.org/x/text":                 {"internal/publicurl"},
	"github.com/charmbracelet/lipgloss": {"internal/cli"},
	"github.com/muesli/termenv":         {"internal/cli"},
	"golang.org/x/term":                 {"internal/cli"},
	"github.com/fsnotify/fsnotify":      {"internal/watch"},
	"go.etcd.io/bbolt":                  {"internal/store"},
	"github.com/rogpeppe/go-internal":   {"checker/checktest"},
}
