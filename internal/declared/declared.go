// Package declared defines what a project declares, as data: every declaration with its values, the position of each
// value, and facts about the source.
//
// Package internal/project creates a Project, and the checker reads it. The package needs no file or VM: positions are
// opaque Marks, which a Locator converts to spans when they are reported.
//
// Start at Project, then Declaration, then Value (value.go).
package declared

import (
	"regexp"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/portal"
	"github.com/appsvc/svc/internal/projectfs"
)

// Project is everything that the source of one app declares.
type Project struct {
	// Profile is the vendor profile in use.
	Profile string
	// Vendor is what rules need of that profile.
	Vendor Vendor
	// ConfigFile is the config, relative to the root; "" if there is none.
	ConfigFile string
	// Slug is what the app is deployed as: the start of its script names and the name of the CRM project. "" if it cannot
	// be derived.
	Slug string
	// Workers has one entry per file below src/workers, in file order, whether or not it declares a worker.
	Workers []*WorkerFile
	// App is the default export of the config, nil if it is not defineApp.
	App *Declaration
	// Declarations are all declarations that were evaluated, in order, registered or not.
	Declarations []*Declaration
	// Cards has one entry per distinct entrypoint of the declared cards.
	Cards []*CardModule
	// Manifests are the project's manifests as JSON by declared environment; "" is that of all others. They are nil if
	// they were not requested or could not be created.
	Manifests map[string][]byte
	// Problems were found while loading. Faults are those that keep source from being read or evaluated.
	Problems []Problem
	// Calls are the calls in the user's source that rules check, from the syntax tree.
	Calls []Call
	// Uses are other expressions in the user's source that rules check.
	Uses []Use
	// Bindings are the names in .dev.vars and in that of the environment, which is that of local runs by default. They
	// are nil without those files.
	Bindings []string
	// EnvironmentBindings are those of each environment that the app declares and that has a file of its own.
	EnvironmentBindings map[string][]string
	// Portal is the snapshot of a portal's schema in svc.portal.json; nil without that file.
	Portal *portal.Snapshot
	// Files are the user's source files, relative to the root, sorted: the config, the worker files, the card entry
	// points and every local file that one of them imports.
	Files []string
	// Inputs are what the load depends on: Files, what they import besides code, settings and manifests, and the names
	// that it looked for. A change of another file changes nothing.
	Inputs projectfs.Inputs
	// Unread are files that look like a part of the app and are not in Files.
	Unread []UnreadFile
	// Source returns the text of a file that a span names, nil if it cannot be read. It is not nil, and is safe for
	// concurrent use.
	Source func(file string) []byte
	// PackagesMatch reports whether the code of an imported package matches a pattern. It is nil for a project that was
	// not evaluated.
	PackagesMatch func(pattern *regexp.Regexp) bool
	// Locator converts marks to spans. It is not nil.
	Locator Locator
}

// NodeCompat reports whether workers may use modules of Node.
func (p *Project) NodeCompat() bool { return p.App != nil && p.App.Options.Get("nodeCompat").Bool }

// Vendor is the part of a vendor profile that rules use.
type Vendor struct {
	// ExecutionStateKey is the output field with the outcome of an action (spec, States and transitions).
	ExecutionStateKey string
	// UIPackage is the npm package of the CRM's UI components.
	UIPackage string
	// UIGlobal is the object that the UI package exports, such as "hubspot".
	UIGlobal string
	// APIOrigin is the origin of the CRM's API.
	APIOrigin string
	// OAuthScope is the scope that every OAuth app must request, "" for none.
	OAuthScope string
	// McpServersPerApp is how many MCP servers take effect. The platform rejects more if RefusesMore is set.
	McpServersPerApp int
	RefusesMore      bool
}

// Locator converts marks to spans. Its first call is slow, since it decodes source maps. Use it only for what is
// reported.
type Locator interface {
	Locate(Mark) diag.Span
}

// Mark is an opaque position. The zero Mark is unknown.
type Mark struct {
	// Shard and Offset (a byte offset plus one) point into a generated bundle, unless Span is set.
	Shard  int32
	Offset int32
	Span   *diag.Span
}

