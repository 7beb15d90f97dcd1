package codegen

import "github.com/appsvc/svc/internal/diag"

// Finding reports a declaration that codegen refuses, or that the project contains differently or not at all. codegen
// has no source, so a finding has a subject instead of a position. Callers with the declarations look up the position.
type Finding struct {
	// Rule is a rule id that svc explain knows.
	Rule     string        `json:"rule"`
	Severity diag.Severity `json:"severity"`
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	Subject  Subject       `json:"subject"`
}

// Subject is the declaration that a finding is about.
type Subject struct {
	// Kind is the kind of the declaration, as in internal/declared: "app", "card", "tool", "appObject".
	Kind string `json:"kind"`
	// Worker is the name of the worker of a capability, else "".
	Worker string `json:"worker,omitempty"`
	// ID is the declaration's id, "" for the app.
	ID string `json:"id,omitempty"`
	// Member is the path of the option, such as "mcpUrl" or "input.tone.type"; "" for the whole declaration.
	Member string `json:"member,omitempty"`
}
