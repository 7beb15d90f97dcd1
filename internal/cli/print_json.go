package cli

import (
	"io"
	"time"

	"github.com/appsvc/svc/internal/diag"
)

// jsonSchemaVersion is the version of the document. It increases with incompatible changes.
const jsonSchemaVersion = 1

type jsonReport struct {
	SchemaVersion int            `json:"schemaVersion"`
	Findings      []diag.Finding `json:"findings"`
	Summary       jsonSummary    `json:"summary"`
}

type jsonSummary struct {
	Errors     int   `json:"errors"`
	Warnings   int   `json:"warnings"`
	Files      int   `json:"files"`
	DurationMs int64 `json:"durationMs"`
}

func printJSON(r *Report, w io.Writer, _ look) error { return writeJSON(w, r.json()) }

// PrintJSONLine writes the JSON document on one line.
func (e *Env) PrintJSONLine(r *Report) error { return e.JSONLine(r.json()) }

func (r *Report) json() jsonReport {
	findings := r.Findings
	if findings == nil {
		findings = []diag.Finding{} // [], not null
	}
	return jsonReport{SchemaVersion: jsonSchemaVersion, Findings: findings, Summary: jsonSummary{
		Errors: r.count(diag.Error), Warnings: r.count(diag.Warning),
		Files: len(r.Paths), DurationMs: r.Duration.Round(time.Millisecond).Milliseconds(),
	}}
}
