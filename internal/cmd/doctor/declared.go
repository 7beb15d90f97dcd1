package doctor

import (
	"context"
	"errors"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/doctor"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/secrets"
)

// declare adds what the project declares, if it loads.
func (o *options) declare(ctx context.Context, env *cli.Env, w *doctor.World, dir, profile string) error {
	w.Secrets = func(context.Context, string) ([]string, error) { return nil, errors.New("the app does not build") }
	loaded, err := project.Load(ctx, project.Options{Dir: dir, Profile: profile})
	if err != nil || loaded.App == nil {
		return ctx.Err() // a check reports that the project does not load
	}
	options := loaded.App.Options
	w.App = &doctor.App{
		Name: loaded.App.ID, Auth: options.Get("auth").Text, PlatformVersion: options.Get("platformVersion").Text,
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	if err != nil {
		return cmdutil.RulesError(env, err)
	}
	for _, f := range findings {
		if f.Severity == diag.Error {
			w.Errors++
		}
	}
	if w.Errors > 0 {
		return nil
	}
	scripts := func(ctx context.Context, environment string) ([]edge.Script, error) {
		built, err := build.Build(ctx, build.Options{
			Dir: dir, Profile: profile, Project: loaded, Environment: environment, Link: w.Link, Components: components.All,
		})
		if err != nil {
			return nil, err
		}
		return built.Scripts, nil
	}
	all, err := scripts(ctx, link.Production)
	if err != nil {
		return ctx.Err() // svc build reports it
	}
	for _, script := range all {
		w.Needs = append(w.Needs, script.Secrets...)
	}
	slices.Sort(w.Needs)
	w.Needs = slices.Compact(w.Needs)
	w.Secrets = func(ctx context.Context, environment string) ([]string, error) {
		scripts, err := scripts(ctx, environment)
		if err != nil {
			return nil, err
		}
		return missingSecrets(ctx, env, w.Link, environment, scripts)
	}
	return nil
}

// missingSecrets returns the names of secrets that scripts need, but do not have on the edge platform.
func missingSecrets(
	ctx context.Context, env *cli.Env, linked *link.Project, environment string, scripts []edge.Script,
) ([]string, error) {
	vault := remote.NewVault(env)
	client, err := remote.EdgeClient(env, vault.Store, linked.Environment(environment).Account)
	if err != nil {
		return nil, err
	}
	scope := deploy.Scope{Project: linked.ProjectID, Environment: environment}
	checked, err := remote.SecretsApp(client, vault, scope, scripts).Check(ctx)
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, c := range checked {
		if c.State == secrets.Missing {
			missing = append(missing, c.Secret)
		}
	}
	slices.Sort(missing)
	return slices.Compact(missing), nil
}
