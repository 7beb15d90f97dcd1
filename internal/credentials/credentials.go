// Package credentials keeps the secrets that a user of this machine needs for deploys: tokens, the project's keys,
// and values that are not uploaded yet.
//
// They are in the keyring of the operating system; where there is none, or it does not answer, in one file that
// only its owner can read, and the user is told so. Secrets come in and go out as values alone: no error and no
// notice holds one. What a secret is called, and which environment variable wins over it, the caller decides.
// Start at Store; keyring.go is the system's keyring, file.go the file.
package credentials

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// Place is where a secret was found or put.
type Place string

// The places of a Store.
const (
	InKeyring Place = "keyring"
	InFile    Place = "file"
)

// keyringWait is how long a keyring may take: a person may have to unlock it.
const keyringWait = 15 * time.Second

// ErrNotFound is what a Keyring gives for a name that it does not have.
var ErrNotFound = errors.New("there is no such secret")

// Keyring is a keyring. System is that of the operating system.
type Keyring interface {
	Get(name string) (string, error)
	Set(name, value string) error
	Delete(name string) error
}

// Store keeps secrets by name. Its methods may be called from several goroutines.
type Store struct {
	// Keyring is asked first; nil for none.
	Keyring Keyring
	// File is the path of the file, absolute. Its folder is made when it is needed.
	File string
	// Notice tells the user, once, that the file is used and why.
	Notice func(text string)
	// After is time.After: it ends the wait for a keyring that hangs, and for another process that writes the file.
	After func(time.Duration) <-chan time.Time

	mu sync.Mutex
	// silent says that the keyring did not answer once: it is not asked again.
	silent, noticed bool
}

// Get finds a secret. An empty Place means that there is none.
func (s *Store) Get(name string) (value string, place Place, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.ask(func(k Keyring) error {
		found, err := k.Get(name)
		value = found
		return err
	})
	if err == nil {
		return value, InKeyring, nil
	}
	secrets, err := readFile(s.File)
	if err != nil {
		return "", "", err
	}
	value, found := secrets[name]
	if !found {
		return "", "", nil
	}
	return value, InFile, nil
}

// Set keeps a secret, in the keyring if it takes it.
func (s *Store) Set(name, value string) (Place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refused := s.ask(func(k Keyring) error { return k.Set(name, value) })
	if refused == nil {
		return InKeyring, s.dropFromFile(name)
	}
	// An older value there would win over the file. Where it cannot be deleted it cannot be read either.
	_ = s.ask(func(k Keyring) error { return k.Delete(name) })
	if err := changeFile(s.File, s.After, func(secrets map[string]string) { secrets[name] = value }); err != nil {
		return "", err
	}
	if !s.noticed && s.Notice != nil {
		s.noticed = true
		s.Notice(
			fmt.Sprintf("no keyring can be used here (%s): secrets are kept in %s, which only you can read", refused, s.File),
		)
	}
	return InFile, nil
}

// Delete forgets a secret, wherever it is, and says whether there was one.
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

// errNone and errHangs are why the keyring is no use.
var (
	errNone  = errors.New("there is none")
	errHangs = errors.New("it does not answer")
)

// ask calls the keyring, and gives up when it hangs: on some systems that have none, a call never ends.
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
