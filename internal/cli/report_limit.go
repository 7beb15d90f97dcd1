package cli

import (
	"slices"

	"github.com/appsvc/svc/internal/diag"
)

const (
	// maxReport is how much text the findings of a report may have, in bytes: about 5000 findings. Build servers keep all
	// of it.
	maxReport = 1 << 20
	// findingOverhead is what a finding takes in addition to its text, in bytes.
	findingOverhead = 100
)

// limited returns the report with at most maxReport of text, and how many findings it leaves out. Each file has an
// equal share, of which errors get the first part.
func (r *Report) limited() (shown *Report, omitted int) {
	total, files := 0, map[string]int{}
	for _, f := range r.Findings {
		total += sizeOf(f)
		files[f.File] = 0
	}
	if total <= maxReport {
		return r, 0
	}
	share := maxReport / len(files)
	keep := make([]bool, len(r.Findings))
	for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
		for i, f := range r.Findings {
			if f.Severity == severity && (files[f.File] == 0 || files[f.File]+sizeOf(f) <= share) {
				files[f.File] += sizeOf(f)
				keep[i] = true
			}
		}
	}
	part := *r
	part.Findings = nil
	for i, f := range r.Findings {
		if keep[i] {
			part.Findings = append(part.Findings, f)
		}
	}
	part.Findings = slices.Clip(part.Findings)
	return &part, len(r.Findings) - len(part.Findings)
}

func sizeOf(f diag.Finding) int {
	size := len(f.File) + len(f.Message) + len(f.Why) + len(f.Hint) + findingOverhead
	for _, related := range f.Related {
		size += len(related.File) + len(related.Message) + findingOverhead
	}
	for _, fix := range f.Fixes {
		size += len(fix.Title) + findingOverhead
		for _, edit := range fix.Edits {
			size += len(edit.File) + len(edit.NewText) + findingOverhead
		}
	}
	return size
}
