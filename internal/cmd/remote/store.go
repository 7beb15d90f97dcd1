package remote

import (
	"errors"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/credentials"
)

// NewStore returns the store of this machine's secrets. It prints a note when it uses the file.
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

// StoreError turns an error of the store into one for the user. Other errors stay as they are.
func StoreError(err error) error {
	if file, ok := errors.AsType[*credentials.FileError](err); ok {
		return &cli.Error{Code: cli.ExitUsage, What: "cannot use " + file.Path, Why: file.Why, Fix: file.Fix, Err: err}
	}
	return err
}
