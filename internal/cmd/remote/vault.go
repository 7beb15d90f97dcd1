package remote

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/port"
)

// ControlKeyError is the error for a malformed control key.
func ControlKeyError(from string, err error) error {
	return &cli.Error{
		Code: cli.ExitAuth, What: "invalid control key in " + from, Why: err.Error(), Fix: "copy the key again", Err: err,
	}
}

// Vault stores keys of deployed environments, and secrets that wait for a deploy. A control key in the environment
// takes precedence over the stored one.
type Vault struct {
	env   *cli.Env
	Store *credentials.Store
}

// NewVault returns the vault of this machine.
func NewVault(env *cli.Env) Vault { return Vault{env, NewStore(env)} }

func vaultKey(scope port.Scope, name string) string {
	return "project/" + scope.Project + "/" + scope.Environment + "/" + name
}

// Get returns a value, if there is one.
func (v Vault) Get(scope port.Scope, name string) (string, bool, error) {
	if key := v.env.Getenv(ControlKeyVariable); name == port.ControlKey && key != "" {
		if _, err := control.ParseKey(key, scope.Environment); err != nil {
			return "", false, ControlKeyError(ControlKeyVariable, err)
		}
		return key, true, nil
	}
	value, place, err := v.Store.Get(vaultKey(scope, name))
	v.env.LearnSecret(value)
	return value, place != "", StoreError(err)
}

// Set stores a value, and its name before.
func (v Vault) Set(scope port.Scope, name, value string) error {
	v.env.LearnSecret(value)
	if err := v.list(scope, name); err != nil {
		return err
	}
	if _, err := v.Store.Set(vaultKey(scope, name), value); err != nil {
		return StoreError(err)
	}
	return v.list(scope, name) // another process may have written the list without it
}

// listed is the value of port.StoredNames.
type listed struct {
	Names []string `json:"names"`
}

// Names returns the names of values that were set, also of some that were deleted since.
func (v Vault) Names(scope port.Scope) ([]string, error) {
	text, place, err := v.Store.Get(vaultKey(scope, port.StoredNames))
	if err != nil || place == "" {
		return nil, StoreError(err)
	}
	var all listed
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("invalid list of stored names on this machine: %w", err)
	}
	return all.Names, nil
}

// list adds a name to port.StoredNames.
func (v Vault) list(scope port.Scope, name string) error {
	names, err := v.Names(scope)
	if err != nil || slices.Contains(names, name) {
		return err
	}
	text, err := json.Marshal(listed{append(names, name)})
	if err != nil {
		return err
	}
	_, err = v.Store.Set(vaultKey(scope, port.StoredNames), string(text))
	return StoreError(err)
}

// Delete removes a value.
func (v Vault) Delete(scope port.Scope, name string) error {
	_, err := v.Store.Delete(vaultKey(scope, name))
	return StoreError(err)
}

// Scoped returns the vault of one environment.
func (v Vault) Scoped(scope port.Scope) ScopedVault { return ScopedVault{v, scope} }

// ScopedVault is the vault of one environment.
type ScopedVault struct {
	vault Vault
	scope port.Scope
}

// Get returns a value, if there is one.
func (v ScopedVault) Get(name string) (string, bool, error) { return v.vault.Get(v.scope, name) }

// Set stores a value.
func (v ScopedVault) Set(name, value string) error { return v.vault.Set(v.scope, name, value) }

// Delete removes a value.
func (v ScopedVault) Delete(name string) error { return v.vault.Delete(v.scope, name) }
