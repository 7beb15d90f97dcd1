package diag

// Applicability says whether svc can apply a fix without a person.
type Applicability string

const (
	// Safe marks a fix that keeps the intention: `svc check --fix` applies it.
	Safe Applicability = "safe"
	// Suggestion marks a fix that a person has to confirm.
	Suggestion Applicability = "suggestion"
)

// Fix is a change of the source that removes a finding. Its edits are applied together or not at all.
type Fix struct {
	Title         string        `json:"title"`
	Applicability Applicability `json:"applicability"`
	Edits         []Edit        `json:"edits"`
}

// Edit replaces a range of a file. An empty range inserts.
type Edit struct {
	Span
	Offset    int    `json:"offset"` // in bytes, a byte order mark included
	EndOffset int    `json:"endOffset"`
	NewText   string `json:"newText"`
}
