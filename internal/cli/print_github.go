package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// maxAnnotations is the number of annotations per severity that GitHub shows for a step.
const maxAnnotations = 10

// printGitHub prints findings as annotations of GitHub Actions. GitHub silently drops annotations over its limit, so
// printGitHub prints their number instead. The step summary has all findings.
func printGitHub(r *Report, w io.Writer, _ look) error {
	var b strings.Builder
	shown := map[diag.Severity]int{}
	for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
		for _, f := range r.Findings {
			if f.Severity == severity && shown[severity] < maxAnnotations {
				shown[severity]++
				b.WriteString(r.annotation(f))
			}
		}
	}
	var cut []string
	for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
		if left := r.count(severity) - shown[severity]; left > 0 {
			cut = append(cut, Count(left, "more "+string(severity)))
		}
	}
	if len(cut) > 0 {
		message := strings.Join(cut, " and ") +
			" not shown: GitHub shows ten per step. The step summary and 'svc check --format concise' have all findings."
		fmt.Fprintf(&b, "::notice title=svc check::%s\n", escapeData(message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// annotation returns the workflow command for a finding.
func (r *Report) annotation(f diag.Finding) string {
	properties := []string{
		"file=" + escapeProperty(r.repositoryPath(f.File)),
		fmt.Sprintf("line=%d", f.Line), fmt.Sprintf("endLine=%d", max(f.Line, f.EndLine)),
	}
	if f.EndLine <= f.Line { // GitHub accepts columns only within one line
		properties = append(
			properties, fmt.Sprintf("col=%d", f.Column), fmt.Sprintf("endColumn=%d", max(f.Column, f.EndColumn)),
		)
	}
	properties = append(properties, "title="+escapeProperty(f.Rule))
	message := f.Message
	if f.Hint != "" {
		message += "\nhint: " + f.Hint
	}
	return fmt.Sprintf("::%s %s::%s\n", f.Severity, strings.Join(properties, ","), escapeData(message))
}

// escapeData escapes like the actions toolkit.
func escapeData(text string) string {
	return OneLine(strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text))
}

// escapeProperty escapes like the actions toolkit.
func escapeProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(text))
}

// maxSummaryFindings keeps a step summary below GitHub's limit of 1 MiB.
const maxSummaryFindings = 1000

// stepSummary appends the findings to the step summary, if there is one.
func (e *Env) stepSummary(r *Report) error {
	file := e.Getenv("GITHUB_STEP_SUMMARY")
	if file == "" {
		return nil
	}
	out, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = io.WriteString(out, r.markdown(maxSummaryFindings)+"\n")
		if closeErr := out.Close(); err == nil {
			err = closeErr
		}
	}
	if err != nil {
		return &Error{
			Code: ExitUsage, What: fmt.Sprintf("cannot write the step summary %q", file), Why: Reason(err),
			Fix: "unset GITHUB_STEP_SUMMARY, or set it to a writable file", Err: err,
		}
	}
	return nil
}
