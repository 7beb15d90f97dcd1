// This file lists what a project's workers can be asked to run.

package devserver

import "github.com/appsvc/svc/internal/declared"

// Kinds of capabilities.
const (
	KindTool        = string(declared.Tool)
	KindCardBackend = string(declared.CardBackend)
	KindTrigger     = string(declared.Trigger)
	KindSync        = string(declared.Sync)
)

// Capability is one capability of a worker.
type Capability struct {
	Worker string
	ID     string
	Kind   string
	// File is the worker's file, relative to the project.
	File string
	// ObjectType is what a tool is enrolled with.
	ObjectType string
	// Agent says that a tool has an agent block.
	Agent bool
}

// Name is the id with its worker, which is unique but for the kind.
func (c Capability) Name() string { return c.Worker + "/" + c.ID }

// Dispatched reports whether this version of the runtime has a route for the kind.
func (c Capability) Dispatched() bool { return c.Kind == KindTool || c.Kind == KindCardBackend }

// Capabilities lists the capabilities of the project, in the order of files and declarations.
func Capabilities(p *declared.Project) []Capability {
	var all []Capability
	for _, file := range p.Workers {
		if file.Worker == nil {
			continue
		}
		for _, d := range file.Worker.Capabilities {
			if d.ID == "" {
				continue // a finding of its own
			}
			c := Capability{Worker: file.Worker.ID, ID: d.ID, Kind: string(d.Kind), File: file.Path}
			switch objectType := d.Options.Get("objectType"); {
			case objectType.IsString():
				c.ObjectType = objectType.Text
			case objectType.IsRef(declared.AppObject):
				c.ObjectType = objectType.Ref.ID
			}
			c.Agent = !d.Options.Get("agent").IsAbsent()
			all = append(all, c)
		}
	}
	return all
}
