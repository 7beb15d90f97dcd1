// This file keeps what belongs to one environment of one project on this machine: its keys, and values of secrets
// that are not uploaded yet.

package main

import (
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy"
)

// machineVault is the vault of deploys. A control key in the environment wins over the one that is kept.
type machineVault struct {
	env   *cli.Env
	store *credentials.Store
}

func newVault(env *cli.Env) machineVault { return machineVault{env, newStore(env)} }

func vaultKey(scope deploy.Scope, name string) string {
	return "project/" + scope.Project + "/" + scope.Environment + "/" + name
}

// Get finds a value.
func (v machineVault) Get(scope deploy.Scope, name string) (string, bool, error) {
	if key := v.env.Getenv(controlKeyVariable); name == deploy.ControlKey && key != "" {
		if _, err := control.ParseKey(key); err != nil {
			return "", false, noControlKey(controlKeyVariable, err)
		}
		return key, true, nil
	}
	value, place, err := v.store.Get(vaultKey(scope, name))
	return value, place != "", storeFailed(err)
}

// Set keeps a value.
func (v machineVault) Set(scope deploy.Scope, name, value string) error {
	_, err := v.store.Set(vaultKey(scope, name), value)
	return storeFailed(err)
}

// Delete forgets a value.
func (v machineVault) Delete(scope deploy.Scope, name string) error {
	_, err := v.store.Delete(vaultKey(scope, name))
	return storeFailed(err)
}

// scopedVault is the vault of one environment.
type scopedVault struct {
	machineVault
	scope deploy.Scope
}

func (v scopedVault) Get(name string) (string, bool, error) { return v.machineVault.Get(v.scope, name) }
func (v scopedVault) Set(name, value string) error          { return v.machineVault.Set(v.scope, name, value) }
func (v scopedVault) Delete(name string) error              { return v.machineVault.Delete(v.scope, name) }
