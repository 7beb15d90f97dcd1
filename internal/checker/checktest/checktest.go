// Package checktest runs rules over fixtures.
//
// A fixture is a txtar archive, internal/checker/rules/testdata/<rule-id>.txtar. Each top folder in it is a small
// project. The comment
//
//	// want "regexp"
//
// at the end of a line expects a finding on that line with a matching message. Several strings expect several findings,
// want:13 expects column 13, and error or warning before a string expects that severity. Wants for lines without
// comments are in the project's want.txt, one `file:line: "regexp"` (or file:line:column:) per line.
// A svc.platform.json names the vendor profile. A project without wants must have no findings. Each fixture needs a
// project with wants and one without.
//
// Start at All, which runs every rule of a table.
package checktest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/project"
)

// All runs the fixture of every rule that has a function, as subtests named after the rules. It fails for a rule
// without a fixture and for a fixture without a rule.
func All(t *testing.T, rules []*checker.Rule, dir string) {
	strays := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		strays[file] = true
	}
	for _, rule := range rules {
		if rule.Run == nil {
			continue // the engine reports it and tests it
		}
		file := filepath.Join(dir, rule.ID+".txtar")
		delete(strays, file)
		t.Run(rule.ID, func(t *testing.T) { runRule(t, rule, file) })
	}
	for _, file := range slices.Sorted(maps.Keys(strays)) {
		t.Errorf("%s has no rule: add the rule to All in rules.go, or name the file after its rule", file)
	}
}

// runRule loads each project of the fixture, runs only the given rule, and compares its findings with the wants.
func runRule(t *testing.T, rule *checker.Rule, file string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatalf("rule %s needs a fixture: %v", rule.ID, err)
	}
	projects, err := split(archive)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	breaks, keeps := 0, 0
	for _, p := range projects {
		if len(p.wants) > 0 {
			breaks++
		} else {
			keeps++
		}
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.run(t, rule)
		})
	}
	if breaks == 0 || keeps == 0 {
		t.Errorf("%s needs a project that breaks the rule and one that keeps it: %d break it, %d keep it",
			file, breaks, keeps)
	}
}

// fixture is one project of an archive.
type fixture struct {
	name  string
	files []txtar.File // named relative to the project
	wants []*want
	// profile is the vendor profile in svc.platform.json; "" for the default.
	profile string
}

// split groups the files of an archive by top folder, in order.
func split(archive *txtar.Archive) ([]*fixture, error) {
	var all []*fixture
	byName := map[string]*fixture{}
	for _, f := range archive.Files {
		name, path, ok := strings.Cut(f.Name, "/")
		if !ok {
			return nil, fmt.Errorf("%s is not in a folder: each top folder is a project", f.Name)
		}
		p := byName[name]
		if p == nil {
			p = &fixture{name: name}
			byName[name] = p
			all = append(all, p)
		}
		wants, err := wantsOf(path, f.Data)
		if err != nil {
			return nil, fmt.Errorf("%s:%w", f.Name, err)
		}
		p.wants = append(p.wants, wants...)
		if path == platformFile {
			if p.profile, err = profileIn(f.Data); err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
		}
		if path != wantFile {
			p.files = append(p.files, txtar.File{Name: path, Data: f.Data})
		}
	}
	return all, nil
}

// platformFile names the vendor profile of a project.
const platformFile = "svc.platform.json"

func profileIn(data []byte) (string, error) {
	var file struct {
		Profile string `json:"profile"`
	}
	err := json.Unmarshal(data, &file)
	return file.Profile, err
}

const (
	// patience ends an evaluation that hangs. A loaded machine must not reach it.
	patience = 2 * time.Minute
	// unlimited is more memory than there is. The limit counts what all projects allocate that are loaded in parallel.
	unlimited = 1 << 40
)

// evaluationLimits are those of the projects that break a rule about the evaluation itself or the size of a script.
var evaluationLimits = map[string]project.Options{
	"endless-evaluation": {Deadline: time.Second, MemoryLimit: unlimited},
	"memory-limit":       {Deadline: patience, MemoryLimit: project.DefaultMemoryLimit},
	"script-size":        {Deadline: patience, MemoryLimit: unlimited, ScriptSize: 1<<20 + 200},
}

func (p *fixture) run(t *testing.T, rule *checker.Rule) {
	dir := filepath.Join(t.TempDir(), p.name) // its name is the default slug
	for _, f := range p.files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	options := project.Options{Dir: dir, Profile: p.profile, Deadline: patience, MemoryLimit: unlimited}
	if limits, ok := evaluationLimits[rule.ID]; ok && len(p.wants) > 0 {
		options.Deadline, options.MemoryLimit, options.ScriptSize = limits.Deadline, limits.MemoryLimit, limits.ScriptSize
	}
	loaded, err := project.Load(context.Background(), options)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	findings, err := checker.Check(loaded, []*checker.Rule{rule}, checker.Options{})
	if err != nil {
		t.Errorf("%v", err)
	}
	for _, complaint := range compare(p.wants, findings) {
		t.Error(complaint)
	}
	if t.Failed() {
		for _, problem := range loaded.Problems {
			if problem.Rule == "missing-config" {
				continue // most fixtures have no svc.config.ts
			}
			t.Logf("while loading: %s: %s", problem.Rule, problem.Message)
		}
	}
}

// compare matches findings with wants and returns a complaint for each that has no match.
func compare(wants []*want, findings []diag.Finding) []string {
	var complaints []string
	taken := make([]bool, len(wants))
	for _, f := range findings {
		match := -1
		for i, w := range wants {
			if match < 0 && !taken[i] && w.matches(f) {
				match = i
			}
		}
		if match < 0 {
			complaints = append(complaints, fmt.Sprintf("unexpected: %s:%d:%d: %s: %s",
				f.File, f.Line, f.Column, f.Severity, f.Message))
			continue
		}
		taken[match] = true
	}
	for i, w := range wants {
		if !taken[i] {
			complaints = append(complaints, "missing: "+w.String())
		}
	}
	return complaints
}
