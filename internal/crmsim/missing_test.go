package crmsim_test

import (
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestMissingPartsAnswer501WithTheirName(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{
			"GET", "/crm/v3/lists/7", "", 501,
			`{"status":"error","message":"lists are not emulated: test this call with an account of the CRM",` +
				`"category":"NOT_EMULATED"}`,
		},
		{"GET", "/crm/lists/2026-09", "", 501, `...lists are not emulated`},
		{"POST", "/crm/v3/schemas", `{}`, 501, `...changes of schemas are not emulated`},
		{"GET", "/crm-object-schemas/2026-09/schemas", "", 200, `{"results":[]}`},
		{"PATCH", "/crm/v3/schemas/car", `{}`, 501, `...changes of schemas are not emulated`},
		{"GET", "/settings/v3/users/1", "", 501, `...users are not emulated`},
		{"GET", "/cms/v3/pages/site-pages", "", 501, `...content tools are not emulated`},
		{"POST", "/contacts/v1/contact", `{}`, 501, `...versions of the API before 3 are not emulated`},
		{"POST", "/crm/v3/objects/contacts/gdpr-delete", `{}`, 501, `...deletions for privacy are not emulated`},
		{"GET", "/crm/v3/objects/quotes", "", 501, `...records of the type quote are not emulated`},
		{"POST", "/crm/v3/objects/Calls/batch/read", `{}`, 501, `...records of the type call are not emulated`},
		{"GET", "/crm/v3/properties/0-48", "", 501, `...records of the type 0-48 are not emulated`},
		{"GET", "/crm/v4/objects/contacts/101/associations/calls", "", 501, `...records of the type call are not emulated`},
		{"GET", "/crm/v3/no-such-part", "", 404, `...resource not found`},
	})
}
