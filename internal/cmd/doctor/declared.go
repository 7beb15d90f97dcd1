package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/doctor"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/secrets"
)

// question asks what a project declares. Doctor has credentials, so it does not run the app's code itself.
type question struct {
	Dir     cmdutil.Path  `json:"dir"`
	Profile string        `json:"profile"`
	Linked  *link.Project `json:"linked,omitempty"`
	// Environments are those whose scripts are wanted, beside production.
	Environments []string `json:"environments,omitempty"`
}

// declaration is what a project declares. App is nil if it does not load.
type declaration struct {
	App *doctor.App `json:"app"`
	// Problem is the first finding of 'svc check' if the app does not load.
	Problem string `json:"problem,omitempty"`
	Errors  int    `json:"errors"`
	// Scripts are the scripts of each environment that builds: their names and secrets only.
	Scripts map[string][]edge.Script `json:"scripts"`
}

// Declared loads and builds a project for doctor.
var Declared = cmdutil.Work[question, declaration]{
	Name: "declarations",
	Do:   func(ctx context.Context, env *cli.Env, q *question) (*declaration, error) { return q.answer(ctx, env) },
}

func (q *question) answer(ctx context.Context, env *cli.Env) (*declaration, error) {
	d := &declaration{Scripts: map[string][]edge.Script{}}
	loaded, err := project.Load(ctx, project.Options{Dir: string(q.Dir), Profile: q.Profile})
	if err != nil {
		d.Problem = reason.Of(err)
		return d, ctx.Err() // a check reports that the project does not load
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	if err != nil {
		return nil, cmdutil.RulesError(env, err)
	}
	var problems []diag.Finding
	for _, f := range findings {
		if f.Severity == diag.Error {
			problems = append(problems, f)
		}
	}
	if loaded.App == nil {
		d.Problem = "svc.config.ts declares no app"
		if len(problems) > 0 {
			f := problems[0]
			d.Problem = fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message)
		}
		return d, ctx.Err()
	}
	options := loaded.App.Options
	d.App = &doctor.App{
		Name: loaded.App.ID, Auth: options.Get("auth").Text, PlatformVersion: options.Get("platformVersion").Text,
	}
	if d.Errors = len(problems); d.Errors > 0 {
		return d, nil
	}
	for _, environment := range append(q.Environments, link.Production) {
		built, err := build.Build(ctx, build.Options{
			Dir: string(q.Dir), Profile: q.Profile, Project: loaded, Environment: environment, Link: q.Linked,
			Components: components.All,
		})
		if err != nil {
			continue // svc build reports it
		}
		scripts := []edge.Script{}
		for _, s := range built.Scripts {
			scripts = append(scripts, edge.Script{Name: s.Name, Worker: s.Worker, Secrets: s.Secrets})
		}
		d.Scripts[environment] = scripts
	}
	return d, ctx.Err()
}

// declare adds what the project declares, if it loads.
func (o *options) declare(ctx context.Context, env *cli.Env, w *doctor.World, dir, profile string) error {
	q := &question{Dir: cmdutil.Path(dir), Profile: profile, Linked: w.Link}
	if !o.offline && w.Link != nil {
		q.Environments = slices.DeleteFunc(w.Link.Names(), func(name string) bool { return name == link.Production })
	}
	d, err := Declared.Ask(ctx, env, q)
	if _, died := errors.AsType[*disposable.Death](err); died {
		d = &declaration{Problem: reason.Of(err)} // a check reports that the project does not load
	} else if err != nil {
		return err
	}
	w.App, w.Problem, w.Errors = d.App, d.Problem, d.Errors
	for _, script := range d.Scripts[link.Production] {
		w.Needs = append(w.Needs, script.Secrets...)
	}
	slices.Sort(w.Needs)
	w.Needs = slices.Compact(w.Needs)
	w.Secrets = func(ctx context.Context, environment string) ([]string, error) {
		scripts, builds := d.Scripts[environment]
		if !builds {
			return nil, errors.New("the app does not build")
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
	scope := port.Scope{Project: linked.ProjectID, Environment: environment}
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
