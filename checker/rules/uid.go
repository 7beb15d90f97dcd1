// This file knows the uid that a declaration has in the portal.

package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/declared"
)

// uidOf is the uid of an app object, association or event: the declared one, else the one that its id stands for.
func uidOf(d *declared.Declaration) string {
	if uid := d.Options.Get("uid"); uid.IsString() && uid.Text != "" {
		return uid.Text
	}
	return deriveUID(d.ID)
}

// deriveUID is the uid that an id gets when none is declared: UPPER_SNAKE.
func deriveUID(id string) string { return strings.ToUpper(id) }
