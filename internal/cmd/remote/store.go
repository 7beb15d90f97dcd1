package remote

import (
	"errors"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/credentials"
)

// NewStore is the store of this machine's secrets. It tells the user when it is a file.
func NewStore(env *cli.Env) *credentials.Store {
	store := &credentials.Store{
		Keyring: credentials.System{}, File: credentials.DefaultFile(env.Getenv), After: time.After,
		Notice: func(text string) { env.Notef("note: %s", text) },
	}
	if env.Getenv(keyringVariable) == "off" {
		store.Keyring = nil
	}
	return store
}

// StoreError says why secrets cannot be kept or found.
func StoreError(err error) error {
	var told *credentials.FileError
	if errors.As(err, &told) {
		return &cli.Error{Code: cli.ExitUsage, What: "cannot use " + told.Path, Why: told.Why, Fix: told.Fix, Err: err}
	}
	return err
}
