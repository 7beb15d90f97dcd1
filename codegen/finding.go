// This file holds what codegen has to say: about declarations, since it sees no source.

package codegen

import "github.com/appsvc/svc/internal/diag"

// Finding is one thing that codegen refuses, or that does not reach the project as it was declared. It has no
// place in the source; whoever has the declarations finds it by the subject.
type Finding struct {
	// Rule is an id of svc explain.
	Rule     string        `json:"rule"`
	Severity diag.Severity `json:"severity"`
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	Subject  Subject       `json:"subject"`
}

// Subject is the declaration that a finding is about.
type Subject struct {
	// Kind is "app", or the kind of the declaration as internal/declared has it: "card", "tool", "appObject".
	Kind string `json:"kind"`
	// Worker is the name of the worker that holds a capability, else "".
	Worker string `json:"worker,omitempty"`
	// ID is the declaration's id, "" for the app.
	ID string `json:"id,omitempty"`
	// Member is the path of the option at fault, such as "mcpUrl" or "input.tone.type"; "" for the whole.
	Member string `json:"member,omitempty"`
}
