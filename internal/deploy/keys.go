package deploy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/keys"
	"github.com/appsvc/svc/internal/deploy/port"
)

// keySet has the ids of an app worker's bound keys, and those to bind.
type keySet struct {
	// control and seal are the ids of bound keys.
	control, seal []string
	// newControl and newSeal are keys to bind, or nil.
	newControl, newSeal *keys.Key
}

// findKeys decides which keys to bind. It reuses a stored key that was never bound, and the ids of a saved plan.
func (d *session) findKeys(app *liveScript) error {
	if app != nil {
		d.keys.control = keys.Bound(app.Secrets, edge.ControlKeyPrefix)
		d.keys.seal = keys.Bound(app.Secrets, edge.SealKeyPrefix)
	}
	var err error
	if d.keys.newControl, err = d.newKey(port.ControlKey, d.keys.control, d.NewKey); err != nil {
		return err
	}
	if d.want.needsSeal() {
		d.keys.newSeal, err = d.newKey(port.SealKey, d.keys.seal, false)
	}
	return err
}

// newKey returns a key to bind, or nil if the app worker has a usable one.
func (d *session) newKey(name string, bound []string, demanded bool) (*keys.Key, error) {
	stored, err := keys.Stored(d.Vault, d.scope(), name)
	if err != nil {
		return nil, err
	}
	if stored.ID != "" {
		if slices.Contains(bound, stored.ID) {
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
		if id := map[string]string{port.ControlKey: d.From.ControlKey, port.SealKey: d.From.SealKey}[name]; id != "" {
			return &keys.Key{ID: id}, nil
		}
	}
	id, err := keys.NewID(d.Clock, name)
	return &keys.Key{ID: id}, err
}

// planKeys adds the changes and notes about keys.
func (d *session) planKeys(p *Plan) {
	app := d.want.app().Name
	if k := d.keys.newControl; k != nil {
		p.ControlKey = k.ID
		p.add(OfKey, app, Create, "bind the control key "+k.ID, "this machine can read checkpoints, installs and flags")
	} else if _, kept, err := d.Vault.Get(d.scope(), port.ControlKey); err == nil && !kept {
		p.Notes = append(p.Notes, Note{
			Text: "this machine has no control key of the project, which svc checkpoint and svc installs need",
			Fix:  "svc deploy --new-key",
		})
	}
	if k := d.keys.newSeal; k != nil {
		p.SealKey = k.ID
		p.add(OfKey, app, Create, "bind the sealing key "+k.ID, "")
	}
}

// makeKeys creates and stores the values of new keys before they are used.
func (d *session) makeKeys() error {
	app := d.want.app().Name
	for _, made := range []struct {
		name, prefix string
		key          *keys.Key
	}{{port.ControlKey, edge.ControlKeyPrefix, d.keys.newControl}, {port.SealKey, edge.SealKeyPrefix, d.keys.newSeal}} {
		if made.key == nil {
			continue
		}
		if made.key.Value == "" {
			if err := made.key.Create(d.Clock); err != nil {
				return err
			}
			if err := d.Vault.Set(d.scope(), made.name, made.key.String()); err != nil {
				return fmt.Errorf("cannot store the %s on this machine: %w", strings.ReplaceAll(made.name, "-", " "), err)
			}
		}
		d.keep(app, made.prefix+made.key.ID, made.key.Value)
	}
	return nil
}
