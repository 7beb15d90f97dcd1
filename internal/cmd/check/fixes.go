package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/fix"
)

// fixRequest asks a disposable process for the fixes of a project.
type fixRequest struct {
	Dir         cmdutil.Path `json:"dir"`
	ProfileFlag string       `json:"profile,omitempty"`
	Baseline    cmdutil.Path `json:"baseline,omitempty"`
}

// fixResponse is what the process found. It may be hostile: see fixing.
type fixResponse struct {
	Files []fixedFile `json:"files"`
	// Fixed is how many findings the edits fix, Conflicts how many others have fixes that overlap them.
	Fixed     int `json:"fixed"`
	Conflicts int `json:"conflicts"`
	// Limited means that a file exceeded a limit. Each further check would take as long.
	Limited bool `json:"limited,omitempty"`
}

// fixedFile is a file with its edits.
type fixedFile struct {
	Path  string      `json:"path"` // relative to the project's folder, with forward slashes
	Hash  string      `json:"hash"` // of the text that the offsets of the edits refer to
	Edits []diag.Edit `json:"edits"`
}

// maxFixResponse is the size of the largest response that is read, in bytes.
const maxFixResponse = 16 << 20

// Fixes finds the fixes of a project.
var Fixes = cmdutil.Work[fixRequest, fixResponse]{
	Name: "fixes", Largest: maxFixResponse,
	Do: func(ctx context.Context, env *cli.Env, wanted *fixRequest) (*fixResponse, error) {
		return wanted.find(ctx, env)
	},
}

// askFixes checks the project in a disposable process, if the system has them, and returns the fixes.
func (o *options) askFixes(ctx context.Context, env *cli.Env) (*fixResponse, error) {
	return Fixes.Ask(ctx, env, &fixRequest{
		Dir: cmdutil.Path(o.dir), ProfileFlag: o.profileFlag, Baseline: cmdutil.Path(o.baseline),
	})
}

// find checks the project and chooses fixes. A project that cannot be loaded has none: the check reports why.
func (r *fixRequest) find(ctx context.Context, env *cli.Env) (*fixResponse, error) {
	o := &options{dir: string(r.Dir), profileFlag: r.ProfileFlag, baseline: string(r.Baseline)}
	if err := o.chooseProfile(); err != nil {
		return nil, err
	}
	answer := &fixResponse{}
	report, _ := checkOnce(ctx, env, o) // the check after the fixes reports the error
	if report == nil {
		return answer, ctx.Err()
	}
	answer.Limited = slices.ContainsFunc(report.Findings, func(f diag.Finding) bool {
		return f.Rule == evaluate.RuleEndless || f.Rule == evaluate.RuleMemory
	})
	if _, err := o.applyBaseline(env, report); err != nil {
		return nil, err
	}
	choice := fix.Choose(report.Findings)
	answer.Fixed, answer.Conflicts = choice.Fixed, len(choice.Conflicts)
	for _, file := range slices.Sorted(maps.Keys(choice.Edits)) {
		old := string(report.Source(file))
		text, err := fix.Apply(old, choice.Edits[file])
		if err != nil || !bundle.Parses(file, text) {
			continue
		}
		answer.Files = append(answer.Files, fixedFile{file, hashOf(old), choice.Edits[file]})
	}
	return answer, nil
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
