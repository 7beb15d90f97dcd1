package edgefake

import (
	"errors"
	"maps"
	"net/http"
)

// uploadVersion adds a version without traffic. The API accepts only what belongs to a version: no migrations, no tags
// and no settings of the script (edge docs, gradual deployments).
func (f *Fake) uploadVersion(c *call) {
	s := f.found(c)
	if s == nil {
		return
	}
	v, err := f.versionOf(c.r.PathValue("script"), s, c.r)
	var known *refusal
	if errors.As(err, &known) {
		c.refuse(known.status, known.code, known.message)
		return
	}
	f.add(s, v)
	c.answer(map[string]any{"id": v.id, "number": len(s.versions), "startup_time_ms": 7})
}

func (f *Fake) versionOf(name string, s *script, r *http.Request) (*version, error) {
	if err := checkQuery(r.URL.Query()); err != nil {
		return nil, err
	}
	meta, modules, err := readParts(r)
	if err != nil {
		return nil, err
	}
	if meta.Migrations != nil {
		return nil, invalid(10021, "a version without traffic cannot have migrations")
	}
	if meta.Tags != nil || meta.Observability != nil || meta.Logpush || meta.TailConsumers != nil {
		return nil, invalid(10021, "tags and other settings of the script do not belong to a version")
	}
	after := *s
	after.classes = maps.Clone(s.classes)
	if err := checkModules(meta, modules, after.classes); err != nil {
		return nil, err
	}
	bindings, err := f.bind(name, meta, s, &after)
	if err != nil {
		return nil, err
	}
	return &version{
		main: meta.MainModule, modules: modules, bindings: bindings, limits: meta.Limits,
		compatibilityDate: meta.CompatibilityDate, compatibilityFlags: meta.CompatibilityFlags,
		message: meta.Annotations["workers/message"], tag: meta.Annotations["workers/tag"], cause: "version_upload",
		migrationTag: s.migrationTag,
	}, nil
}

// Served is the version that answered a request.
type Served struct {
	Version, Tag string
	Code         string // of the main module
}

// Serve sends a request to a script, and returns the version that gets it; the zero Served for a missing script. Of
// each 100 requests in a row, a version gets as many as its share has percent.
func (f *Fake) Serve(script string) Served {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.scripts[script]
	if s == nil {
		return Served{}
	}
	turn := s.requests % 100
	s.requests++
	for _, share := range s.deployments[len(s.deployments)-1].shares {
		if turn -= share.percent; turn < 0 {
			v := s.byID(share.id)
			return Served{v.id, v.tag, string(v.modules[v.main].text)}
		}
	}
	return Served{} // shares sum up to 100
}
