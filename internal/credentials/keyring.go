// This file is the keyring of the operating system.

package credentials

import (
	"errors"

	"github.com/zalando/go-keyring"
)

// service is the name under which the system's keyring lists our secrets.
const service = "svc"

// System is the keyring of the operating system: the Keychain, the Credential Manager, or the Secret Service.
type System struct{}

// Get reads a secret.
func (System) Get(name string) (string, error) {
	value, err := keyring.Get(service, name)
	return value, missing(err)
}

// Set keeps a secret.
func (System) Set(name, value string) error { return keyring.Set(service, name, value) }

// Delete forgets a secret.
func (System) Delete(name string) error { return missing(keyring.Delete(service, name)) }

func missing(err error) error {
	if errors.Is(err, keyring.ErrNotFound) {
		return ErrNotFound
	}
	return err
}
