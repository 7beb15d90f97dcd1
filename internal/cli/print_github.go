// This file prints findings as annotations of GitHub Actions.
//
// GitHub shows at most ten errors and ten warnings a step and drops the rest without a word, so the
// printer stops there and says what it left out; the step summary has all.

package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// maxAnnotations of one severity that GitHub shows a step.
const maxAnnotations = 10

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
			" without an annotation: GitHub shows ten a step. The step summary and 'svc check --format concise' have all."
		fmt.Fprintf(&b, "::notice title=svc check::%s\n", escapeData(message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// annotation is the workflow command of one finding.
func (r *Report) annotation(f diag.Finding) string {
	properties := []string{
		"file=" + escapeProperty(r.repositoryPath(f.File)),
		fmt.Sprintf("line=%d", f.Line), fmt.Sprintf("endLine=%d", max(f.Line, f.EndLine)),
	}
	if f.EndLine <= f.Line { // GitHub takes columns only within one line
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

// escapeData and escapeProperty are those of the actions toolkit.
func escapeData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func escapeProperty(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}

// maxSummaryFindings keeps a step summary well below the 1 MiB that GitHub takes.
const maxSummaryFindings = 1000

// stepSummary appends the findings to the summary of the step, where there is one.
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
			Fix: "unset GITHUB_STEP_SUMMARY, or point it at a file that you may write to", Err: err,
		}
	}
	return nil
}
