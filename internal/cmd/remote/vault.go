package remote

import (
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy"
)

func ControlKeyError(from string, err error) error {
	return &cli.Error{
		Code: cli.ExitAuth, What: from + " is no control key", Why: err.Error(), Fix: "copy it anew", Err: err,
	}
}

// Vault is the vault of deploys. A control key in the environment wins over the one that is kept.
type Vault struct {
	env   *cli.Env
	Store *credentials.Store
}

func NewVault(env *cli.Env) Vault { return Vault{env, NewStore(env)} }

func vaultKey(scope deploy.Scope, name string) string {
	return "project/" + scope.Project + "/" + scope.Environment + "/" + name
}

// Get finds a value.
func (v Vault) Get(scope deploy.Scope, name string) (string, bool, error) {
	if key := v.env.Getenv(ControlKeyVariable); name == deploy.ControlKey && key != "" {
		if _, err := control.ParseKey(key); err != nil {
			return "", false, ControlKeyError(ControlKeyVariable, err)
		}
		return key, true, nil
	}
	value, place, err := v.Store.Get(vaultKey(scope, name))
	return value, place != "", StoreError(err)
}

// Set keeps a value.
func (v Vault) Set(scope deploy.Scope, name, value string) error {
	_, err := v.Store.Set(vaultKey(scope, name), value)
	return StoreError(err)
}

// Delete forgets a value.
func (v Vault) Delete(scope deploy.Scope, name string) error {
	_, err := v.Store.Delete(vaultKey(scope, name))
	return StoreError(err)
}

// Scoped returns the vault of one environment.
func (v Vault) Scoped(scope deploy.Scope) ScopedVault { return ScopedVault{v, scope} }

// ScopedVault is the vault of one environment.
type ScopedVault struct {
	vault Vault
	scope deploy.Scope
}

func (v ScopedVault) Get(name string) (string, bool, error) { return v.vault.Get(v.scope, name) }

func (v ScopedVault) Set(name, value string) error { return v.vault.Set(v.scope, name, value) }

func (v ScopedVault) Delete(name string) error { return v.vault.Delete(v.scope, name) }
