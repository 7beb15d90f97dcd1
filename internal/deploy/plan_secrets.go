package deploy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/deploy/keys"
	"github.com/appsvc/svc/internal/link"
)

// fromCRM are secrets that the CRM shows after the first upload, so a first deploy cannot have them.
var fromCRM = []string{"CRM_ACCESS_TOKEN", "CRM_CLIENT_ID", "CRM_CLIENT_SECRET"}

// planSecrets plans the upload of missing secrets that this machine has stored. Other missing secrets are problems.
// It never replaces a secret.
func (d *session) planSecrets(p *Plan) error {
	d.values = map[string]map[string]string{}
	missing, later := map[string][]string{}, []string{}
	for i := range d.want.scripts {
		s := &d.want.scripts[i]
		for _, name := range s.Secrets {
			if live := d.found.Scripts[s.Name]; keys.Is(name) || live != nil && slices.Contains(live.Secrets, name) {
				continue
			}
			value, known, err := d.Vault.Get(d.scope(), name)
			switch {
			case err != nil:
				return err
			case known:
				d.keep(s.Name, name, value)
				p.add(OfSecret, s.Name, Create, "set the secret "+name, "")
			case slices.Contains(fromCRM, name):
				later = append(later, name)
			default:
				missing[name] = append(missing[name], s.Name)
			}
		}
	}
	for _, name := range sortedKeys(missing) {
		p.Problems = append(p.Problems, Problem{
			What: fmt.Sprintf("secret %s is missing", name),
			Why:  "it has no value and is needed by " + strings.Join(missing[name], ", "), Fix: d.setSecret(name),
		})
	}
	slices.Sort(later)
	p.Unset = slices.Compact(later)
	for _, name := range p.Unset {
		p.Notes = append(p.Notes, Note{
			Text: fmt.Sprintf("%s is not set: requests that need it are answered 503 not_configured; "+
				"the CRM shows its value after the first deploy", name),
			Fix: d.setSecret(name),
		})
	}
	return nil
}

func (d *session) setSecret(name string) string {
	fix := "svc secrets set " + name
	if d.Environment != link.Production {
		fix += " --env " + d.Environment
	}
	return fix
}

// forget deletes stored values that were uploaded, by this deploy or by the interrupted one.
func (d *session) forget() error {
	names := map[string]bool{}
	for i := range d.want.scripts {
		s := &d.want.scripts[i]
		for _, name := range s.Secrets {
			if _, sent := d.values[s.Name][name]; !keys.Is(name) && (sent || d.resumed != nil) {
				names[name] = true
			}
		}
	}
	for _, name := range sortedKeys(names) {
		if err := d.Vault.Delete(d.scope(), name); err != nil {
			return err
		}
	}
	return nil
}

// keep records the value of a secret to upload.
func (d *session) keep(script, name, value string) {
	if d.values[script] == nil {
		d.values[script] = map[string]string{}
	}
	d.values[script][name] = value
	d.hidden.Learn(value)
}
