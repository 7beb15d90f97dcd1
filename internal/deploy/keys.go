// This file makes the project's keys: the control key, by which the project's own tools prove who they are, and the
// key that seals tokens at rest. Each is kept on the machine that made it and bound to the app worker, nowhere else.

package deploy

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/appsvc/svc/codegen/edge"
)

// keyBytes is the length of a key.
const keyBytes = 32

var keyForm = regexp.MustCompile(`^([A-Za-z0-9_-]{1,64}):(\S+)$`)

// key is one key; its value is "" until it is made.
type key struct{ id, value string }

// keys are those of an app worker.
type keys struct {
	// control and seal are ids that are bound already.
	control, seal []string
	// newControl and newSeal will be bound; nil for none.
	newControl, newSeal *key
}

// findKeys decides which keys are new. One that was kept and never reached the app worker is taken up again; ids of
// a saved plan are kept.
func (d *deployment) findKeys(app *liveScript) error {
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

// newKey is a key to be bound; nil when the app worker has one that will do.
func (d *deployment) newKey(name string, bound []string, demanded bool) (*key, error) {
	text, kept, err := d.Vault.Get(d.scope(), name)
	if err != nil {
		return nil, err
	}
	if kept {
		found := keyForm.FindStringSubmatch(text)
		if found == nil {
			return nil, fmt.Errorf(
				"the %s of this machine is malformed: it must read <key id>:<key>", strings.ReplaceAll(name, "-", " "),
			)
		}
		if slices.Contains(bound, found[1]) {
			return nil, nil //nolint:nilnil // it is bound already
		}
		if len(bound) == 0 || demanded {
			return &key{found[1], found[2]}, nil
		}
	}
	if len(bound) > 0 && !demanded {
		return nil, nil //nolint:nilnil // another machine has made one
	}
	if d.From != nil {
		if id := map[string]string{ControlKey: d.From.ControlKey, SealKey: d.From.SealKey}[name]; id != "" {
			return &key{id: id}, nil
		}
	}
	id, err := d.newKeyID(name)
	return &key{id: id}, err
}

// newKeyID names a key. The sealing key whose id sorts last seals, so ids of these begin with the time.
func (d *deployment) newKeyID(name string) (string, error) {
	if name == SealKey {
		return "s" + d.Clock.Now().UTC().Format("20060102150405"), nil
	}
	chance := make([]byte, 5)
	err := d.Clock.Random(chance)
	return "k" + hex.EncodeToString(chance), err
}

// planKeys adds the lines about keys.
func (d *deployment) planKeys(p *Plan) {
	app := d.want.app().Name
	if k := d.keys.newControl; k != nil {
		p.ControlKey = k.id
		p.add(OfKey, app, Create, "bind the control key "+k.id, "this machine can read checkpoints, installs and flags")
	} else if _, kept, err := d.Vault.Get(d.scope(), ControlKey); err == nil && !kept {
		p.Notes = append(p.Notes, Note{
			Text: "this machine has no control key of the project: svc checkpoint and svc installs need one",
			Fix:  "svc deploy --new-key",
		})
	}
	if k := d.keys.newSeal; k != nil {
		p.SealKey = k.id
		p.add(OfKey, app, Create, "bind the sealing key "+k.id, "")
	}
}

// makeKeys makes the values of new keys and keeps them, before any of them is used.
func (d *deployment) makeKeys() error {
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
				return fmt.Errorf("the %s cannot be kept on this machine: %w", strings.ReplaceAll(made.name, "-", " "), err)
			}
		}
		d.keep(app, made.prefix+made.key.id, made.key.value)
	}
	return nil
}
