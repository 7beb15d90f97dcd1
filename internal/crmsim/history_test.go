// This file tests the histories of properties.

package crmsim

import "testing"

func TestAReadShowsTheHistoriesItAsksForNewestFirst(t *testing.T) {
	check(t, newSim(t, Options{}), []exchange{
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"city":"Porto"}}`, 200, `..."city":"Porto"`},
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"city":"Porto"}}`, 200, `..."city":"Porto"`},
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"city":""}}`, 200, `...`},
		{"GET", "/crm/v3/objects/contacts/101?propertiesWithHistory=city,fax,email,no_such", "", 200,
			`..."propertiesWithHistory":{"city":[{"sourceType":"INTEGRATION","timestamp":"2026-11-20T09:30:00.250Z","value":""},{"sourceType":"INTEGRATION","timestamp":"2026-11-20T09:30:00.250Z","value":"Porto"},{"sourceType":"INTEGRATION","timestamp":"2025-02-11T09:14:03.000Z","value":"Lisbon"}],"email":[{"sourceType":"INTEGRATION","timestamp":"2025-02-11T09:14:03.000Z","value":"maria.santos@northwind.example"}],"fax":[]}`},
	})
}
