// Package fix chooses and applies the fixes of findings. It reads and writes no files. Start at Choose.
package fix

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// Choice is what Choose takes of the fixes of findings.
type Choice struct {
	// Edits are the edits by file, sorted by offset. They do not overlap.
	Edits map[string][]diag.Edit
	// Fixed is how many findings they fix.
	Fixed int
	// Conflicts are the findings whose fix overlaps one that was chosen.
	Conflicts []diag.Finding
}

// Count returns how many findings have a safe fix.
func Count(findings []diag.Finding) (count int) {
	for _, f := range findings {
		if slices.ContainsFunc(f.Fixes, isSafe) {
			count++
		}
	}
	return count
}

func isSafe(fix diag.Fix) bool { return fix.Applicability == diag.Safe }

// Choose takes the first safe fix of each finding, in the order of the findings. A fix that overlaps one before it is
// a conflict. Equal edits of several findings are one edit.
func Choose(findings []diag.Finding) Choice {
	c := Choice{Edits: map[string][]diag.Edit{}}
	for _, f := range findings {
		at := slices.IndexFunc(f.Fixes, isSafe)
		switch {
		case at < 0:
		case slices.ContainsFunc(f.Fixes[at].Edits, c.overlaps):
			c.Conflicts = append(c.Conflicts, f)
		default:
			c.Fixed++
			for _, edit := range f.Fixes[at].Edits {
				c.add(edit)
			}
		}
	}
	return c
}

func (c *Choice) add(edit diag.Edit) {
	if at, known := slices.BinarySearchFunc(c.Edits[edit.File], edit, byOffset); !known {
		c.Edits[edit.File] = slices.Insert(c.Edits[edit.File], at, edit)
	}
}

// overlaps reports whether an edit shares a place with another one. Two insertions at one offset do: their order would
// matter.
func (c *Choice) overlaps(edit diag.Edit) bool {
	edits := c.Edits[edit.File]
	at, _ := slices.BinarySearchFunc(edits, edit, byOffset)
	for _, other := range edits[max(at-1, 0):min(at+1, len(edits))] { // its neighbors: none of the others overlap
		overlap := edit.Offset < other.EndOffset && other.Offset < edit.EndOffset || edit.Offset == other.Offset
		if overlap && !sameEdit(edit, other) {
			return true
		}
	}
	return false
}

func sameEdit(a, b diag.Edit) bool {
	return a.Offset == b.Offset && a.EndOffset == b.EndOffset && a.NewText == b.NewText
}

func byOffset(a, b diag.Edit) int {
	return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.EndOffset, b.EndOffset))
}

// errRange reports edits that do not fit a text.
var errRange = errors.New("an edit is outside the file or overlaps another one")

// Apply returns a text with edits, which must be sorted by offset and not overlap.
func Apply(text string, edits []diag.Edit) (string, error) {
	var b strings.Builder
	at := 0
	for _, edit := range edits {
		if edit.Offset < at || edit.EndOffset < edit.Offset || edit.EndOffset > len(text) {
			return "", errRange
		}
		b.WriteString(text[at:edit.Offset])
		b.WriteString(edit.NewText)
		at = edit.EndOffset
	}
	b.WriteString(text[at:])
	return b.String(), nil
}
