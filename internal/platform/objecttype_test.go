package platform

import "testing"

func TestStandardObjectTypeAcceptsAllSpellings(t *testing.T) {
	for _, name := range []string{
		"contact", "contacts", "CONTACT", "CONTACTS", "company", "companies", "line_item", "LINE_ITEMS",
		"tax", "taxes", "0-1", "0-421",
		"2-1234567", "p_car", "p1234_car", "a99_CAR", "quotes", "postal_mail",
		"postal_mails", "commerce_payments", "payments", "goals", "goal_targets", "campaigns",
	} {
		if !IsCRMObjectType(name) {
			t.Errorf("%q is an object type", name)
		}
	}
	for _, name := range []string{
		"", "lineItem", "contcat", "0-", "0-x", "2-", "p_", "_car", "1-2", "pq_car", "a_car", "ledger-invoice", "ss",
		"companys", "taxs", "contactss", "opportunitys",
	} {
		if IsCRMObjectType(name) {
			t.Errorf("%q is not an object type", name)
		}
	}
}

func TestIDsOfStandardObjectTypes(t *testing.T) {
	wanted := map[string]string{"0-1": "contact", "0-101": "commerce_payment", "0-123": "order", "0-9999": "0-9999"}
	for id, want := range wanted {
		if got := ObjectTypeOfID(id); got != want {
			t.Errorf("%s is %q, not %q", id, got, want)
		}
	}
	for id, name := range objectTypeIDs {
		if got, known := StandardObjectType(name); !known || got != name {
			t.Errorf("%s is %q: expected a standard object type", id, name)
		}
	}
}

func TestPluralOfPostalMailIsThatOfThePath(t *testing.T) {
	if got := Plural("postal_mail"); got != "postal_mail" {
		t.Errorf("got %q", got)
	}
}
