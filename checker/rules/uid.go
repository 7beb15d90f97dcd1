// This file knows the uid that a declaration has in the portal.

package rules

import (
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/manifest"
)

// uidOf is the uid of an app object, association or event: the declared one, else the one that its id stands for.
func uidOf(d *declared.Declaration) string {
	if uid := d.Options.Get("uid"); uid.IsString() && !isBlank(uid.Text) {
		return uid.Text
	}
	return manifest.DeriveUID(d.ID)
}
