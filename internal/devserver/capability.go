package devserver

import "github.com/appsvc/svc/internal/declared"

// Kinds of capabilities.
const (
	KindTool        = string(declared.Tool)
	KindCardBackend = string(declared.CardBackend)
	KindTrigger     = string(declared.Trigger)
	KindSync        = string(declared.Sync)
	// KindSource is a push source, which is run by posting to it.
	KindSource = string(declared.Source)
)

// Capability is what a worker can run.
type Capability struct {
	Worker string
	ID     string
	Kind   string
	// File is the worker's file, relative to the project.
	File string
	// ObjectType is what a tool is enrolled with.
	ObjectType string
	// Input is the declared input fields by name; nil when there are none.
	Input *declared.Value
	// Agent reports that a tool has an agent block.
	Agent bool
	// EventType is the type of a trigger's events.
	EventType string
	// Auth is how the sender of a push source authenticates; nil when the declaration has no usable auth.
	Auth *SourceAuth
	// HasSource reports that a sync takes its rows from a source.
	HasSource bool
	// FromPush reports that a sync runs when its push source receives rows.
	FromPush bool
}

// SourceAuth is the hmac authentication of a push source, with its defaults.
type SourceAuth struct {
	// Secret is the name of the binding that holds the shared key.
	Secret          string
	Header          string
	Prefix          string
	Base64          bool
	TimestampHeader string
}

// Name returns the worker and the id. Capabilities of different kinds may share it.
func (c Capability) Name() string { return c.Worker + "/" + c.ID }

// Capabilities returns the capabilities of the project, in the order of files and declarations.
func Capabilities(p *declared.Project) []Capability {
	var all []Capability
	for _, file := range p.Workers {
		if file.Worker == nil {
			continue
		}
		for _, d := range file.Worker.Capabilities {
			if d.ID == "" {
				continue // 'svc check' reports it
			}
			c := capability(d)
			c.Worker, c.File = file.Worker.ID, file.Path
			all = append(all, c)
			if source := d.Source; source != nil && source.Push && source.ID != "" {
				all = append(all, Capability{
					Worker: c.Worker, ID: source.ID, Kind: KindSource, File: c.File, Auth: sourceAuth(source),
				})
			}
		}
	}
	return all
}

func capability(d *declared.Declaration) Capability {
	c := Capability{ID: d.ID, Kind: string(d.Kind), EventType: d.Options.Get("eventType").Text}
	switch objectType := d.Options.Get("objectType"); {
	case objectType.IsString():
		c.ObjectType = objectType.Text
	case objectType.IsRef(declared.AppObject):
		c.ObjectType = objectType.Ref.ID
	}
	if input := d.Options.Get("input"); input.Shape == declared.Object {
		c.Input = input
	}
	c.Agent = !d.Options.Get("agent").IsAbsent()
	c.HasSource = d.Source != nil
	c.FromPush = d.Source != nil && d.Source.Push
	return c
}

func sourceAuth(source *declared.Declaration) *SourceAuth {
	auth := source.Options.Get("auth")
	if auth.Get("type").Text != "hmac" || auth.Get("secret").Text == "" {
		return nil
	}
	a := &SourceAuth{
		Secret: auth.Get("secret").Text, Header: auth.Get("header").Text, Prefix: auth.Get("prefix").Text,
		Base64: auth.Get("encoding").Text == "base64", TimestampHeader: auth.Get("timestampHeader").Text,
	}
	if a.Header == "" {
		a.Header = "X-Signature" // the runtime's default
	}
	return a
}
