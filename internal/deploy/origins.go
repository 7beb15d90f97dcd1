package deploy

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/deploy/port"
)

// confirmDomains asks the platform for the custom domains that the link names. A change of the link can put another
// origin into it, which would then receive the app's requests.
func (d *session) confirmDomains(ctx context.Context) error {
	d.domains = map[string]bool{}
	for _, s := range d.want.scripts {
		linked := d.origin(s.Worker)
		if !isCustom(linked) || d.found.isMissing(s.Name) {
			continue
		}
		hosts, err := d.Edge.Domains(ctx, s.Name)
		if err != nil {
			return err
		}
		d.domains[s.Name+" "+linked] = slices.ContainsFunc(hosts, func(host string) bool { return linked == "https://"+host })
	}
	return nil
}

// isCustom reports whether an origin is not one that the platform derives from a script's name.
func isCustom(origin string) bool { return origin != "" && !strings.HasSuffix(origin, platformDomain) }

// noteOrigins notes the origins of the link that the platform does not confirm.
func (d *session) noteOrigins(p *Plan, before map[string]string) {
	for _, worker := range slices.Sorted(maps.Keys(before)) {
		was, is := before[worker], d.origin(worker)
		if was == "" || was == is || is == "" {
			continue
		}
		p.Notes = append(p.Notes, Note{
			Text: fmt.Sprintf(".svc/project.json has the origin %s for %s, which the edge platform does not have; it becomes %s",
				was, port.WorkerName(worker), is),
			Fix: "to use a custom domain, add it to the script on the edge platform first",
		})
	}
}

// port.Origins returns the origins by worker, with the app worker under "".
func (d *session) Origins() map[string]string {
	origins := map[string]string{"": d.env.Origin}
	for _, s := range d.want.workers() {
		origins[s.Worker] = d.env.Origins[s.Worker]
	}
	return origins
}

// recordOrigins writes the origins to the link, and stores them beside the control key.
func (d *session) recordOrigins() error {
	if err := d.writeLink(d.env); err != nil {
		return err
	}
	text, err := json.Marshal(d.Origins()) // maps are sorted
	if err != nil {
		return err
	}
	kept, _, err := d.Vault.Get(d.scope(), port.Origins)
	if err != nil || kept == string(text) {
		return err
	}
	return d.Vault.Set(d.scope(), port.Origins, string(text))
}
