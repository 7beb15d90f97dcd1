package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/appsvc/svc/internal/diag"
)

// gitlabIssue is an entry of a Code Quality report of GitLab.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"` // relative to the repository's root
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// gitlabSeverities are GitLab's words.
var gitlabSeverities = map[diag.Severity]string{diag.Error: "major", diag.Warning: "minor"}

// printGitLab prints findings as a Code Quality report. GitLab shows one issue per fingerprint, so equal findings are
// numbered, and the project's path makes those of several projects differ.
func printGitLab(r *Report, w io.Writer, _ look) error {
	issues, seen := []gitlabIssue{}, map[string]int{}
	for _, f := range r.Findings {
		seen[f.Fingerprint]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", r.Prefix, f.Fingerprint, seen[f.Fingerprint]))
		issues = append(issues, gitlabIssue{
			Description: withHint(f), CheckName: f.Rule, Severity: gitlabSeverities[f.Severity],
			Fingerprint: hex.EncodeToString(sum[:16]),
			Location:    gitlabLocation{r.repositoryPath(f.File), gitlabLines{max(f.Line, 1), max(f.Line, f.EndLine, 1)}},
		})
	}
	return writeJSON(w, issues)
}

// withHint returns the message and the hint on one line.
func withHint(f diag.Finding) string {
	if f.Hint == "" {
		return OneLine(f.Message)
	}
	return OneLine(f.Message + " (" + f.Hint + ")")
}
