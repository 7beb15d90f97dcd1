// Package diag defines diagnostics about a user's source: positions, severities and findings.
//
// It has data, and imports no package of svc. Package internal/cli prints findings. Start at Finding.
package diag

// Severity is the importance of a finding.
type Severity string

const (
	// Error is a violation of the contract: the app does not work, or is rejected.
	Error Severity = "error"
	// Warning is a limit of a platform, or advice: the app may work.
	Warning Severity = "warning"
)

// Span is a range in a source file.
//
// Lines and columns are 1-based. Columns count UTF-16 code units, as editors do. The end is exclusive. A Line of 0
// means the whole file.
type Span struct {
	File      string `json:"file"` // relative to the project root, with forward slashes
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

// Related is a second position that explains a finding, such as "first declared here".
type Related struct {
	Message string `json:"message"`
	Span
}

// Finding is one diagnostic at one position.
type Finding struct {
	Rule     string   `json:"rule"` // kebab-case, stable
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`        // what is wrong
	Why      string   `json:"why,omitempty"`  // the rule of the platform that it follows from
	Hint     string   `json:"hint,omitempty"` // what to do
	Span
	Related []Related `json:"related,omitempty"`
	// Fixes are changes of the source that remove the finding, the best one first.
	Fixes []Fix `json:"fixes,omitempty"`
	// Blocking marks source that could not be read or run. The rest of it was not checked, so the finding cannot be
	// suppressed or accepted by a baseline.
	Blocking bool `json:"-"`
	// Fingerprint identifies the finding across edits that move lines, for baselines and SARIF.
	Fingerprint string `json:"fingerprint"`
}
