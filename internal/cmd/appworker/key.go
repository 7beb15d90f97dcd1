package appworker

import (
	"net/url"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
)

// key is the key for the app worker at an origin.
func (f *Flags) key(env *cli.Env, at *url.URL) (control.Key, error) {
	text, from := env.Getenv(remote.ControlKeyVariable), remote.ControlKeyVariable
	if text == "" {
		scope, linked := f.scope(env, at)
		if linked {
			kept, _, err := remote.NewVault(env).Get(scope, deploy.ControlKey)
			if err != nil {
				return control.Key{}, err
			}
			text, from = kept, "the control key that this machine keeps"
		}
	}
	if text == "" {
		return control.Key{}, &cli.Error{
			Code: cli.ExitAuth, What: remote.ControlKeyVariable + " is not set",
			Why: "the app worker answers only who holds a control key of the project, and this machine keeps none for it",
			Fix: "set " + remote.ControlKeyVariable +
				"=<key id>:<key>, or give this machine a key of its own with 'svc deploy --new-key'",
		}
	}
	key, err := control.ParseKey(text)
	if err != nil {
		return control.Key{}, remote.ControlKeyError(from, err)
	}
	return key, nil
}

// scope is the project and environment whose app worker is meant, by the link of the folder. A key is for one
// origin: it goes nowhere else.
func (f *Flags) scope(env *cli.Env, at *url.URL) (deploy.Scope, bool) {
	dir, err := env.Folder(f.Dir)
	if err != nil {
		return deploy.Scope{}, false // --url needs no folder
	}
	linked, err := link.Read(dir)
	if err != nil || linked == nil || linked.ProjectID == "" {
		return deploy.Scope{}, false
	}
	for _, name := range linked.Names() {
		if f.Env != "" && name != f.Env {
			continue
		}
		if origin, err := url.Parse(linked.Environment(name).Origin); err == nil && origin.Host == at.Host &&
			origin.Scheme == at.Scheme {
			return deploy.Scope{Project: linked.ProjectID, Environment: name}, true
		}
	}
	return deploy.Scope{}, false
}
