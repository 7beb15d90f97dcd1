package deploy

import (
	"context"

	"github.com/appsvc/svc/internal/deploy/contents"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/reason"
)

// same reports whether two changes are equal apart from their contents.
func (c Change) same(other Change) bool {
	return c.withoutContents() == other.withoutContents()
}

func (c Change) withoutContents() Change {
	c.Contents = nil
	return c
}

// recorded returns the changes for a journal, without their contents: every deploy reads it.
func recorded(changes []Change) []journal.Change {
	all := make([]journal.Change, len(changes))
	for i, c := range changes {
		all[i] = journal.Change{Kind: string(c.Kind), Target: c.Target, Risk: string(c.Risk), What: c.What, Impact: c.Impact}
	}
	return all
}

// deployedScript is what a deployed script contains. err says why it cannot be read.
type deployedScript struct {
	contents.Deployed
	err error
}

// readContents reads the deployed scripts that the build changes. A deploy does not need them, so one that cannot
// be read does not stop it.
func (d *session) readContents(ctx context.Context) error {
	var changed []string
	for _, s := range d.want.scripts {
		isRead := !d.found.isMissing(s.Name) && !d.standing.Has(s.Name)
		if isRead && d.found.Scripts[s.Name].Owner.Digest != s.digest {
			changed = append(changed, s.Name)
		}
	}
	return eachOf(ctx, changed, d.Parallel, func(ctx context.Context, name string) error {
		content := &d.found.Scripts[name].content
		if content.Settings, content.err = d.Edge.Settings(ctx, name); content.err == nil {
			content.Modules, content.err = d.Edge.Content(ctx, name)
		}
		return ctx.Err()
	})
}

// contentsOf describes the upload of a script.
func (d *session) contentsOf(s *target) *contents.Contents {
	size := d.want.sizeOf(s.Name)
	if d.found.isMissing(s.Name) {
		return &contents.Contents{Size: &contents.SizeChange{After: size}}
	}
	if d.standing.Has(s.Name) { // the platform could answer with either version
		return &contents.Contents{
			Why:  []string{"the canary of deploy " + d.standing.Deploy + " stands, so that its changes are not compared"},
			Size: &contents.SizeChange{After: size},
		}
	}
	content := d.found.Scripts[s.Name].content
	if content.err != nil {
		return &contents.Contents{
			Why:  []string{"the deployed script cannot be read, so that its changes are unknown: " + reason.Of(content.err)},
			Size: &contents.SizeChange{After: size},
		}
	}
	content.Unrecorded = d.found.Scripts[s.Name].Owner.Digest == ""
	return contents.OfScript(&content.Deployed, s.Script, d.bindings(s), size)
}

// sizeOf returns the size of a script of the build.
func (d *desired) sizeOf(script string) *contents.Size {
	for _, r := range d.output.Report.Scripts {
		if r.Script == script {
			return &contents.Size{Bytes: r.Bytes, GzipBytes: r.GzipBytes}
		}
	}
	return nil
}

// redactContents cuts secrets out of the contents of changes.
func (p *Plan) redactContents(redact func(string) string) {
	for _, c := range p.Changes {
		if c.Contents != nil {
			c.Contents.Redact(redact)
		}
	}
}
