// Package scaffold is svc init, svc add and svc types.
package scaffold

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/templates"
)

type planFlags struct {
	dryRun, force, asJSON bool
}

func (f *planFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.dryRun, "dry-run", false, "show what would be written, and write nothing")
	flags.BoolVar(&f.force, "force", false, "overwrite files that are in the way")
	flags.BoolVar(&f.asJSON, "json", false, "print the plan as one JSON document")
}

// signs stand before the paths of a shown plan.
var signs = map[scaffold.Action]string{
	scaffold.Create: "+", scaffold.Keep: "=", scaffold.Merge: "~", scaffold.Edit: "~",
	scaffold.Overwrite: "!", scaffold.Conflict: "!", scaffold.Refresh: "~",
}

// show prints the plan, asks where a person can answer and has not said yes, and applies it.
func (f *planFlags) show(env *cli.Env, plan *scaffold.Plan, yes bool) error {
	if f.asJSON {
		if err := env.JSON(plan); err != nil {
			return err
		}
	} else {
		for _, line := range planLines(plan) {
			env.Notef("%s", line)
		}
	}
	if paths := plan.Conflicts(); len(paths) > 0 {
		return &cli.Error{
			Code: cli.ExitUsage,
			What: "nothing was written: " + strings.Join(paths, ", ") + " would be overwritten",
			Fix:  "move what is in the way, choose another folder, or give --force",
		}
	}
	if f.dryRun {
		return nil
	}
	if !yes && !f.asJSON && env.CanPrompt() {
		if err := cli.NewPrompter(env).Confirm("write these files?"); err != nil {
			return err
		}
	}
	if err := plan.Apply(); err != nil {
		return &cli.Error{
			Code: cli.ExitFailed, What: "the files could not be written", Why: err.Error(),
			Fix: "check that the folder can be written to, and run the command again", Err: err,
		}
	}
	return nil
}

// planLines has a line a file; the many files of the tool's own folder share one.
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
			lines = append(lines, fmt.Sprintf("  %s %s .svc/ (%d files: types for the editor)", signs[action], action, n))
		}
	}
	return lines
}

// uiOf is how a profile calls the platform's UI package and the object that it exports.
func uiOf(profile *platform.Profile) templates.UI {
	global, _, _ := strings.Cut(profile.PlatformFetch, ".")
	return templates.UI{Package: profile.UIPackage, Global: global}
}
