package test

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/fixture"
)

// Statuses of results.
const (
	passed   = "passed"
	failed   = "failed"
	updated  = "updated"
	unusable = "invalid" // a mistake in the fixture
)

// statusWords are the statuses as the text names them.
var statusWords = map[string]string{passed: "pass", failed: "FAIL", updated: "updated", unusable: "FAIL"}

// result is the result of one fixture.
type result struct {
	Name       string `json:"name"`
	File       string `json:"file"`
	Status     string `json:"status"`
	Capability string `json:"capability"`
	// Runs is how often it was run.
	Runs int `json:"runs"`
	// isNew means that it has expected nothing so far.
	isNew      bool
	DurationMs float64 `json:"durationMs"`
	// Message says why it could not be run to its end, or what the handler threw.
	Message     string               `json:"message,omitempty"`
	Differences []fixture.Difference `json:"differences"`
	// Unanswered are requests to other hosts without an answer.
	Unanswered []string          `json:"unanswered,omitempty"`
	Problems   []fixture.Problem `json:"problems,omitempty"`
}

// word is the status as the text names it.
func (r *result) word() string {
	if r.Status == updated && r.isNew {
		return "new"
	}
	return statusWords[r.Status]
}

// compare fills in how the outcome differs from what the fixture expects.
func (r *result) compare(f *fixture.Fixture, o *fixture.Outcome) {
	r.Differences, r.Unanswered, r.Message = f.Compare(o), o.Unanswered, ""
	switch {
	case !f.Expects():
		r.Message = "it expects nothing: run 'svc test " + f.Name + " --update' to write what the app does"
	case len(r.Differences) == 0 && len(r.Unanswered) == 0:
		return
	case o.Error != nil:
		r.Message = "the handler threw " + strings.TrimSuffix(o.Error.Name+": "+o.Error.Message, ": ")
		if o.Error.At != "" {
			r.Message += " at " + o.Error.At
		}
	}
	if r.Differences == nil {
		r.Differences = []fixture.Difference{}
	}
	r.Status = failed
}

// maxDetail is the length of the longest value that the text shows, in bytes.
const maxDetail = 400

// details explain a failure.
func (r *result) details() (lines []string) {
	for _, p := range r.Problems {
		place := r.File
		if p.Line > 0 {
			place = fmt.Sprintf("%s:%d:%d", r.File, p.Line, p.Column)
		}
		lines = append(lines, place+": "+p.Message)
		if p.Hint != "" {
			lines = append(lines, "  fix: "+p.Hint)
		}
	}
	if r.Message != "" {
		lines = append(lines, r.Message)
	}
	for _, request := range r.Unanswered {
		lines = append(lines, "no answer for "+request, "  fix: add it to outside in "+r.File)
	}
	for _, d := range r.Differences {
		lines = append(lines, d.Path)
		for _, line := range d.Lines() {
			if len(line) > maxDetail {
				line = strings.ToValidUTF8(line[:maxDetail], "") + "…"
			}
			lines = append(lines, "  "+line)
		}
	}
	if r.Status == failed && r.Runs > 1 {
		lines = append(lines, fmt.Sprintf("in run %d of --repeat: the result depends on random numbers", r.Runs))
	}
	return lines
}

// report is what --json prints.
type report struct {
	SchemaVersion int      `json:"schemaVersion"`
	OK            bool     `json:"ok"`
	Summary       summary  `json:"summary"`
	Fixtures      []result `json:"fixtures"`
}

type summary struct {
	Fixtures   int     `json:"fixtures"`
	Passed     int     `json:"passed"`
	Failed     int     `json:"failed"`
	Updated    int     `json:"updated"`
	DurationMs float64 `json:"durationMs"`
}

// sum fills in the totals.
func (r *report) sum(took time.Duration) {
	r.Summary = summary{Fixtures: len(r.Fixtures), DurationMs: float64(took.Microseconds()) / 1000}
	for _, one := range r.Fixtures {
		switch one.Status {
		case passed:
			r.Summary.Passed++
		case updated:
			r.Summary.Updated++
		default:
			r.Summary.Failed++
		}
	}
	r.OK = r.Summary.Failed == 0
}

// print writes the report in every format.
func (r *report) print(env *cli.Env, o *options, dir string) error {
	for _, out := range o.outputs {
		var err error
		switch {
		case out.format == junitFormat:
			var text []byte
			if text, err = cli.JUnit("svc test", r.tests(), r.took()); err == nil {
				err = env.WriteOutput(out.file, text, dir)
			}
		case out.format == jsonFormat && out.file != "":
			var b bytes.Buffer
			toFile := *env
			toFile.Out = env.Secrets.Writer(&b)
			if err = toFile.JSON(r); err == nil {
				err = env.WriteOutput(out.file, b.Bytes(), dir)
			}
		case out.format == jsonFormat && o.watch:
			err = env.JSONLine(r) // one document per line
		case out.format == jsonFormat:
			err = env.JSON(r)
		default:
			err = r.printText(env, out.file, dir)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *report) took() time.Duration {
	return time.Duration(r.Summary.DurationMs * float64(time.Millisecond))
}

func (r *report) tests() (all []cli.Test) {
	for _, one := range r.Fixtures {
		t := cli.Test{
			Name: one.Name, Class: one.Capability, File: one.File, Status: one.word(),
			Failed: one.Status == failed || one.Status == unusable,
			Took:   time.Duration(one.DurationMs * float64(time.Millisecond)), Details: one.details(),
		}
		if len(one.Problems) > 0 {
			t.Line = one.Problems[0].Line
		}
		all = append(all, t)
	}
	return all
}

func (r *report) printText(env *cli.Env, file, dir string) error {
	if file != "" {
		var b bytes.Buffer
		toFile := *env
		toFile.Out, toFile.OutTTY = env.Secrets.Writer(&b), false
		if err := toFile.PrintTests(r.tests()); err != nil {
			return err
		}
		return env.WriteOutput(file, b.Bytes(), dir)
	}
	if err := env.PrintTests(r.tests()); err != nil {
		return err
	}
	s := r.Summary
	facts := []string{cli.Count(s.Fixtures, "fixture")}
	for _, part := range []struct {
		count int
		word  string
	}{{s.Passed, passed}, {s.Failed, failed}, {s.Updated, updated}} {
		if part.count > 0 {
			facts = append(facts, fmt.Sprintf("%d %s", part.count, part.word))
		}
	}
	status := "ok"
	if !r.OK {
		status = failed
	}
	env.Outcome(r.OK, status, append(facts, fmt.Sprintf("%.0f ms", s.DurationMs)))
	return nil
}

// showRound prints the error of a round of --watch.
func showRound(env *cli.Env, o *options, err error) {
	if !cli.IsStopped(err) {
		env.Fail(err)
	}
	if env.ErrTTY {
		env.Notef("watching %s (Ctrl-C to stop)", o.dir)
	}
}
