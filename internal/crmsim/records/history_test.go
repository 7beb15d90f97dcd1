package records_test

import (
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestReadReturnsHistoriesNewestFirst(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"city":"Porto"}}`, 200, `..."city":"Porto"`},
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"city":"Porto"}}`, 200, `..."city":"Porto"`},
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"city":""}}`, 200, `...`},
		{"GET", "/crm/v3/objects/contacts/101?propertiesWithHistory=city,fax,email,no_such", "", 200,
			`..."propertiesWithHistory":{"city":[{"sourceType":"INTEGRATION","timestamp":"2026-11-20T09:30:00.250Z","value":""},{"sourceType":"INTEGRATION","timestamp":"2026-11-20T09:30:00.250Z","value":"Porto"},{"sourceType":"INTEGRATION","timestamp":"2025-02-11T09:14:03.000Z","value":"Lisbon"}],"email":[{"sourceType":"INTEGRATION","timestamp":"2025-02-11T09:14:03.000Z","value":"maria.santos@northwind.example"}],"fax":[]}`},
	})
}
