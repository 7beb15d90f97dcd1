package appworker

import (
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/loopback"
)

// audience is the deployed environment that grants are for.
type audience struct {
	// scope is that of the stored key. Its Project is "" if the folder's link does not have the origin.
	scope port.Scope
	// named reports that the user wrote the origin, so that the link cannot have changed it.
	named bool
}

// devEnvironment is the environment of 'svc dev'.
const devEnvironment = "dev"

// audience finds the project and environment of an origin in the link of the folder.
func (f *Flags) audience(env *cli.Env, at *url.URL) audience {
	a := audience{scope: f.scope(env, at), named: f.URL != ""}
	switch {
	case f.Env != "":
		a.scope.Environment = f.Env
	case a.scope.Environment != "":
	case loopback.IsHost(at.Hostname()):
		a.scope.Environment = devEnvironment
	default:
		a.scope.Environment = link.Production
	}
	return a
}

// admit refuses the origin of a worker in the link that is not the one of the last deploy from this machine. A changed
// link must not send a grant, or the data of a request, anywhere else.
func (a audience) admit(env *cli.Env, worker string, at *url.URL) error {
	if a.named && worker == "" {
		return nil
	}
	kept, err := a.origins(env)
	origin := at.Scheme + "://" + at.Host
	switch {
	case err != nil:
		return err
	case kept == nil:
		return &cli.Error{
			Code: cli.ExitAuth, What: fmt.Sprintf("cannot send a grant to %s", origin),
			Why: fmt.Sprintf(
				"%s names it, and no deploy of environment %q from this machine has confirmed it", link.File, a.scope.Environment,
			),
			Fix: "run 'svc deploy', or name the app worker with --url",
		}
	case kept[worker] != origin:
		return &cli.Error{
			Code: cli.ExitAuth, What: fmt.Sprintf("%s has another origin than the deployed app: %s", link.File, origin),
			Why: fmt.Sprintf("environment %q was last deployed at %s", a.scope.Environment, kept[worker]),
			Fix: "repair the file with 'svc deploy'",
		}
	}
	return nil
}

// origins returns the origins of the last deploy from this machine, by worker; nil for none.
func (a audience) origins(env *cli.Env) (map[string]string, error) {
	if a.scope.Project == "" {
		return nil, nil
	}
	text, found, err := remote.NewVault(env).Get(a.scope, port.Origins)
	if err != nil || !found {
		return nil, err
	}
	var kept map[string]string
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		return nil, cmdutil.InternalError("the stored origins are not valid JSON", err)
	}
	return kept, nil
}

// key returns the control key for an audience: that of the environment variable, else the one that a deploy from this
// machine stored.
func (a audience) key(env *cli.Env) (control.Key, error) {
	text, from := env.Getenv(remote.ControlKeyVariable), remote.ControlKeyVariable
	if text == "" && a.scope.Project != "" {
		kept, _, err := remote.NewVault(env).Get(a.scope, port.ControlKey)
		if err != nil {
			return control.Key{}, err
		}
		text, from = kept, "the stored control key"
	}
	if text == "" {
		return control.Key{}, &cli.Error{
			Code: cli.ExitAuth, What: remote.ControlKeyVariable + " is not set",
			Why: "the app worker requires a control key of the project, and none is stored on this machine",
			Fix: "set " + remote.ControlKeyVariable + "=<key id>:<key>, or create a key for this machine with " +
				"'svc deploy --new-key'",
		}
	}
	key, err := control.ParseKey(text, a.scope.Environment)
	if err != nil {
		return control.Key{}, remote.ControlKeyError(from, err)
	}
	return key, nil
}

// scope finds the project and environment of an origin in the link of the folder; the zero Scope for none.
func (f *Flags) scope(env *cli.Env, at *url.URL) port.Scope {
	dir, err := env.Folder(f.Dir)
	if err != nil {
		return port.Scope{} // --url needs no folder
	}
	linked, err := link.Read(dir)
	if err != nil || linked == nil || linked.ProjectID == "" {
		return port.Scope{}
	}
	for _, name := range linked.Names() {
		if f.Env != "" && name != f.Env {
			continue
		}
		if origin, err := url.Parse(linked.Environment(name).Origin); err == nil && origin.Host == at.Host &&
			origin.Scheme == at.Scheme {
			return port.Scope{Project: linked.ProjectID, Environment: name}
		}
	}
	return port.Scope{}
}
