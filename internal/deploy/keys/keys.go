// Package keys has the form of an environment's keys: on this machine, in a port.Vault, and bound to its app worker.
//
// Control keys authenticate the project's tools, seal keys encrypt tokens at rest. A key is stored on the machine that
// created it and bound to the app worker, and nowhere else. Start at Key.
package keys

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// length is that of a key, in bytes.
const length = 32

var form = lazyregexp.New(`^([A-Za-z0-9_-]{1,64}):(\S+)$`)

// Key is one key. Its value is "" until it is created.
type Key struct{ ID, Value string }

// String returns the key as a Vault has it.
func (k Key) String() string { return k.ID + ":" + k.Value }

// Create gives a key its value.
func (k *Key) Create(clock port.Clock) error {
	random := make([]byte, length)
	if err := clock.Random(random); err != nil {
		return err
	}
	k.Value = base64.RawURLEncoding.EncodeToString(random)
	return nil
}

// Stored returns a key of this machine; the zero key for none.
func Stored(vault port.Vault, scope port.Scope, name string) (Key, error) {
	text, kept, err := vault.Get(scope, name)
	if err != nil || !kept {
		return Key{}, err
	}
	found := form().FindStringSubmatch(text)
	if found == nil {
		return Key{}, fmt.Errorf("invalid %s on this machine: expected <key id>:<key>", strings.ReplaceAll(name, "-", " "))
	}
	return Key{found[1], found[2]}, nil
}

// NewID returns the id of a new key. The seal key whose id sorts last encrypts, so these ids start with the time.
func NewID(clock port.Clock, name string) (string, error) {
	if name == port.SealKey {
		return "s" + clock.Now().UTC().Format("20060102150405"), nil
	}
	id := make([]byte, 5)
	err := clock.Random(id)
	return "k" + hex.EncodeToString(id), err
}

// Bound returns the ids of the keys among the secrets of an app worker, whose names have a prefix.
func Bound(secrets []string, prefix string) []string {
	var ids []string
	for _, name := range secrets {
		if id, is := strings.CutPrefix(name, prefix); is {
			ids = append(ids, id)
		}
	}
	return ids
}

// Is reports whether a secret is a key that deploys create.
func Is(secret string) bool {
	return strings.HasPrefix(secret, edge.ControlKeyPrefix) || strings.HasPrefix(secret, edge.SealKeyPrefix)
}