// IsZero reports whether the position is unknown.
func (m Mark) IsZero() bool { return m.Offset == 0 && m.Span == nil }

// At returns the mark of a known position.
func At(span diag.Span) Mark { return Mark{Span: &span} }

// WorkerFile is one file below src/workers.
type WorkerFile struct {
	Path string // relative to the root, with forward slashes
	// Worker is the default export, nil if it is not a worker or the file was not evaluated.
	Worker *Declaration
	// Evaluated reports whether the module loaded completely. Rules that need its exports skip it otherwise.
	Evaluated bool
	// Exports are the names that the file exports, "default" included.
	Exports []string
}

// UnreadFile is a file that is not read, and that has a declaration or the place of a worker.
type UnreadFile struct {
	Path string // relative to the root, with forward slashes
	// Call is the function that declares: "defineWorker" if there is one, else the first. It is "" for the place alone.
	Call string
	At   Mark // of the call, or of the default export
}

// Kind is the kind of a declaration. The strings are those of the SDK's brand.
type Kind string

const (
	App                  Kind = "app"
	Card                 Kind = "card"
	McpServer            Kind = "mcpServer"
	Worker               Kind = "worker"
	Tool                 Kind = "tool" // worker.tool and worker.action
	CardBackend          Kind = "cardBackend"
	Trigger              Kind = "trigger"
	Sync                 Kind = "sync"
	Source               Kind = "source"
	AppObject            Kind = "appObject"
	AppObjectAssociation Kind = "appObjectAssociation"
	AppEvent             Kind = "appEvent"
)

// IsCapability reports whether declarations of this kind belong to a worker.
func (k Kind) IsCapability() bool {
	return k == Tool || k == CardBackend || k == Trigger || k == Sync
}

// Declaration is one call of an SDK function that declares something.
type Declaration struct {
	Kind Kind
	// Call is the called name: "tool", "action", "defineSource.push", ...
	Call string
	// ID is the declared id or name, "" if it is missing or not a string: the first argument of most calls, options.id
	// of a card, options.name of an app or source. For a sync with a source it is options.id or else the source's name.
	ID string
	// Args are the arguments as written.
	Args []*Value
	// Options is the options object among Args. If it is missing, it is an Undefined value, not nil.
	Options *Value
	// At is the position of the callee's name, End that after the call.
	At, End Mark
	// Via is the call, at the top level of a module, of the function that declares; zero without such a function.
	Via Mark
	// Errors are the errors that the SDK found while declaring.
	Errors []SDKError
	// Worker is the worker that registers a capability, or nil.
	Worker *Declaration
	// Capabilities are those of a worker, in order of registration.
	Capabilities []*Declaration
	// Registrations are the arguments of calls of worker.use, in order.
	Registrations []Registration
	// Source is the source of a sync.
	Source *Declaration
	// Push reports whether a source was declared with defineSource.push.
	Push bool
	// Schedule is the result of the SDK's normalizeSyncSchedule, nil if it failed.
	Schedule *Schedule
	// AlertExprs are an app's alert expressions as the SDK parsed them, by the value of expr.
	AlertExprs map[*Value]AlertExpr
	// Defaults are the results of reading the defaults of fields as the runtime does, by the value of default. A value
	// that JSON cannot represent is not read.
	Defaults map[*Value]DefaultReading
}

// Registration is an argument that registers a capability with a worker.
type Registration struct {
	Capability *Declaration
	At         Mark
}

// DefaultReading is what the runtime makes of the default of a field.
type DefaultReading struct {
	// Expected completes "must be ..." if the default is not a value of the field's type.
	Expected string `json:"expected"`
	// Becomes is the JavaScript type of the value that the handler receives, if the default has another one.
	Becomes string `json:"becomes"`
}

// AlertExpr is a parsed alert expression.
type AlertExpr struct {
	Expr  alertexpr.Expr   // nil if the expression is malformed
	Error *alertexpr.Error // nil if it is not
}

