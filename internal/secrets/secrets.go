// Package secrets sets, lists, checks and deletes the secrets of an app's scripts.
//
// The platform never shows a value again, and neither does this package: it takes values and returns names. A
// script that is not deployed yet cannot hold a secret. Its value waits in this machine's Vault, and the deploy
// that creates the script uploads it.
// Start at App. internal/build knows which secrets a script needs.
package secrets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// Edge is the used part of the edge platform's API, implemented by *edgeapi.Client.
type Edge interface {
	Service(ctx context.Context, script string) (edgeapi.Service, error)
	Secrets(ctx context.Context, script string) ([]string, error)
	PatchSecrets(ctx context.Context, script string, values map[string]*string) error
}

// Vault stores values on this machine until they are uploaded.
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
	// Needs names the required secrets.
	Needs []string
}

// App is an app in one environment.
type App struct {
	Edge    Edge
	Vault   Vault
	Scripts []Script
	// Owned reports by a script's tags whether it belongs to this project and environment.
	Owned func(tags []string) bool
}

// ForeignError is a script of the same name that belongs to another project or environment.
type ForeignError struct{ Script string }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("script %q belongs to another project or environment", e.Script)
}

// UndeployedError is a secret for a script that is not deployed and does not declare it.
type UndeployedError struct{ Script, Secret string }

func (e *UndeployedError) Error() string {
	return fmt.Sprintf("script %q is not deployed and does not declare %s", e.Script, e.Secret)
}

// MaxValue is the maximum size of a value, in bytes (edge documentation, limits).
const MaxValue = 5 << 10

var variable = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)

// CheckName returns an error if users may not set a secret of this name.
func CheckName(name string) error {
	before, _, hasValue := strings.Cut(name, "=")
	switch {
	case hasValue && variable().MatchString(before):
		return fmt.Errorf("cannot take the value of %s as an argument: other programs and the shell history see it", before)
	case hasValue:
		return errors.New("invalid name of a secret: it contains =") // the text after = may be its value
	case !variable().MatchString(name):
		return fmt.Errorf("invalid name of a secret %q: use letters, digits and _, and start with a letter", name)
	case strings.HasPrefix(name, "SVC_"):
		return fmt.Errorf("invalid name of a secret %q: names with SVC_ are reserved and set by deploys", name)
	}
	return nil
}

// exists reports whether a script is deployed. A script that is not Owned is an error.
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

// SetResult says where a value was stored.
type SetResult struct {
	// Uploaded and Waiting are names of scripts. The next deploy uploads the value to Waiting scripts.
	Uploaded []string `json:"uploaded"`
	Waiting  []string `json:"waiting"`
	// Remaining are deployed scripts that may still have the old value. Empty without an error.
	Remaining []string `json:"remaining"`
}

// Set sets a secret of the scripts. It checks all of them before it changes any.
func (a *App) Set(ctx context.Context, name, value string, scripts []Script) (SetResult, error) {
	result := SetResult{Uploaded: []string{}, Waiting: []string{}, Remaining: []string{}}
	targets := []string{}
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
	for i, script := range targets {
		if err := a.Edge.PatchSecrets(ctx, script, map[string]*string{name: &value}); err != nil {
			result.Remaining = targets[i:]
			return result, err
		}
		result.Uploaded = append(result.Uploaded, script)
	}
	if len(result.Waiting) == 0 {
		return result, a.Vault.Delete(name) // or the next deploy would restore an older value
	}
	return result, nil
}

// Needing returns the scripts that need the secret.
func (a *App) Needing(name string) []Script {
	return slices.DeleteFunc(slices.Clone(a.Scripts), func(s Script) bool { return !slices.Contains(s.Needs, name) })
}

// Having returns the scripts that need the secret, and those that have it without a declaration.
func (a *App) Having(ctx context.Context, name string) ([]Script, error) {
	listed, err := a.List(ctx)
	if err != nil {
		return nil, err
	}
	var having []Script
	for i, s := range a.Scripts {
		if slices.Contains(s.Needs, name) || slices.Contains(listed[i].Secrets, name) {
			having = append(having, s)
		}
	}
	return having, nil
}

// Listed lists the secrets of one script.
type Listed struct {
	Script   string   `json:"script"`
	Worker   string   `json:"worker,omitempty"`
	Deployed bool     `json:"deployed"`
	Secrets  []string `json:"secrets"`
}

// List returns the names of the secrets of all scripts.
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

// State says whether a script has a secret.
type State string

// The states of a secret.
const (
	Bound   State = "bound"
	Waiting State = "waiting" // stored on this machine for the next deploy
	Missing State = "missing"
	Unnamed State = "unnamed" // bound but not declared: a handler may read it
)

// Checked is one secret of one script.
type Checked struct {
	Script string `json:"script"`
	Worker string `json:"worker,omitempty"`
	Secret string `json:"secret"`
	State  State  `json:"state"`
}

// Check compares the needed secrets with the bound ones. It omits the runtime's own secrets, which deploys create.
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
				continue // created by deploys
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
