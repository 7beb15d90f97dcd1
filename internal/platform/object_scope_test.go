package platform

import (
	"slices"
	"testing"
)

func TestScopesOfAnObjectType(t *testing.T) {
	for _, c := range []struct {
		objectType, access string
		isAppObject        bool
		want               []string
	}{
		{"contacts", "read", false, []string{"crm.objects.contacts.read"}},
		{"0-2", "write", false, []string{"crm.objects.companies.write"}},
		{"TICKET", "read", false, []string{"crm.objects.tickets.read", "tickets"}},
		{"notes", "write", false, []string{"crm.objects.contacts.write"}},
		{"2-7", "read", false, []string{"crm.objects.custom.read"}},
		{"lease", "read", true, []string{"crm.objects.custom.read"}},
		{"invoice", "read", true, []string{"crm.objects.invoices.read", "crm.objects.custom.read"}},
		{"lease", "read", false, nil},
	} {
		if got := ObjectScopes(c.objectType, c.access, c.isAppObject); !slices.Equal(got, c.want) {
			t.Errorf("%+v: got %v", c, got)
		}
	}
	for access, want := range map[string][]string{
		"read":  {"crm.schemas.deals.read", "crm.objects.deals.read"},
		"write": {"crm.schemas.deals.write"},
	} {
		if got := SchemaScopes("deal", access, false); !slices.Equal(got, want) {
			t.Errorf("the schema, %s: got %v, want %v", access, got, want)
		}
	}
}
