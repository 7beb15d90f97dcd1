// Package declared holds what a project declares, as data: every declaration with its values,
// each value with the place where it was written, and the facts about the source around them.
//
// internal/project fills a Project in; the checker reads it. The package has no behaviour
// that needs a file or a VM: places are opaque Marks, and a Locator turns them into spans
// only when somebody has something to say about them.
// Start at Project, then Declaration, then Value (value.go).
package declared

import "github.com/appsvc/svc/internal/diag"

// Project is everything that the source of one app declares.
type Project struct {
	// Profile is the vendor profile in force: "crm" unless the user chose another.
	Profile string
	// Vendor is what rules need to know of that profile.
	Vendor Vendor
	// ConfigFile is the config that was found, relative to the root; empty when there is none.
	ConfigFile string
	// Workers has one entry a file below src/workers, in file order, whether or not it declares a worker.
	Workers []*WorkerFile
	// App is the default export of the config; nil when there is none or it is no defineApp.
	App *Declaration
	// Declarations has every declaration that was evaluated, in order, registered anywhere or not.
	Declarations []*Declaration
	// Cards has one entry a distinct entrypoint of a declared card.
	Cards []*CardModule
	// Manifest is the project's manifest, JSON; nil when it was not asked for, or could not be made on the way.
	Manifest []byte
	// Problems are what kept source from being read or evaluated.
	Problems []Problem
	// Calls are calls in the users' source that rules care about, found in the syntax tree.
	Calls []Call
	// Bindings are the names that .dev.vars gives; nil when there is no such file.
	Bindings []string
	// Files are the source files of the user that were read, relative to the root, sorted: the config,
	// the worker files, the card entry points and every local file that one of them imports.
	Files []string
	// Source is the text of a file that a span names; nil when it cannot be read. It is never nil itself,
	// and may be called from several goroutines.
	Source func(file string) []byte
	// Locator turns marks into spans. It is never nil.
	Locator Locator
}

// Vendor is the part of a vendor profile that rules care about.
type Vendor struct {
	// APIOrigin is the origin of the CRM's API.
	APIOrigin string
	// OAuthScope is the scope that every OAuth app must request; "" when the vendor wants none.
	OAuthScope string
	// McpServersPerApp is how many MCP servers take effect; more are refused when RefusesMore is set.
	McpServersPerApp int
	RefusesMore      bool
}

// Locator finds the place that a mark stands for. It is slow at its first call (it decodes
// source maps), so it is asked only for what is reported.
type Locator interface {
	Locate(Mark) diag.Span
}

// Mark is an opaque note of where something was written. The zero Mark is "nowhere known".
type Mark struct {
	// Shard and Offset (a byte offset plus one) point into a generated bundle; or Span is set.
	Shard  int32
	Offset int32
	Span   *diag.Span
}

// IsZero reports whether the place is unknown.
func (m Mark) IsZero() bool { return m.Offset == 0 && m.Span == nil }

// At makes a mark of a place that is known already.
func At(span diag.Span) Mark { return Mark{Span: &span} }

// WorkerFile is one file below src/workers.
type WorkerFile struct {
	Path string // relative to the root, with forward slashes
	// Worker is the default export; nil when it is missing, is no worker, or the file did not evaluate.
	Worker *Declaration
	// Evaluated says whether the file ran to its end. Rules that need its exports skip it otherwise.
	Evaluated bool
	// Exports are the names that the file exports, "default" included.
	Exports []string
}

// Kind tells declarations apart. The strings are those of the SDK's brand.
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

// IsCapability reports whether declarations of this kind stand on a worker.
func (k Kind) IsCapability() bool {
	return k == Tool || k == CardBackend || k == Trigger || k == Sync
}

// Declaration is one call of an SDK function that declares something.
type Declaration struct {
	Kind Kind
	// Call is the name that the user called: "tool", "action", "defineSource.push", ...
	Call string
	// ID is the declared id or name, "" when it is missing or no string: the first argument of most
	// calls, options.id of a card, options.name of an app or source; of a sync that was given a
	// source options.id, else the source's name.
	ID string
	// Args are the arguments as written.
	Args []*Value
	// Options is the options object among Args; an Undefined value, never nil, when it is missing.
	Options *Value
	// At is the call: its callee name.
	At Mark
	// Errors are what the SDK refused while declaring.
	Errors []SDKError
	// Worker is the worker that a capability is registered on; nil when it is on none.
	Worker *Declaration
	// Capabilities are those of a worker, in order of registration.
	Capabilities []*Declaration
	// Source is the source that a sync was given.
	Source *Declaration
	// Push says that a source was declared with defineSource.push.
	Push bool
	// Schedule is what the SDK's normalizeSyncSchedule made of a sync's schedule; nil when it was refused.
	Schedule *Schedule
}

// IDMark is where the id was written, else the call.
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

// Schedule is the twin of the SDK's NormalizedSyncSchedule.
type Schedule struct {
	Kind       string // "interval", "cron", "event" or "manual"
	Expression string
	Crons      []string // edge cron triggers, UTC
}

// SDKError is an error that the SDK threw for a declaration.
type SDKError struct {
	// Rule is the id of the rule that the error breaks; the rule reports it.
	Rule    string
	Message string
	// Path leads from the call's arguments to the value at fault: ["schedule"] is a member of the
	// options; an empty path is the call.
	Path []string
}

// Problem is something that kept source from being read or evaluated.
type Problem struct {
	// Rule is the id of the rule that reports it, such as "syntax-error".
	Rule    string
	Message string
	Hint    string // "" when the rule's own hint serves
	At      Mark
	Related []RelatedMark
}

// RelatedMark is a second place, still as a mark.
type RelatedMark struct {
	Message string
	At      Mark
}

// Call is a call in a user's source, found in the syntax tree (it may never have run).
type Call struct {
	// Path is the callee as written, without its root where that is a call:
	// ["ctx","crm","objects","create"], ["crm","objects","get"], ["fetch"], ["usesScopes"].
	Path []string
	// Args are the leading arguments that are literals (or arrays and template strings of them), and the
	// one behind them when its beginning is known.
	Args []Literal
	File string // the worker file or local module that holds it
	At   Mark
}

// Literal is an argument whose value stands in the source.
type Literal struct {
	Known bool
	Text  string   // of a string
	List  []string // of an array of strings
	// Head is how a text begins of which the rest is not known: `https://api.example.com/${id}`.
	Head string
}

// CardModule is what is known of the UI component of a card, from its module graph.
type CardModule struct {
	Entrypoint string // as declared
	File       string // relative to the root; "" when no such file exists
	Exports    []string
	// Imports are the imports of the file and of every local file it reaches.
	Imports []CardImport
}

// CardImport is one import statement.
type CardImport struct {
	Path string // as written: "@svc/sdk", "react", "./row"
	At   Mark
}
