// This file says what was built: report.json. It holds no time, no path of this machine and no value of a secret.

package build

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/codegen/edge"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

// reportVersion is the version of the report's form.
const reportVersion = 1

// Report is report.json.
type Report struct {
	SchemaVersion int            `json:"schemaVersion"`
	App           string         `json:"app"`
	Environment   string         `json:"environment"`
	Profile       string         `json:"profile"`
	SDKVersion    string         `json:"sdkVersion"`
	Scripts       []ScriptReport `json:"scripts"`
	CRM           CRMReport      `json:"crm"`
	Warnings      []Warning      `json:"warnings"`
}

// ScriptReport is what is said of one script.
type ScriptReport struct {
	// Worker is the user worker's name, "" for the app worker.
	Worker string `json:"worker"`
	Script string `json:"script"`
	// Bytes and GzipBytes are the sizes of its modules, source maps aside; gzipped fast, so that the
	// platform's own figure is a little smaller.
	Bytes     int      `json:"bytes"`
	GzipBytes int      `json:"gzipBytes"`
	MapBytes  int      `json:"mapBytes"`
	Crons     []string `json:"crons"`
	// Secrets are names.
	Secrets []string `json:"secrets"`
}

// CRMReport is what is said of the CRM's project.
type CRMReport struct {
	Files          int                    `json:"files"`
	Bytes          int                    `json:"bytes"`
	RequiredScopes []string               `json:"requiredScopes"`
	Components     []codegen.ComponentRef `json:"components"`
}

// Warning is something that a deploy would stumble over, or that its user should know.
type Warning struct {
	// Code is stable, in kebab-case; Script names the script that it is about, "" when none.
	Code   string `json:"code"`
	Script string `json:"script,omitempty"`
	// File, Line and Column are the place of the declaration that it is about; "" and 0 when it is about none.
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"`
}

// report measures what was made and gathers the files.
func (b *builder) report() error {
	r := &b.out.Report
	*r = Report{
		SchemaVersion: reportVersion, App: b.manifest.App.Name, Environment: b.Environment, Profile: b.profile.Name,
		SDKVersion: b.manifest.SDKVersion, Scripts: measure(b.out.Scripts), Warnings: []Warning{},
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

// warning is what codegen warns of, at the declaration: but for origins, which no declaration can mend.
func (b *builder) warning(f *codegen.Finding) Warning {
	w := Warning{Code: f.Rule, Message: f.Message, Fix: f.Hint}
	if f.Rule != "origin-placeholder" {
		at := place(b.Project, f.Subject)
		w.File, w.Line, w.Column = at.File, at.Line, at.Column
	}
	return w
}

// files gathers all files, sorted by path.
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
	files = append(files, codegen.File{Path: ManifestFile, Data: indented.Bytes()}, codegen.File{
		Path: ReportFile, Data: codegen.JSON(b.out.Report),
	})
	slices.SortFunc(files, func(x, y codegen.File) int { return cmp.Compare(x.Path, y.Path) })
	b.out.Files = files
	return nil
}

// limits holds the scripts against the platform's limits: beyond the last one nothing can be deployed.
func (b *builder) limits(r *Report) error {
	crons := 0
	for i, script := range r.Scripts {
		crons += len(script.Crons)
		if most := platform.ScriptSize; script.Bytes > most.Value {
			return &Refused{
				fmt.Sprintf("the script %q cannot be deployed", script.Script), over(script.Bytes, most),
				"import less, or split the worker",
			}
		}
		if most := platform.ScriptGzip; script.GzipBytes > most.Value {
			r.warn("script-size", script.Script, over(script.GzipBytes, most), "import less, or split the worker")
		}
		if bound, most := environment(&b.out.Scripts[i]), platform.EnvFree; bound > most.Value {
			r.warn("script-bindings", script.Script, over(bound, most), "keep several values in one secret, as JSON")
		}
	}
	if most := platform.CronsFree; crons > most.Value {
		r.warn("cron-count", "", over(crons, most), "let syncs share a schedule")
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

// environment counts what takes a place in a script's environment.
func environment(s *edge.Script) int {
	count := len(s.Secrets)
	for _, binding := range s.Bindings {
		if binding.Kind == edge.Var {
			count++
		}
	}
	return count
}

// measure sizes the scripts, side by side.
func measure(scripts []edge.Script) []ScriptReport {
	reports := make([]ScriptReport, len(scripts))
	next := make(chan int)
	var waiting sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		waiting.Go(func() {
			var counted counter
			packer, _ := gzip.NewWriterLevel(&counted, gzip.BestSpeed) // the level is one that there is
			for i := range next {
				reports[i] = measureOne(&scripts[i], packer, &counted)
			}
		})
	}
	for i := range scripts {
		next <- i
	}
	close(next)
	waiting.Wait()
	return reports
}

func measureOne(s *edge.Script, packer *gzip.Writer, packed *counter) ScriptReport {
	*packed = 0
	packer.Reset(packed)
	r := ScriptReport{
		Worker: s.Worker, Script: s.Name, MapBytes: len(s.SourceMap), Crons: notNil(s.Crons), Secrets: notNil(s.Secrets),
	}
	for _, module := range s.Modules {
		r.Bytes += len(module.Text)
		_, _ = packer.Write(module.Text) // a counter takes everything
	}
	_ = packer.Close()
	r.GzipBytes = int(*packed)
	return r
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// notNil is a list that JSON writes as one.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
