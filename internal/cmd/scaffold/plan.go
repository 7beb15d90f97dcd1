// Package scaffold implements `svc init`, `svc add`, `svc import` and `svc types`, which write source files and types.
package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
)

// planFlags are the flags of commands that write files.
type planFlags struct {
	dryRun, force, asJSON bool
	// document is what --json prints; nil for the plan.
	document func(*scaffold.Plan) any
	// run are the command lines that run after the plan.
	run []string
}

func (f *planFlags) addTo(flags *pflag.FlagSet) {
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the plan and write nothing")
	flags.BoolVar(&f.force, "force", false, "overwrite existing files")
	flags.BoolVar(&f.asJSON, "json", false, "print the plan as one JSON document")
}

// signs precede the paths of a plan.
var signs = map[scaffold.Action]string{
	scaffold.Create: "+", scaffold.Keep: "=", scaffold.Merge: "~", scaffold.Edit: "~",
	scaffold.Overwrite: "!", scaffold.Conflict: "!", scaffold.Refresh: "~",
}

// show prints the plan, asks for a confirmation on a terminal, and applies the plan.
func (f *planFlags) show(env *cli.Env, plan *scaffold.Plan, yes bool) error {
	disposable.Commit(disposable.Unlimited)
	if f.asJSON {
		var document any = plan
		if f.document != nil {
			document = f.document(plan)
		}
		if err := env.JSON(document); err != nil {
			return err
		}
	} else {
		for _, line := range planLines(plan) {
			env.Notef("%s", line)
		}
		for _, line := range f.run {
			env.Notef("  > run %s", line)
		}
	}
	if paths := plan.Conflicts(); len(paths) > 0 {
		return &cli.Error{
			Code: cli.ExitUsage,
			What: "nothing was written: " + strings.Join(paths, ", ") + exist(len(paths)),
			Fix:  "move the files away, choose another folder, or add --force",
		}
	}
	if f.dryRun {
		return nil
	}
	if !yes && !f.asJSON && env.CanPrompt() {
		if err := cli.NewPrompter(env).Proceed("Write these files?"); err != nil {
			return err
		}
	}
	if err := plan.Apply(); err != nil {
		return writeError(env, plan, err)
	}
	return nil
}

// writeError is the error of a plan that could not be applied. As for every output, the folder is at fault, not svc.
func writeError(env *cli.Env, plan *scaffold.Plan, err error) error {
	failed := &cli.Error{
		Code: cli.ExitUsage, What: fmt.Sprintf("cannot write to %q", cli.Shown(env.Dir, plan.Dir)), Why: cli.Reason(err),
		Fix: projectfs.WriteFix(err, "check the permissions of the folder and run the command again"), Err: err,
	}
	if errors.Is(err, scaffold.ErrChanged) || errors.Is(err, scaffold.ErrCreated) {
		failed.Fix = "run the command again"
	}
	if system, ok := errors.AsType[*fs.PathError](err); ok {
		failed.What = fmt.Sprintf("cannot write %q", cli.Shown(env.Dir, plan.Path(system.Path)))
	}
	return failed
}

// exist says that some files exist.
func exist(count int) string {
	if count == 1 {
		return " already exists"
	}
	return " already exist"
}

// planLines returns one line per file, and one line for all files in .svc.
func planLines(plan *scaffold.Plan) []string {
	var lines []string
	own := map[scaffold.Action]int{}
	for _, step := range plan.Steps {
		if strings.HasPrefix(step.Path, ".svc/") {
			own[step.Action]++
			continue
		}
		line := fmt.Sprintf("  %s %s %s", signs[step.Action], step.Action, step.Path)
		if step.Note != "" {
			line += " (" + step.Note + ")"
		}
		lines = append(lines, line)
	}
	for _, action := range []scaffold.Action{scaffold.Create, scaffold.Refresh, scaffold.Overwrite, scaffold.Keep} {
		if n := own[action]; n > 0 {
			lines = append(lines, fmt.Sprintf(
				"  %s %s .svc/ (%s with types for the editor)", signs[action], action, cli.Count(n, "file"),
			))
		}
	}
	return lines
}

// uiOf returns the name of the profile's UI package and of the object that it exports.
func uiOf(profile *platform.Profile) templates.UI {
	return templates.UI{Package: profile.UIPackage, Global: profile.UIGlobal()}
}
