package appworker

import (
	"net/url"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
)

// key returns the control key for the app worker at an origin: that of the environment variable, else the one that a
// deploy from this machine stored.
func (f *Flags) key(env *cli.Env, at *url.URL) (control.Key, error) {
	text, from := env.Getenv(remote.ControlKeyVariable), remote.ControlKeyVariable
	if text == "" {
		scope, linked := f.scope(env, at)
		if linked {
			kept, _, err := remote.NewVault(env).Get(scope, deploy.ControlKey)
			if err != nil {
				return control.Key{}, err
			}
			text, from = kept, "the stored control key"
		}
	}
	if text == "" {
		return control.Key{}, &cli.Error{
			Code: cli.ExitAuth, What: remote.ControlKeyVariable + " is not set",
			Why: "the app worker requires a control key of the project, and none is stored on this machine",
			Fix: "set " + remote.ControlKeyVariable + "=<key id>:<key>, or create a key for this machine with " +
				"'svc deploy --new-key'",
		}
	}
	key, err := control.ParseKey(text)
	if err != nil {
		return control.Key{}, remote.ControlKeyError(from, err)
	}
	return key, nil
}

// scope finds the project and environment of an origin in the link of the folder. A stored key is sent only to the
// origin that it belongs to.
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
