// This file checks a project and builds it, as build, deploy and eject do.

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/checker/rules"
	"github.com/appsvc/svc/codegen/components"
	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/project"
)

// checkedBuild is what the user wants to have built.
type checkedBuild struct {
	// dir is the app's folder, absolute; profile the vendor profile that was chosen.
	dir, profile string
	environment  string
	// linked is what dir is linked to; nil for nothing.
	linked *link.Project
	// json says that standard output is for one document: findings are it, when there are any.
	json   bool
	schema string
}

// built is a build with the project that it was made of.
type built struct {
	*build.Output
	project *declared.Project
}

// run loads, checks and builds. Findings that are errors stop it: they are printed, and the error is their
// exit code.
func (o *checkedBuild) run(ctx context.Context, env *cli.Env) (*built, error) {
	loaded, findings, err := o.check(ctx, env)
	if err != nil {
		return nil, err
	}
	output, err := o.build(ctx, env, loaded, o.linked)
	if err != nil {
		return nil, err
	}
	o.warn(env, loaded, findings)
	return &built{output, loaded}, nil
}

// check loads and checks. Its findings are warnings.
func (o *checkedBuild) check(ctx context.Context, env *cli.Env) (*declared.Project, []diag.Finding, error) {
	loaded, err := project.Load(ctx, project.Options{Dir: o.dir, Profile: o.profile, Manifest: true})
	if err != nil {
		return nil, nil, loadFailed(err)
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	if err != nil {
		return nil, nil, rulesFailed(env, err)
	}
	if slices.ContainsFunc(findings, func(f diag.Finding) bool { return f.Severity == diag.Error }) {
		return nil, nil, o.stopped(env, loaded, findings)
	}
	return loaded, findings, nil
}

// build builds what was checked, as if the folder were linked like that.
func (o *checkedBuild) build(
	ctx context.Context, env *cli.Env, loaded *declared.Project, linked *link.Project,
) (*build.Output, error) {
	chosen, err := readPlatformFile(o.dir)
	if err != nil {
		return nil, err
	}
	output, err := build.Build(ctx, build.Options{
		Dir: o.dir, Profile: o.profile, Project: loaded, Environment: o.environment, EdgePlan: chosen.EdgePlan, Link: linked,
		Components: components.All, Schema: o.schema,
	})
	if unbundled := build.Unbundled(loaded, err); len(unbundled) > 0 {
		return nil, o.stopped(env, loaded, unbundled)
	}
	if err != nil {
		return nil, buildFailed(err)
	}
	if refused := build.Refusals(loaded, output.CRM.Findings); len(refused) > 0 {
		return nil, o.stopped(env, loaded, refused)
	}
	return output, nil
}

// stopped prints the findings that stop a build.
func (o *checkedBuild) stopped(env *cli.Env, loaded *declared.Project, findings []diag.Finding) error {
	report := &cli.Report{
		Findings: findings, Paths: loaded.Files, Source: loaded.Source, Topics: ruleTopics(), Version: version,
	}
	to, formats := *env, []string{"json"}
	if !o.json {
		to.Out, to.OutTTY, formats = env.Err, env.ErrTTY, nil
	}
	outputs, err := to.ParseOutputs(formats)
	if err == nil {
		err = to.Print(report, outputs)
	}
	if err != nil {
		return err
	}
	env.Notef("%s: nothing was built", report.Summary())
	return cli.Exit(cli.ExitNegative)
}

// warn says that there are warnings; svc check shows them.
func (o *checkedBuild) warn(env *cli.Env, loaded *declared.Project, findings []diag.Finding) {
	if len(findings) > 0 && !o.json {
		env.Notef(
			"the check of %s has %s: see svc check", cli.Count(len(loaded.Files), "file"), cli.Count(len(findings), "warning"),
		)
	}
}

// buildFailed tells what cannot be deployed under this name or size from a failure of the tool.
func buildFailed(err error) error {
	var refused *build.Refused
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &refused):
		return &cli.Error{Code: cli.ExitUsage, What: refused.What, Why: refused.Why, Fix: refused.Fix, Err: err}
	}
	return toolFailed("the project could not be built: "+err.Error(), err)
}

// readLink reads what a folder is linked to; nil when it is to nothing.
func readLink(dir string) (*link.Project, error) {
	linked, err := link.Read(dir)
	var unusable *link.Error
	if errors.As(err, &unusable) {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: "cannot use " + link.File, Why: unusable.Why, Err: err,
			Fix: fmt.Sprintf("restore it from your version control: %s is made by deploys, and not written by hand", link.File),
		}
	}
	return linked, err
}