// IDMark returns the position of the id, or else of the call.
func (d *Declaration) IDMark() Mark {
	for _, name := range []string{"id", "name"} {
		if d.Kind != Card && d.Kind != App && d.Kind != Source && d.Source == nil {
			break
		}
		if v := d.Options.Get(name); v.IsString() && v.Text == d.ID {
			return v.At
		}
	}
	if len(d.Args) > 0 && d.Args[0].IsString() && !d.Args[0].At.IsZero() {
		return d.Args[0].At
	}
	return d.At
}

// Schedule matches the SDK's NormalizedSyncSchedule.
type Schedule struct {
	Kind       string // "interval", "cron", "event" or "manual"
	Expression string
	Crons      []string // edge cron triggers, UTC
}

// SDKError is an error of the SDK about a declaration.
type SDKError struct {
	// Rule is the id of the rule that reports the error.
	Rule    string
	Message string
	// Path leads from the call's arguments to the value: ["schedule"] is a member of the options, an empty path the
	// call.
	Path []string
	// At is the position of an argument of another call, such as worker.use; else zero.
	At Mark
}

// Problem keeps source from being read or evaluated.
type Problem struct {
	// Rule is the id of the rule that reports it, such as "syntax-error".
	Rule    string
	Message string
	Hint    string // "" for the rule's own hint
	At      Mark
	Related []RelatedMark
	// HasBackslashes means that the string at At is a path that is right with forward slashes.
	HasBackslashes bool
	// IsRemark means that all source was read and evaluated in spite of it.
	IsRemark bool
}

// Faults returns the problems that keep source from being read or evaluated.
func (p *Project) Faults() (faults []Problem) {
	for _, problem := range p.Problems {
		if !problem.IsRemark {
			faults = append(faults, problem)
		}
	}
	return faults
}

// RelatedMark is a second position.
type RelatedMark struct {
	Message string
	At      Mark
}

// Call is a call in the user's source, from the syntax tree. It may never run.
type Call struct {
	// Path is the callee as written. If its root is a call, the root is left out:
	// ["ctx","crm","objects","create"], ["crm","objects","get"], ["fetch"], ["usesScopes"].
	Path []string
	// Args are the leading arguments whose values are in the source, and the next argument if its head is known. A call
	// whose first argument can have several values is in the list several times, and once more with an unknown one if
	// there can be others.
	Args []Literal
	File string // the worker file or local module
	At   Mark
	// ArgAt is the position of the first argument.
	ArgAt Mark
	// Invalid says what is wrong with the arguments of a usesScopes call, as far as the source shows it; "" if nothing is.
	Invalid string
	// HandlerOf is the function that declares the capability in whose handler the call is, such as "trigger". It is "" for
	// calls in other functions.
	HandlerOf string
	// Marked means that the call is in the function of a usesScopes call.
	Marked bool
}

// Literal is an argument whose value is in the source.
type Literal struct {
	Known bool
	Text  string   // of a string
	List  []string // of an array of strings; if not Known, the elements that are in the source
	// Head is the known start of a string: `https://api.example.com/${id}`.
	Head string
}

// CardModule is the module graph of a card's UI component.
type CardModule struct {
	Entrypoint string // as declared
	File       string // relative to the root; "" if it does not exist
	// Beside are the files of code in the folder of an entrypoint that does not exist, relative to the root.
	Beside  []string
	Exports []string
	// Extends is set if the code may render its component by itself, so that it needs no export.
	Extends bool
	// Imports are the imports of the file and of every local file that it imports.
	Imports []CardImport
}

// CardImport is one import statement.
type CardImport struct {
	Path string // as written: "@svc/sdk", "react", "./row"
	// Package is the package that the built card imports, or a URL; "" for a local file and for the SDK.
	Package string
	// Range is the version range of the package in the project's package.json, "" for none.
	Range string
	// In is the file that has the import, File the local file that it leads to, "" for a package. Both are relative to
	// the root.
	In, File string
	At       Mark
}
