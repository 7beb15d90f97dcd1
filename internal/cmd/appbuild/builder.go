// Package appbuild checks and builds an app, for commands that build: build, eject, deploy and secrets.
package appbuild

import (
	"context"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/project"
)

// NewBuilder validates the flags that these commands share, and reads the link. It does no slow work.
func NewBuilder(env *cli.Env, folder, profile, environment string) (*Builder, error) {
	dir, err := env.Folder(folder)
	if err != nil {
		return nil, err
	}
	if err := cmdutil.CheckEnvironment(environment); err != nil {
		return nil, err
	}
	o := &Builder{Dir: dir, environment: environment}
	if o.Profile, _, err = ChooseProfile(dir, profile); err != nil {
		return nil, err
	}
	o.Linked, err = cmdutil.ReadLink(dir)
	return o, err
}

// Builder checks and builds the app of one folder.
type Builder struct {
	// Dir is the app's folder, absolute. Profile is the name of the vendor profile.
	Dir, Profile string
	environment  string
	// Linked is the link of Dir, or nil.
	Linked *link.Project
	// quiet leaves out the note about warnings.
	quiet bool
	// Untrusted confines the app to its folder: see project.Options.
	Untrusted bool
	// Schema is the $schema of wrangler.jsonc, if not the default.
	Schema string
}

// Run loads, checks and builds. If there are errors, it prints them and returns their exit code.
func (o *Builder) Run(ctx context.Context, env *cli.Env) (*build.Output, error) {
	output, _, err := o.run(ctx, env)
	return output, err
}

func (o *Builder) run(ctx context.Context, env *cli.Env) (*build.Output, *declared.Project, error) {
	loaded, findings, err := o.check(ctx, env)
	if err != nil {
		return nil, nil, err
	}
	output, err := o.build(ctx, env, loaded)
	if err != nil {
		return nil, nil, err
	}
	o.warn(env, loaded, findings)
	return output, loaded, nil
}

// check loads and checks. The findings that it returns are warnings; it prints errors and returns their exit code.
func (o *Builder) check(ctx context.Context, env *cli.Env) (*declared.Project, []diag.Finding, error) {
	_, problems, err := ChooseProfile(o.Dir, o.Profile)
	if err != nil {
		return nil, nil, err
	}
	options := project.Options{
		Dir: o.Dir, Profile: o.Profile, Manifest: true, Untrusted: o.Untrusted, Problems: problems,
	}
	if err := project.Survey(ctx, options, func(p *declared.Project) { o.examine(ctx, env, p) }); err != nil {
		return nil, nil, cmdutil.LoadError(err)
	}
	loaded, err := project.Load(ctx, options)
	if err != nil {
		return nil, nil, cmdutil.LoadError(err)
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	if err != nil {
		return nil, nil, cmdutil.RulesError(env, err)
	}
	if slices.ContainsFunc(findings, isError) {
		return nil, nil, o.stopped(env, loaded, findings)
	}
	return loaded, findings, nil
}

// examine does with a project what run does, without output: see project.Survey.
func (o *Builder) examine(ctx context.Context, env *cli.Env, loaded *declared.Project) {
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	if err != nil || slices.ContainsFunc(findings, isError) {
		return
	}
	if output, err := build.Build(ctx, o.options(loaded, "")); err == nil {
		build.StartTimes(ctx, output, env.Now)
	}
}

func isError(f diag.Finding) bool { return f.Severity == diag.Error }

func (o *Builder) options(loaded *declared.Project, plan string) build.Options {
	return build.Options{
		Dir: o.Dir, Profile: o.Profile, Project: loaded, Environment: o.environment, EdgePlan: plan,
		Link: o.Linked, Components: components.All, Schema: o.Schema, Untrusted: o.Untrusted,
	}
}

// build builds a checked project.
func (o *Builder) build(ctx context.Context, env *cli.Env, loaded *declared.Project) (*build.Output, error) {
	chosen, err := cmdutil.ReadPlatformFile(o.Dir)
	if err != nil {
		return nil, err
	}
	output, err := build.Build(ctx, o.options(loaded, chosen.EdgePlan))
	if unbundled := build.Unbundled(loaded, err); len(unbundled) > 0 {
		return nil, o.stopped(env, loaded, unbundled)
	}
	if err != nil {
		return nil, buildError(err)
	}
	if refused := build.Refusals(loaded.In(o.environment), output.CRM.Findings); len(refused) > 0 {
		return nil, o.stopped(env, loaded, refused)
	}
	return output, nil
}
