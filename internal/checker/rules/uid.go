package rules

import (
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/manifest"
)

// uidOf returns the uid of an app object, association or event: the declared one, else the one derived from its id.
func uidOf(d *declared.Declaration) string {
	if uid := d.Options.Get("uid"); hasText(uid) {
		return uid.Text
	}
	return manifest.DeriveUID(d.ID)
}
