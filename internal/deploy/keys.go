package deploy

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// keyBytes is the length of a key.
const keyBytes = 32

var keyForm = lazyregexp.New(`^([A-Za-z0-9_-]{1,64}):(\S+)$`)

// key is one key. Its value is "" until it is created.
type key struct{ id, value string }

// keys are an app worker's keys: control keys authenticate the project's tools, seal keys encrypt tokens at rest. A
// key is stored on the machine that created it and bound to the app worker, and nowhere else.
type keys struct {
	// control and seal are the ids of bound keys.
	control, seal []string
	// newControl and newSeal are keys to bind, or nil.
	newControl, newSeal *key
}

// findKeys decides which keys to bind. It reuses a stored key that was never bound, and the ids of a saved plan.
func (d *session) findKeys(app *liveScript) error {
	if app != nil {
		d.keys.control = keyIDs(app.Secrets, edge.ControlKeyPrefix)
		d.keys.seal = keyIDs(app.Secrets, edge.SealKeyPrefix)
	}
	var err error
	if d.keys.newControl, err = d.newKey(ControlKey, d.keys.control, d.NewKey); err != nil {
		return err
	}
	if d.want.needsSeal() {
		d.keys.newSeal, err = d.newKey(SealKey, d.keys.seal, false)
	}
	return err
}

func keyIDs(secrets []string, prefix string) []string {
	var ids []string
	for _, name := range secrets {
		if id, is := strings.CutPrefix(name, prefix); is {
			ids = append(ids, id)
		}
	}
	return ids
}

// newKey returns a key to bind, or nil if the app worker has a usable one.
func (d *session) newKey(name string, bound []string, demanded bool) (*key, error) {
	stored, err := storedKey(d.Vault, d.scope(), name)
	if err != nil {
		return nil, err
	}
	if stored.id != "" {
		if slices.Contains(bound, stored.id) {
			return nil, nil //nolint:nilnil // already bound
		}
		if len(bound) == 0 || demanded {
			return &stored, nil
		}
	}
	if len(bound) > 0 && !demanded {
		return nil, nil //nolint:nilnil // another machine created one
	}
	if d.From != nil {
		if id := map[string]string{ControlKey: d.From.ControlKey, SealKey: d.From.SealKey}[name]; id != "" {
			return &key{id: id}, nil
		}
	}
	id, err := d.Clock.newKeyID(name)
	return &key{id: id}, err
}

// storedKey returns a key of this machine; the zero key for none.
func storedKey(vault Vault, scope Scope, name string) (key, error) {
	text, kept, err := vault.Get(scope, name)
	if err != nil || !kept {
		return key{}, err
	}
	found := keyForm().FindStringSubmatch(text)
	if found == nil {
		return key{}, fmt.Errorf("invalid %s on this machine: expected <key id>:<key>", strings.ReplaceAll(name, "-", " "))
	}
	return key{found[1], found[2]}, nil
}

// newKeyID returns the id of a new key. The seal key whose id sorts last encrypts, so these ids start with the time.
func (c Clock) newKeyID(name string) (string, error) {
	if name == SealKey {
		return "s" + c.Now().UTC().Format("20060102150405"), nil
	}
	id := make([]byte, 5)
	err := c.Random(id)
	return "k" + hex.EncodeToString(id), err
}

// planKeys adds the changes and notes about keys.
func (d *session) planKeys(p *Plan) {
	app := d.want.app().Name
	if k := d.keys.newControl; k != nil {
		p.ControlKey = k.id
		p.add(OfKey, app, Create, "bind the control key "+k.id, "this machine can read checkpoints, installs and flags")
	} else if _, kept, err := d.Vault.Get(d.scope(), ControlKey); err == nil && !kept {
		p.Notes = append(p.Notes, Note{
			Text: "this machine has no control key of the project, which svc checkpoint and svc installs need",
			Fix:  "svc deploy --new-key",
		})
	}
	if k := d.keys.newSeal; k != nil {
		p.SealKey = k.id
		p.add(OfKey, app, Create, "bind the sealing key "+k.id, "")
	}
}

// makeKeys creates and stores the values of new keys before they are used.
func (d *session) makeKeys() error {
	app := d.want.app().Name
	for _, made := range []struct {
		name, prefix string
		key          *key
	}{{ControlKey, edge.ControlKeyPrefix, d.keys.newControl}, {SealKey, edge.SealKeyPrefix, d.keys.newSeal}} {
		if made.key == nil {
			continue
		}
		if made.key.value == "" {
			random := make([]byte, keyBytes)
			if err := d.Clock.Random(random); err != nil {
				return err
			}
			made.key.value = base64.RawURLEncoding.EncodeToString(random)
			if err := d.Vault.Set(d.scope(), made.name, made.key.id+":"+made.key.value); err != nil {
				return fmt.Errorf("cannot store the %s on this machine: %w", strings.ReplaceAll(made.name, "-", " "), err)
			}
		}
		d.keep(app, made.prefix+made.key.id, made.key.value)
	}
	return nil
}
