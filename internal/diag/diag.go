// Package diag holds what the tool says about a user's source: positions, severities and findings.
//
// It is data only and imports nothing, so that every engine can speak it.
// Start at Finding. Printing findings is the work of internal/cli.
package diag

// Severity says how much a finding matters.
type Severity string

const (
	// Error marks a broken sentence of the contract: the app will not work, or will be refused.
	Error Severity = "error"
	// Warning marks a limit of a platform, or advice: the app may work, and the user should know.
	Warning Severity = "warning"
)

// Span is a place in a source file.
//
// Lines and columns are 1-based; columns count UTF-16 code units, as editors do.
// The end is exclusive. A zero Line means that the whole file is meant.
type Span struct {
	File      string `json:"file"` // relative to the project root, with forward slashes
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

// Related is a second place that explains a finding, such as "first declared here".
type Related struct {
	Message string `json:"message"`
	Span
}

// Finding is one thing that the tool has to say about one place.
type Finding struct {
	Rule     string   `json:"rule"` // kebab-case, stable
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`        // what is wrong
	Why      string   `json:"why,omitempty"`  // the rule of the platform behind it
	Hint     string   `json:"hint,omitempty"` // what to do
	Span
	Related []Related `json:"related,omitempty"`
	// Blocking says that source could not be read or run: nobody knows what else is wrong with it, so
	// the finding can be neither suppressed nor tolerated.
	Blocking bool `json:"-"`
	// Fingerprint identifies the finding across edits that move lines; baselines and SARIF use it.
	Fingerprint string `json:"fingerprint"`
}
