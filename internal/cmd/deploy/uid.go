package deploy

import (
	"fmt"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/manifest"
)

// declarationOf returns a component's uid, with the position of its declaration if there is one.
func declarationOf(p *declared.Project, uid string) string {
	if p == nil {
		return uid
	}
	for _, d := range p.Declarations {
		if uidOf(d) == uid {
			if at := p.Locator.Locate(d.IDMark()); at.File != "" {
				return fmt.Sprintf("%s (%s:%d:%d)", uid, at.File, at.Line, at.Column)
			}
		}
	}
	return uid
}

// uidOf returns the uid of a declaration's component, as codegen assigns it. It is "" for other declarations.
func uidOf(d *declared.Declaration) string {
	switch d.Kind {
	case declared.App:
		return "app"
	case declared.Card:
		return "card-" + d.ID
	case declared.Tool:
		return "action-" + d.ID
	case declared.McpServer:
		return d.ID
	case declared.AppObject, declared.AppObjectAssociation, declared.AppEvent:
		if uid := d.Options.Get("uid"); uid.IsString() {
			return uid.Text
		}
		return manifest.DeriveUID(d.ID)
	}
	return ""
}
