// This file finds the control key of a deployed app worker: the variable wins, then the key that a deploy from this
// machine has kept.

package main

import (
	"net/url"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
)

// controlKeyVariable holds the control key of a deployed app worker: <key id>:<key>.
const controlKeyVariable = "SVC_CONTROL_KEY"

// key is the key for the app worker at an origin.
func (f *controlFlags) key(env *cli.Env, at *url.URL) (control.Key, error) {
	text, from := env.Getenv(controlKeyVariable), controlKeyVariable
	if text == "" {
		scope, linked := f.scope(env, at)
		if linked {
			kept, _, err := newVault(env).Get(scope, deploy.ControlKey)
			if err != nil {
				return control.Key{}, err
			}
			text, from = kept, "the control key that this machine keeps"
		}
	}
	if text == "" {
		return control.Key{}, &cli.Error{
			Code: cli.ExitAuth, What: controlKeyVariable + " is not set",
			Why: "the app worker answers only who holds a control key of the project, and this machine keeps none for it",
			Fix: "set " + controlKeyVariable +
				"=<key id>:<key>, or give this machine a key of its own with 'svc deploy --new-key'",
		}
	}
	key, err := control.ParseKey(text)
	if err != nil {
		return control.Key{}, noControlKey(from, err)
	}
	return key, nil
}

// scope is the project and environment whose app worker is meant, by the link of the folder. A key is for one
// origin: it goes nowhere else.
func (f *controlFlags) scope(env *cli.Env, at *url.URL) (deploy.Scope, bool) {
	dir, err := env.Folder(f.dir)
	if err != nil {
		return deploy.Scope{}, false // --url needs no folder
	}
	linked, err := link.Read(dir)
	if err != nil || linked == nil || linked.ProjectID == "" {
		return deploy.Scope{}, false
	}
	for _, name := range linked.Names() {
		if f.env != "" && name != f.env {
			continue
		}
		if origin, err := url.Parse(linked.Environment(name).Origin); err == nil && origin.Host == at.Host &&
			origin.Scheme == at.Scheme {
			return deploy.Scope{Project: linked.ProjectID, Environment: name}, true
		}
	}
	return deploy.Scope{}, false
}

func noControlKey(from string, err error) error {
	return &cli.Error{
		Code: cli.ExitAuth, What: from + " is no control key", Why: err.Error(), Fix: "copy it anew", Err: err,
	}
}
