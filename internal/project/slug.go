package project

import (
	"path/filepath"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/manifest"
)

// slug returns what the app is deployed as: the declared slug, else that of the link, else one from the name in
// package.json without its scope, else one from the folder's name. "" means that none of them has a letter or digit.
func (l *loader) slug(app *declared.Declaration) string {
	if app != nil {
		if chosen := app.Options.Get("slug"); !chosen.IsAbsent() {
			return chosen.Text
		}
	}
	if linked, err := link.Read(l.root.Dir()); err == nil { // commands that need the link report an error
		if slug := linked.DeployedSlug(); slug != "" {
			return slug
		}
	}
	for _, name := range []string{l.packageJSON().baseName(), filepath.Base(l.root.Dir())} {
		if slug := manifest.Slug(name); slug != "" {
			return slug
		}
	}
	return ""
}
