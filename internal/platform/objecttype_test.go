package platform

import "testing"

func TestStandardObjectTypeAcceptsAllSpellings(t *testing.T) {
	for _, name := range []string{
		"contact", "contacts", "CONTACT", "CONTACTS", "company", "companies", "line_item", "LINE_ITEMS",
		"tax", "taxes", "0-1", "0-421",
		"2-1234567", "p_car", "p1234_car", "a99_CAR", "quotes", "postal_mail",
	} {
		if !IsCRMObjectType(name) {
			t.Errorf("%q is an object type", name)
		}
	}
	for _, name := range []string{
		"", "lineItem", "contcat", "0-", "0-x", "2-", "p_", "_car", "1-2", "pq_car", "a_car", "ledger-invoice", "ss",
	} {
		if IsCRMObjectType(name) {
			t.Errorf("%q is not an object type", name)
		}
	}
}
