package appbuild

import (
	"fmt"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/manifest"
)

// places returns the position of each declaration that is a component of the CRM project, by its uid.
func places(p *declared.Project) map[string]string {
	at := map[string]string{}
	for _, d := range p.Declarations {
		uid := uidOf(d)
		if uid == "" || at[uid] != "" {
			continue
		}
		if span := p.Locator.Locate(d.IDMark()); span.File != "" {
			at[uid] = fmt.Sprintf("%s:%d:%d", span.File, span.Line, span.Column)
		}
	}
	return at
}

// uidOf returns the uid of a declaration's component, as codegen assigns it. It is "" for other declarations.
func uidOf(d *declared.Declaration) string {
	if uid := d.Options.Get("uid"); uid.IsString() {
		return uid.Text
	}
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
		return manifest.DeriveUID(d.ID)
	}
	return ""
}
