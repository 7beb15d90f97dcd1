// This file tests where secrets go and come from, with keyrings that work, are missing, refuse and hang.

package credentials

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// memory is a keyring that works.
type memory map[string]string

func (m memory) Get(name string) (string, error) {
	value, found := m[name]
	if !found {
		return "", errNotFound
	}
	return value, nil
}

func (m memory) Set(name, value string) error {
	if len(value) > 100 {
		return errors.New("the value is too big")
	}
	m[name] = value
	return nil
}

func (m memory) Delete(name string) error {
	if _, found := m[name]; !found {
		return errNotFound
	}
	delete(m, name)
	return nil
}

// hanging is a keyring that never answers.
type hanging struct{ asked *int }

func (h hanging) Get(string) (string, error) { *h.asked++; select {} }
func (h hanging) Set(string, string) error   { *h.asked++; select {} }
func (h hanging) Delete(string) error        { *h.asked++; select {} }

// never is a wait that does not end; atOnce one that is over.
func never(time.Duration) <-chan time.Time { return nil }
func atOnce(time.Duration) <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}

func newStore(t *testing.T, k Keyring) (*Store, *[]string) {
	t.Helper()
	notices := &[]string{}
	return &Store{
		Keyring: k, File: filepath.Join(t.TempDir(), "a", "credentials.json"), After: never,
		Notice: func(text string) { *notices = append(*notices, text) },
	}, notices
}

func want(t *testing.T, s *Store, name, value string, place Place) {
	t.Helper()
	if got, from, err := s.Get(name); got != value || from != place || err != nil {
		t.Errorf("Get(%q) = %q from %q, %v; want %q from %q", name, got, from, err, value, place)
	}
}

func TestStoreUsesTheKeyringAndCreatesNoFile(t *testing.T) {
	s, notices := newStore(t, memory{})
	want(t, s, "a", "", "")
	if place, err := s.Set("a", "1"); place != placeKeyring || err != nil {
		t.Errorf("set: %v, %v", place, err)
	}
	want(t, s, "a", "1", placeKeyring)
	if found, err := s.Delete("a"); !found || err != nil {
		t.Errorf("deleted: %v, %v", found, err)
	}
	want(t, s, "a", "", "")
	if found, err := s.Delete("a"); found || err != nil {
		t.Errorf("deleted twice: %v, %v", found, err)
	}
	if _, err := os.Stat(s.File); !os.IsNotExist(err) || len(*notices) > 0 {
		t.Errorf("file: %v, notices: %v", err, *notices)
	}
}

func TestStoreFallsBackToAPrivateFileAndNotifiesOnce(t *testing.T) {
	s, notices := newStore(t, nil)
	for name, value := range map[string]string{"a": "canary-1", "b": "canary-2"} {
		if place, err := s.Set(name, value); place != placeFile || err != nil {
			t.Fatalf("set: %v, %v", place, err)
		}
	}
	want(t, s, "a", "canary-1", placeFile)
	info, err := os.Stat(s.File)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("file: %v, %v", info, err)
	}
	if len(*notices) != 1 || !strings.Contains((*notices)[0], s.File) || strings.Contains((*notices)[0], "canary") {
		t.Errorf("notices: %v", *notices)
	}
	if found, err := s.Delete("a"); !found || err != nil {
		t.Errorf("deleted: %v, %v", found, err)
	}
	want(t, s, "a", "", "")
	want(t, s, "b", "canary-2", placeFile)
}

func TestStoreDoesNotRetryAKeyringThatHangs(t *testing.T) {
	asked := 0
	s, notices := newStore(t, hanging{&asked})
	s.After = atOnce
	if place, err := s.Set("a", "1"); place != placeFile || err != nil {
		t.Fatalf("set: %v, %v", place, err)
	}
	want(t, s, "a", "1", placeFile)
	if len(*notices) != 1 || !strings.Contains((*notices)[0], "it does not answer") {
		t.Errorf("notices: %v", *notices)
	}
	if !s.silent {
		t.Error("the keyring would be asked again")
	}
}

