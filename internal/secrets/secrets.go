// Package secrets sets, lists and checks the secrets of an app's scripts.
//
// The platform never shows a value again, and neither does this package: values go in, names come out. A script
// that is not deployed yet cannot hold a secret; its value waits in the Vault of this machine, and the deploy
// that makes the script uploads it.
// Start at App; which secrets a script needs, internal/build knows.
package secrets

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// Edge is what is needed of the edge platform's API: an *edgeapi.Client.
type Edge interface {
	Service(ctx context.Context, script string) (edgeapi.Service, error)
	Secrets(ctx context.Context, script string) ([]string, error)
	PatchSecrets(ctx context.Context, script string, values map[string]*string) error
}

// Vault keeps values on this machine that are not uploaded yet.
type Vault interface {
	Get(name string) (value string, found bool, err error)
	Set(name, value string) error
	Delete(name string) error
}

// Script is a script of the app in one environment.
type Script struct {
	Name string
	// Worker is the user worker's name; "" for the app worker.
	Worker string
	// Needs are the names of the secrets that it cannot do without.
	Needs []string
}

// App is an app in one environment.
type App struct {
	Edge    Edge
	Vault   Vault
	Scripts []Script
	// Owned says by a script's tags whether it is of this project and environment.
	Owned func(tags []string) bool
}

// ForeignError says that a script of the name is somebody else's.
type ForeignError struct{ Script string }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("the script %q is not of this project and environment", e.Script)
}

// UndeployedError says that a script which no deploy would give the secret to is not there to take it either.
type UndeployedError struct{ Script, Secret string }

func (e *UndeployedError) Error() string {
	return fmt.Sprintf("the script %q is not deployed, and no declaration of it names %s", e.Script, e.Secret)
}

// MaxValue is how long a value may be, in bytes (edge docs, limits).
const MaxValue = 5 << 10

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)

// CheckName says what is wrong with the name of a secret; nil for one that users may set.
func CheckName(name string) error {
	before, _, hasValue := strings.Cut(name, "=")
	switch {
	case hasValue && variable.MatchString(before):
		return fmt.Errorf("%s takes no value here: other programs and the history of the shell see it", before)
	case hasValue:
		return errors.New("a name with = cannot be the name of a secret") // what follows may be its value
	case !variable.MatchString(name):
		return fmt.Errorf("%q cannot be the name of a secret: use letters, digits and _, a letter first", name)
	case strings.HasPrefix(name, "SVC_"):
		return fmt.Errorf("%q is the runtime's own: deploys set what begins with SVC_", name)
	}
	return nil
}

// exists reports whether a script is deployed; one of somebody else is an error.
func (a *App) exists(ctx context.Context, script string) (bool, error) {
	found, err := a.Edge.Service(ctx, script)
	switch {
	case err != nil || !found.Exists:
		return false, err
	case !a.Owned(found.Tags):
		return false, &ForeignError{script}
	}
	return true, nil
}

// SetResult says where a value went.
type SetResult struct {
	// Uploaded and Waiting are names of scripts; Waiting ones get the value at the next deploy.
	Uploaded []string `json:"uploaded"`
	Waiting  []string `json:"waiting"`
}

// Set gives a secret to scripts. All are looked at before any is changed.
func (a *App) Set(ctx context.Context, name, value string, scripts []Script) (SetResult, error) {
	result := SetResult{Uploaded: []string{}, Waiting: []string{}}
	var targets []string
	for _, s := range scripts {
		there, err := a.exists(ctx, s.Name)
		switch {
		case err != nil:
			return result, err
		case there:
			targets = append(targets, s.Name)
		case !slices.Contains(s.Needs, name):
			return result, &UndeployedError{s.Name, name}
		default:
			result.Waiting = append(result.Waiting, s.Name)
		}
	}
	if len(result.Waiting) > 0 {
		if err := a.Vault.Set(name, value); err != nil {
			return result, err
		}
	}
	for _, script := range targets {
		if err := a.Edge.PatchSecrets(ctx, script, map[string]*string{name: &value}); err != nil {
			return result, err
		}
		result.Uploaded = append(result.Uploaded, script)
	}
	if len(result.Waiting) == 0 {
		return result, a.Vault.Delete(name) // an older value must not come back
	}
	return result, nil
}

// Needing are the scripts that cannot do without a secret.
func (a *App) Needing(name string) []Script {
	return slices.DeleteFunc(slices.Clone(a.Scripts), func(s Script) bool { return !slices.Contains(s.Needs, name) })
}

// Listed are the secrets of one script.
type Listed struct {
	Script   string   `json:"script"`
	Worker   string   `json:"worker,omitempty"`
	Deployed bool     `json:"deployed"`
	Secrets  []string `json:"secrets"`
}

// List asks for the names of all secrets.
func (a *App) List(ctx context.Context) ([]Listed, error) {
	all := []Listed{}
	for _, s := range a.Scripts {
		line := Listed{Script: s.Name, Worker: s.Worker, Secrets: []string{}}
		there, err := a.exists(ctx, s.Name)
		if err != nil {
			return nil, err
		}
		if there {
			names, err := a.Edge.Secrets(ctx, s.Name)
			if err != nil {
				return nil, err
			}
			slices.Sort(names)
			line.Deployed, line.Secrets = true, names
		}
		all = append(all, line)
	}
	return all, nil
}

// State is how a secret is with a script.
type State string

// The states of a secret.
const (
	Bound   State = "bound"
	Waiting State = "waiting" // kept on this machine for the next deploy
	Missing State = "missing"
	Unnamed State = "unnamed" // bound, and no declaration names it: a handler may read it
)

// Checked is one secret of one script.
type Checked struct {
	Script string `json:"script"`
	Worker string `json:"worker,omitempty"`
	Secret string `json:"secret"`
	State  State  `json:"state"`
}

// Check compares what scripts need with what they have. Secrets of the runtime's own are left out: deploys
// make them.
func (a *App) Check(ctx context.Context) ([]Checked, error) {
	listed, err := a.List(ctx)
	if err != nil {
		return nil, err
	}
	all := []Checked{}
	for i, s := range a.Scripts {
		names := slices.Concat(s.Needs, listed[i].Secrets)
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			if strings.HasPrefix(name, "SVC_") {
				continue // made by deploys
			}
			state, err := a.state(name, s.Needs, listed[i].Secrets)
			if err != nil {
				return nil, err
			}
			all = append(all, Checked{Script: s.Name, Worker: s.Worker, Secret: name, State: state})
		}
	}
	return all, nil
}

func (a *App) state(name string, needs, bound []string) (State, error) {
	switch {
	case !slices.Contains(needs, name):
		return Unnamed, nil
	case slices.Contains(bound, name):
		return Bound, nil
	}
	_, waits, err := a.Vault.Get(name)
	if waits {
		return Waiting, err
	}
	return Missing, err
}
