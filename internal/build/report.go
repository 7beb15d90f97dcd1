package build

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

// reportVersion is the schema version of the report.
const reportVersion = 1

// Report is report.json. It contains no time, no path of this machine and no value of a secret.
type Report struct {
	SchemaVersion int            `json:"schemaVersion"`
	App           string         `json:"app"`
	Slug          string         `json:"slug"`
	Environment   string         `json:"environment"`
	Profile       string         `json:"profile"`
	SDKVersion    string         `json:"sdkVersion"`
	Scripts       []ScriptReport `json:"scripts"`
	CRM           CRMReport      `json:"crm"`
	Warnings      []Warning      `json:"warnings"`
}

// ScriptReport describes one script.
type ScriptReport struct {
	// Worker is the user worker's name, "" for the app worker.
	Worker string `json:"worker"`
	Script string `json:"script"`
	// Bytes and GzipBytes are the sizes of its modules without source maps: see Measure.
	Bytes     int      `json:"bytes"`
	GzipBytes int      `json:"gzipBytes"`
	MapBytes  int      `json:"mapBytes"`
	Crons     []string `json:"crons"`
	// Secrets are the names of its secrets.
	Secrets []string `json:"secrets"`
}

// CRMReport describes the CRM project.
type CRMReport struct {
	Files          int                    `json:"files"`
	Bytes          int                    `json:"bytes"`
	RequiredScopes []string               `json:"requiredScopes"`
	Components     []codegen.ComponentRef `json:"components"`
}

// Warning is something that a deploy might fail on or that the user should know.
type Warning struct {
	// Code is a stable kebab-case id. Script is the script concerned, or "".
	Code   string `json:"code"`
	Script string `json:"script,omitempty"`
	// Name is the name of the declaration concerned, or "".
	Name string `json:"name,omitempty"`
	// File, Line and Column are the position of the declaration concerned, or "" and 0.
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"`
}

// report measures the output and collects its files.
func (b *builder) report() error {
	r := &b.out.Report
	*r = Report{
		SchemaVersion: reportVersion, App: b.manifest.App.Name, Slug: b.Project.Slug, Environment: b.Environment,
		Profile:    b.profile.Name,
		SDKVersion: b.manifest.SDKVersion, Scripts: Measure(b.out.Scripts), Warnings: []Warning{},
	}
	r.CRM = CRMReport{
		Files: len(b.out.CRM.Files), RequiredScopes: notNil(b.out.CRM.RequiredScopes),
		Components: notNil(b.out.CRM.Components),
	}
	for _, file := range b.out.CRM.Files {
		r.CRM.Bytes += len(file.Data)
	}
	if err := b.limits(r); err != nil {
		return err
	}
	for _, finding := range b.out.CRM.Findings {
		if finding.Severity == diag.Warning {
			r.Warnings = append(r.Warnings, b.warning(&finding))
		}
	}
	return b.files()
}

// warning converts a warning of codegen. Warnings about origins have no position, because no declaration causes them.
func (b *builder) warning(f *codegen.Finding) Warning {
	w := Warning{Code: f.Rule, Name: f.Subject.ID, Message: f.Message, Fix: f.Hint}
	if f.Rule != "origin-placeholder" {
		at := place(b.Project, f.Subject)
		w.File, w.Line, w.Column = at.File, at.Line, at.Column
	}
	return w
}

// files collects all files, sorted by path.
func (b *builder) files() error {
	files := []codegen.File{}
	for _, file := range b.out.CRM.Files {
		files = append(files, codegen.File{Path: CRMFolder + file.Path, Data: file.Data})
	}
	for i := range b.out.Scripts {
		files = append(files, b.out.Scripts[i].Files(b.Schema)...)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, b.text, "", "  "); err != nil {
		return err
	}
	indented.WriteByte('\n')
	b.out.Manifest = b.text
	files = append(files, codegen.File{Path: manifestFile, Data: indented.Bytes()}, codegen.File{
		Path: reportFile, Data: codegen.JSON(b.out.Report),
	})
	slices.SortFunc(files, func(x, y codegen.File) int { return cmp.Compare(x.Path, y.Path) })
	b.out.Files = files
	return nil
}

// limits warns about scripts that exceed the platform's limits. It fails for a script that cannot be deployed.
func (b *builder) limits(r *Report) error {
	crons := 0
	for i, script := range r.Scripts {
		crons += len(script.Crons)
		if most := platform.ScriptSize; script.Bytes > most.Value {
			return &Refused{
				fmt.Sprintf("cannot deploy script %q", script.Script), over(script.Bytes, most),
				"import less, or split the worker",
			}
		}
		if most := platform.ScriptGzip; script.GzipBytes > most.Value {
			r.warn("script-size", script.Script, over(script.GzipBytes, most), "import less, or split the worker")
		}
		if bound, most := environment(&b.out.Scripts[i]), platform.EnvFree; bound > most.Value {
			r.warn("script-bindings", script.Script, over(bound, most), "store several values in one secret, as JSON")
		}
	}
	if most := platform.CronsFree; crons > most.Value {
		r.warn("cron-count", "", over(crons, most), "use the same schedule for several syncs")
	}
	if most := platform.ScriptsMax; len(r.Scripts) > most.Value {
		r.warn("script-count", "", over(len(r.Scripts), most), "put several capabilities into one worker")
	}
	return nil
}

func (r *Report) warn(code, script, message, fix string) {
	r.Warnings = append(r.Warnings, Warning{Code: code, Script: script, Message: message, Fix: fix})
}

func over(value int, most platform.Limit) string {
	return fmt.Sprintf("%d %s, more than %d (%s)", value, most.Unit, most.Value, most.Source)
}

// environment counts a script's secrets and variables.
func environment(s *edge.Script) int {
	count := len(s.Secrets)
	for _, binding := range s.Bindings {
		if binding.Kind == edge.Var {
			count++
		}
	}
	return count
}

// notNil returns a list that JSON encodes as [] when it is empty.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
