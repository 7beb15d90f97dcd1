package credentials

import (
	"errors"

	"github.com/zalando/go-keyring"
)

// service is the service name of all entries in the system's keyring.
const service = "svc"

// System is the operating system's keyring: Keychain, Credential Manager, or Secret Service.
type System struct{}

// Get returns a secret.
func (System) Get(name string) (string, error) {
	value, err := keyring.Get(service, name)
	return value, missing(err)
}

// Set stores a secret.
func (System) Set(name, value string) error { return keyring.Set(service, name, value) }

// Delete removes a secret.
func (System) Delete(name string) error { return missing(keyring.Delete(service, name)) }

func missing(err error) error {
	if errors.Is(err, keyring.ErrNotFound) {
		return errNotFound
	}
	return err
}
