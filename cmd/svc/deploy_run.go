// This file runs one deploy: it gathers what the engine needs, lets it plan, asks, lets it apply.

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
)

// deployJob is one run of the command.
type deployJob struct {
	*deployOptions
	env     *cli.Env
	checked *checkedBuild
	loaded  *declared.Project
	// told says that the document of --json is printed.
	told bool
}

// build builds the app, which is checked once.
func (j *deployJob) build(ctx context.Context, linked *link.Project) (*build.Output, error) {
	if j.loaded == nil {
		loaded, findings, err := j.checked.check(ctx, j.env)
		if err != nil {
			return nil, err
		}
		j.checked.warn(j.env, loaded, findings)
		j.loaded = loaded
	}
	return j.checked.build(ctx, j.env, j.loaded, linked)
}

// dry reaches no network: it makes no client.
func (j *deployJob) dry(ctx context.Context) error {
	profile, err := loadProfile(j.checked.dir, j.checked.profile)
	if err != nil {
		return err
	}
	p, err := deploy.DryRun(ctx, deploy.DryRunOptions{
		Environment: j.environment, Profile: profile, Link: j.checked.linked, Build: j.build,
	})
	if err != nil {
		return j.failed(err)
	}
	if j.json {
		return j.tell(&deployDocument{Plan: p}, "dry-run", nil)
	}
	printPlan(j.env, j.env.Out, p)
	j.env.Notef("nothing was asked and nothing was sent: 'svc deploy --plan' compares with what is deployed")
	return nil
}

// options makes the clients. Findings come first: they need no login.
func (j *deployJob) options(ctx context.Context) (deploy.Options, error) {
	profile, err := loadProfile(j.checked.dir, j.checked.profile)
	if err != nil {
		return deploy.Options{}, err
	}
	if _, err := j.build(ctx, j.checked.linked); err != nil {
		return deploy.Options{}, err
	}
	vault := newVault(j.env)
	linked := j.checked.linked.Environment(j.environment)
	edge, err := edgeClient(j.env, vault.store, linked.Account)
	if err != nil {
		return deploy.Options{}, err
	}
	crm, err := crmClient(j.env, vault.store, profile)
	if err != nil {
		return deploy.Options{}, err
	}
	account, err := crm.Account(ctx)
	if err != nil {
		return deploy.Options{}, remoteFailed(err)
	}
	o := deploy.Options{
		Dir: j.checked.dir, Environment: j.environment, Profile: profile, Link: j.checked.linked, Build: j.build,
		Edge: edge, CRM: crm, Vault: vault, Health: workerHealth(), Clock: machineClock(j.env),
		Account: edge.Account, CRMAccount: account.Portal, Host: hostname(), PID: os.Getpid(),
		From: j.saved, Subdomain: j.subdomain, NewKey: j.newKey, ForceUnlock: j.force, Progress: j.show,
	}
	for _, risk := range j.allow {
		o.Allow = append(o.Allow, deploy.Risk(risk))
	}
	return o, nil
}

// workerHealth asks workers over the network, and follows nobody elsewhere.
func workerHealth() deploy.Health { return deploy.HTTPHealth{Do: remoteDo, Sleep: sleep} }

func machineClock(env *cli.Env) deploy.Clock {
	return deploy.Clock{Now: env.Now, Sleep: sleep, Random: func(b []byte) error { _, err := rand.Read(b); return err }}
}

// hostname says to others who holds a lock.
func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// onlyPlan prints or saves the plan.
func (j *deployJob) onlyPlan(ctx context.Context, o deploy.Options) error {
	p, err := deploy.MakePlan(ctx, o)
	if err != nil {
		return j.failed(err)
	}
	if j.plan != toStdout && len(p.Problems) == 0 {
		text, err := p.Encode()
		if err == nil {
			err = os.WriteFile(j.env.Path(j.plan), text, 0o644)
		}
		if err != nil {
			return &cli.Error{
				Code: cli.ExitUsage, What: fmt.Sprintf("cannot write the plan to %q", j.plan), Why: cli.Reason(err),
				Fix: "name another file", Err: err,
			}
		}
	}
	if len(p.Problems) > 0 {
		err = problemsOf(p)
	}
	if j.json {
		return j.tell(&deployDocument{Plan: p}, "planned", err)
	}
	printPlan(j.env, j.env.Out, p)
	if err == nil && j.plan != toStdout {
		j.env.Notef("saved; apply it with 'svc deploy %s'", cli.ShellWord(j.plan))
	}
	return err
}

// apply plans, asks and applies.
func (j *deployJob) apply(ctx context.Context, o deploy.Options) (err error) {
	d, err := deploy.Begin(ctx, o)
	if err != nil {
		return j.failed(err)
	}
	defer func() { err = errors.Join(err, d.End()) }()
	p := d.Plan()
	document := deployDocument{DeployID: d.ID(), Plan: p, Origins: d.Origins()}
	if !j.json {
		printPlan(j.env, j.env.Err, p)
	}
	if len(p.Problems) > 0 {
		return j.tell(&document, "refused", problemsOf(p))
	}
	if d.Resumes() {
		j.env.Notef("going on with deploy %s, which was cut short", d.ID())
	}
	if err := j.confirm(p); err != nil {
		return j.tell(&document, "declined", err)
	}
	result, err := d.Apply(ctx)
	document.Steps = result.Steps
	if err != nil {
		return j.tell(&document, "failed", j.stopped(d, err))
	}
	if p.IsEmpty() {
		return j.tell(&document, "unchanged", nil)
	}
	return j.tell(&document, "deployed", nil)
}

// tell prints the end of a deploy, good or bad.
func (j *deployJob) tell(document *deployDocument, outcome string, err error) error {
	j.told = true
	document.SchemaVersion, document.Environment, document.Outcome, document.OK = 1, j.environment, outcome, err == nil
	if document.Steps == nil {
		document.Steps = []deploy.Step{}
	}
	if err != nil {
		document.Error = newErrorDocument(err, "svc deploy"+environmentFlag(j.environment))
	}
	if j.json {
		return errors.Join(err, j.env.JSON(document))
	}
	if err != nil {
		return err
	}
	if outcome == "unchanged" {
		j.env.Notef("nothing to do: what is deployed is what was built")
		return nil
	}
	j.env.Notef("deployed %s as %s", j.environment, document.DeployID)
	return printOrigins(j.env, document.Origins)
}
