package account

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// Claims are the unique values that the checked rows of one batch will take, each with the name of its property.
type Claims map[[2]string]bool

// Claim rejects unique values that another record has, or that an earlier row of the batch claimed. Otherwise it
// adds them to the claims. The record is nil for a new one.
func (t *Table) Claim(self *Record, values map[string]*string, claimed Claims) *api.Error {
	var claims [][2]string
	for name, value := range values {
		if value == nil || !t.Type.Properties[name].Unique {
			continue
		}
		key := [2]string{name, strings.ToLower(*value)}
		owner := "a row before it"
		if other := t.ByUnique(name, *value); other != nil && other != self {
			owner = other.ID
		} else if !claimed[key] {
			claims = append(claims, key)
			continue
		}
		if name != "email" {
			message := fmt.Sprintf("%s already has the value %q of the unique property %q", owner, *value, name)
			return invalidValues([]issue{{name, *value, "CONFLICTING_UNIQUE_VALUE", message}})
		}
		kind := t.Type.EnrolledName()
		return api.Conflict("%s already exists. Existing ID: %s", kind[:1]+strings.ToLower(kind[1:]), owner)
	}
	for _, key := range claims {
		claimed[key] = true
	}
	return nil
}
