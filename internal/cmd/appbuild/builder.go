// Package appbuild checks and builds an app, for the commands that build before they do their own work.
package appbuild

import (
	"context"
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/checker/rules"
	"github.com/appsvc/svc/codegen/components"
	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/project"
)

// NewBuilder validates what every command that builds is given, before any slow work.
func NewBuilder(env *cli.Env, folder, profile, environment string, json bool) (*Builder, error) {
	dir, err := env.Folder(folder)
	if err != nil {
		return nil, err
	}
	if err := link.CheckEnvironment(environment); err != nil {
		return nil, cli.Usage(err.Error(), "such as --env staging")
	}
	o := &Builder{Dir: dir, environment: environment, json: json}
	if o.Profile, err = cmdutil.ChooseProfile(dir, profile); err != nil {
		return nil, err
	}
	o.Linked, err = cmdutil.ReadLink(dir)
	return o, err
}

// Builder is what the user wants to have built.
type Builder struct {
	// dir is the app's folder, absolute; profile the vendor profile that was chosen.
	Dir, Profile string
	environment  string
	// linked is what dir is linked to; nil for nothing.
	Linked *link.Project
	// json says that standard output is for one document: findings are it, when there are any.
	json   bool
	Schema string
}

// Result is a build with the project that it was made of.
type Result struct {
	*build.Output
	project *declared.Project
}

// Run loads, checks and builds. Findings that are errors stop it: they are printed, and the error is their
// exit code.
func (o *Builder) Run(ctx context.Context, env *cli.Env) (*Result, error) {
	loaded, findings, err := o.Check(ctx, env)
	if err != nil {
		return nil, err
	}
	output, err := o.Build(ctx, env, loaded, o.Linked)
	if err != nil {
		return nil, err
	}
	o.Warn(env, loaded, findings)
	return &Result{output, loaded}, nil
}

// Check loads and checks. Its findings are warnings.
func (o *Builder) Check(ctx context.Context, env *cli.Env) (*declared.Project, []diag.Finding, error) {
	loaded, err := project.Load(ctx, project.Options{Dir: o.Dir, Profile: o.Profile, Manifest: true})
	if err != nil {
		return nil, nil, cmdutil.LoadError(err)
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	if err != nil {
		return nil, nil, cmdutil.RulesError(env, err)
	}
	if slices.ContainsFunc(findings, func(f diag.Finding) bool { return f.Severity == diag.Error }) {
		return nil, nil, o.stopped(env, loaded, findings)
	}
	return loaded, findings, nil
}

// Build builds what was checked, as if the folder were linked like that.
func (o *Builder) Build(
	ctx context.Context, env *cli.Env, loaded *declared.Project, linked *link.Project,
) (*build.Output, error) {
	chosen, err := cmdutil.ReadPlatformFile(o.Dir)
	if err != nil {
		return nil, err
	}
	output, err := build.Build(ctx, build.Options{
		Dir: o.Dir, Profile: o.Profile, Project: loaded, Environment: o.environment, EdgePlan: chosen.EdgePlan, Link: linked,
		Components: components.All, Schema: o.Schema,
	})
	if unbundled := build.Unbundled(loaded, err); len(unbundled) > 0 {
		return nil, o.stopped(env, loaded, unbundled)
	}
	if err != nil {
		return nil, buildError(err)
	}
	if refused := build.Refusals(loaded, output.CRM.Findings); len(refused) > 0 {
		return nil, o.stopped(env, loaded, refused)
	}
	return output, nil
}
