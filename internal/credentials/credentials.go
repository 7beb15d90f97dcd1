// Package credentials stores the secrets that deploys from this machine need: tokens, the project's keys, and
// secret values that are not uploaded yet.
//
// Store uses the operating system's keyring. If there is none, or it does not answer, Store uses a file that only
// its owner can read, and notifies the user once. No error and no notice contains a secret. Callers choose the
// names of secrets and the environment variables that override them.
// Start at Store; keyring.go is the system's keyring, file.go the file.
package credentials

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// Place is where a secret is stored.
type Place string

// The places that a Store uses.
const (
	placeKeyring Place = "keyring"
	placeFile    Place = "file"
)

// keyringWait limits one call to the keyring: the user may have to unlock it.
const keyringWait = 15 * time.Second

// errNotFound is a Keyring's error for an unknown name.
var errNotFound = errors.New("secret not found")

// Keyring stores secrets by name. System is the operating system's keyring.
type Keyring interface {
	Get(name string) (string, error)
	Set(name, value string) error
	Delete(name string) error
}

// Store stores secrets by name. It is safe for concurrent use.
type Store struct {
	// Keyring is tried first. It may be nil.
	Keyring Keyring
	// File is the absolute path of the fallback file. Its folder is created on first use.
	File string
	// Notice is called once if the file is used, with a text for the user that says why.
	Notice func(text string)
	// After is time.After. It limits the wait for the keyring and for another process that writes the file.
	After func(time.Duration) <-chan time.Time

	mu sync.Mutex
	// silent is set when the keyring did not answer: it is not tried again.
	silent, noticed bool
}

// Get returns a secret and its place. An empty Place means that the secret does not exist.
func (s *Store) Get(name string) (value string, place Place, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.ask(func(k Keyring) error {
		found, err := k.Get(name)
		value = found
		return err
	})
	if err == nil {
		return value, placeKeyring, nil
	}
	secrets, err := readFile(s.File)
	if err != nil {
		return "", "", err
	}
	value, found := secrets[name]
	if !found {
		return "", "", nil
	}
	return value, placeFile, nil
}

// Set stores a secret in the keyring, or else in the file.
func (s *Store) Set(name, value string) (Place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refused := s.ask(func(k Keyring) error { return k.Set(name, value) })
	if refused == nil {
		return placeKeyring, s.dropFromFile(name)
	}
	// An older value in the keyring would override the file. If it cannot be deleted, it cannot be read either.
	_ = s.ask(func(k Keyring) error { return k.Delete(name) })
	if err := changeFile(s.File, s.After, func(secrets map[string]string) { secrets[name] = value }); err != nil {
		return "", err
	}
	if !s.noticed && s.Notice != nil {
		s.noticed = true
		s.Notice(
			fmt.Sprintf("cannot use a keyring (%s); storing secrets in %s, which only you can read", refused, s.File),
		)
	}
	return placeFile, nil
}

// Delete removes a secret from both places and reports whether it existed.
func (s *Store) Delete(name string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	inKeyring := s.ask(func(k Keyring) error { return k.Delete(name) }) == nil
	secrets, err := readFile(s.File)
	if err != nil {
		return inKeyring, err
	}
	_, inFile := secrets[name]
	return inKeyring || inFile, s.dropFromFile(name)
}

func (s *Store) dropFromFile(name string) error {
	secrets, err := readFile(s.File)
	if err != nil {
		return err
	}
	if _, found := secrets[name]; !found {
		return nil
	}
	return changeFile(s.File, s.After, func(secrets map[string]string) { delete(secrets, name) })
}

// errNone and errHangs are the reasons for using the file.
var (
	errNone  = errors.New("it is turned off")
	errHangs = errors.New("it does not answer")
)

// ask calls the keyring with a time limit: on some systems without a keyring a call never returns.
func (s *Store) ask(call func(Keyring) error) error {
	switch {
	case s.Keyring == nil:
		return errNone
	case s.silent:
		return errHangs
	}
	done := make(chan error, 1)
	go func() { done <- call(s.Keyring) }()
	select {
	case err := <-done:
		return err
	case <-s.After(keyringWait):
		s.silent = true
		return errHangs
	}
}