func TestSetStoresARefusedValueInTheFileAndRemovesTheOldOne(t *testing.T) {
	s, _ := newStore(t, memory{})
	if _, err := s.Set("a", "old"); err != nil {
		t.Fatal(err)
	}
	big := strings.Repeat("x", 101)
	if place, err := s.Set("a", big); place != placeFile || err != nil {
		t.Fatalf("set: %v, %v", place, err)
	}
	want(t, s, "a", big, placeFile)
	if place, err := s.Set("a", "new"); place != placeKeyring || err != nil {
		t.Fatalf("set: %v, %v", place, err)
	}
	want(t, s, "a", "new", placeKeyring)
	if text, err := os.ReadFile(s.File); err != nil || strings.Contains(string(text), "xxx") {
		t.Errorf("the file still has the old value: %v", err)
	}
}

func TestStoreRejectsAnUntrustedFileWithoutQuotingIt(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
		want string
	}{
		"other users can read it": {
			`{"schemaVersion":1,"secrets":{"a":"canary"}}`, 0o644, "other users can read it (mode 0644)",
		},
		"damaged":          {`{"schemaVersion":1,"secrets":{"a":"canary"`, 0o600, "damaged"},
		"of a newer svc":   {`{"schemaVersion":2,"secrets":{"a":"canary"}}`, 0o600, "newer svc"},
		"of another shape": {`{"schemaVersion":1,"secrets":{"a":["canary"]}}`, 0o600, "damaged"},
	} {
		s, _ := newStore(t, nil)
		if err := os.MkdirAll(filepath.Dir(s.File), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.File, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		_, _, got := s.Get("a")
		_, set := s.Set("b", "1")
		for _, err := range []error{got, set} {
			var fileError *FileError
			if !errors.As(err, &fileError) || !strings.Contains(fileError.Why, c.want) || fileError.Fix == "" ||
				strings.Contains(
					err.Error()+fileError.Fix, "canary",
				) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if text, err := os.ReadFile(s.File); err != nil || string(text) != c.text {
			t.Errorf("%s: the file was changed: %s, %v", name, text, err)
		}
	}
}

func TestDefaultFileFollowsTheSystemConventions(t *testing.T) {
	for _, c := range []struct {
		system string
		env    map[string]string
		want   string
	}{
		{"linux", map[string]string{"HOME": "/h"}, "/h/.config/svc/credentials.json"},
		{"linux", map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "/x/svc/credentials.json"},
		{"linux", map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "relative"}, "/h/.config/svc/credentials.json"},
		{"darwin", map[string]string{"HOME": "/h"}, "/h/Library/Application Support/svc/credentials.json"},
		{"linux", nil, ""},
		{"windows", nil, ""},
	} {
		if got := defaultFile(c.system, func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.system, c.env, got, c.want)
		}
	}
}

func TestSetFailsWithoutAHomeFolder(t *testing.T) {
	s, _ := newStore(t, nil)
	s.File = ""
	want(t, s, "a", "", "")
	var fileError *FileError
	if _, err := s.Set("a", "1"); !errors.As(err, &fileError) || !strings.Contains(fileError.Fix, "HOME") {
		t.Errorf("%v", err)
	}
}

func TestConcurrentProcessesLoseNoSecret(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a", "credentials.json")
	var waiting sync.WaitGroup
	for process := range 6 {
		waiting.Go(func() {
			s := &Store{File: file, After: time.After} // each process has a store of its own
			for i := range 5 {
				if _, err := s.Set(fmt.Sprintf("key-%d-%d", process, i), "v"); err != nil {
					t.Error(err)
				}
			}
			if _, err := s.Delete(fmt.Sprintf("key-%d-0", process)); err != nil {
				t.Error(err)
			}
		})
	}
	waiting.Wait()
	if kept, err := readFile(file); err != nil || len(kept) != 6*4 {
		t.Errorf("%d of 24 are kept: %v", len(kept), err)
	}
}

func TestSetRemovesTheLockOfADeadProcess(t *testing.T) {
	s, _ := newStore(t, nil)
	s.After = atOnce
	if err := os.MkdirAll(filepath.Dir(s.File), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.File+".next", []byte(`{"schemaVersion":1,"secr`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Set("a", "v"); err != nil {
		t.Fatal(err)
	}
	if value, place, err := s.Get("a"); value != "v" || place != placeFile || err != nil {
		t.Errorf("%q %q %v", value, place, err)
	}
	if _, err := os.Stat(s.File + ".next"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}
