// This file shows `svc doctor` the world.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/checker/rules"
	"github.com/appsvc/svc/codegen/components"
	"github.com/appsvc/svc/codegen/edge"
	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/doctor"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/secrets"
	"github.com/appsvc/svc/internal/store"
	"github.com/appsvc/svc/sdk"
)

// world gathers what the checks look at.
func (o *doctorOptions) world(ctx context.Context, env *cli.Env) (*doctor.World, error) {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return nil, err
	}
	profile, err := loadProfile(dir, o.profile)
	if err != nil {
		return nil, err
	}
	atEdge, err := edgeRemote(env)
	if err != nil {
		return nil, err
	}
	atCRM, err := crmRemote(env, profile)
	if err != nil {
		return nil, err
	}
	w := &doctor.World{
		Files: os.DirFS(dir), Version: version, SDKVersion: embeddedSDK(), Node: nodeVersion, Listen: canListen,
		Offline: o.offline, Now: env.Now, Do: remoteDo, EdgeAPI: atEdge.api,
		Credentials: func() []doctor.Credential {
			kept := newStore(env)
			kept.Notice = func(string) {} // where they are is in the result
			return []doctor.Credential{credentialOf(env, kept, atEdge), credentialOf(env, kept, atCRM)}
		},
	}
	w.Ignores, w.InRepository = ignoreFiles(dir)
	w.Link, w.LinkErr = link.Read(dir)
	var unusable *link.Error
	if errors.As(w.LinkErr, &unusable) {
		w.LinkErr = errors.New(unusable.Why)
	}
	if s := findServed(dir); s != nil && s.ask(ctx, live.RecordsPath, nil, nil) == nil {
		w.Serving = s.at.String()
	}
	w.State = func() (bool, error) { return stateOf(dir) }
	var bindings map[string]string
	bindings, w.BindingsErr = project.Bindings(dir)
	w.Bindings = slices.Collect(maps.Keys(bindings))
	return w, o.declare(ctx, env, w, dir, profile.Name)
}

// declare adds what the project declares, as far as it loads.
func (o *doctorOptions) declare(ctx context.Context, env *cli.Env, w *doctor.World, dir, profile string) error {
	w.Secrets = func(context.Context, string) ([]string, error) { return nil, errors.New("the app does not build") }
	loaded, err := project.Load(ctx, project.Options{Dir: dir, Profile: profile})
	if err != nil || loaded.App == nil {
		return ctx.Err() // that it does not load is what the doctor says
	}
	options := loaded.App.Options
	w.App = &doctor.App{
		Name: loaded.App.ID, Auth: options.Get("auth").Text, PlatformVersion: options.Get("platformVersion").Text,
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	if err != nil {
		return rulesFailed(env, err)
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
		return ctx.Err() // svc build says why
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

// missingSecrets are the names that scripts need and do not have at the edge.
func missingSecrets(
	ctx context.Context, env *cli.Env, linked *link.Project, environment string, scripts []edge.Script,
) ([]string, error) {
	vault := newVault(env)
	client, err := edgeClient(env, vault.store, linked.Environment(environment).Account)
	if err != nil {
		return nil, err
	}
	scope := deploy.Scope{Project: linked.ProjectID, Environment: environment}
	app := &secrets.App{
		Edge: client, Vault: scopedVault{vault, scope},
		Owned: func(tags []string) bool { return deploy.Owned(tags, scope.Project, scope.Environment) },
	}
	for _, s := range scripts {
		app.Scripts = append(app.Scripts, secrets.Script{Name: s.Name, Worker: s.Worker, Needs: s.Secrets})
	}
	checked, err := app.Check(ctx)
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

// credentialOf is where the credential of a platform is.
func credentialOf(env *cli.Env, kept *credentials.Store, r *remote) doctor.Credential {
	c := doctor.Credential{Title: r.asked, Fix: "run svc login " + r.name + ", or set " + r.variable}
	var missing *cli.Error
	_, place, err := r.credential(env, kept)
	switch {
	case err == nil:
		c.Place = string(place)
	case !errors.As(err, &missing) || missing.Code != cli.ExitAuth:
		c.Err = err
	}
	return c
}

// stateOf says what is wrong with the state of a folder.
func stateOf(dir string) (found bool, err error) {
	found, err = store.Examine(devserver.StateDir(dir))
	var told *store.Error
	switch {
	case errors.Is(err, store.ErrLocked):
		return found, doctor.ErrBusy
	case errors.As(err, &told):
		return found, &doctor.StateError{What: told.What, Why: told.Why, Fix: told.Fix}
	}
	return found, err
}

// nodeVersion asks the Node of this machine.
func nodeVersion(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, nodeWait)
	defer cancel()
	text, err := exec.CommandContext(ctx, "node", "--version").Output()
	return strings.TrimSpace(string(text)), err
}

// nodeWait is how long Node may take to say its version.
const nodeWait = 5 * time.Second

// canListen takes a port of this machine for a moment.
func canListen(port int) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	return listener.Close()
}

// embeddedSDK is the version of the SDK in the tool.
func embeddedSDK() string {
	text, err := fs.ReadFile(sdk.Files, "package.json")
	var about struct{ Version string }
	if err != nil || json.Unmarshal(text, &about) != nil {
		return ""
	}
	return about.Version
}

// ignoreFiles are the .gitignore files from the root of the repository down to the folder; without a repository
// that of the folder.
func ignoreFiles(dir string) (files []doctor.IgnoreFile, inRepository bool) {
	prefix := ""
	for at := dir; ; at = filepath.Dir(at) {
		if text, err := os.ReadFile(filepath.Join(at, ".gitignore")); err == nil {
			files = slices.Insert(files, 0, doctor.IgnoreFile{Prefix: prefix, Text: string(text)})
		}
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return files, true
		}
		if at == filepath.Dir(at) {
			break
		}
		prefix = filepath.Base(at) + "/" + prefix
	}
	return slices.DeleteFunc(files, func(f doctor.IgnoreFile) bool { return f.Prefix != "" }), false
}
