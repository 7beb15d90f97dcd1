package associations_test

import (
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestNamedAssociationLifecycle(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"GET", "/crm/v3/associations/contacts/companies/types", "", 200, `...{"id":"1","name":"contact_to_company"}`},
		{
			"PUT", "/crm/v3/objects/contacts/101/associations/companies/203/contact_to_company", "", 200,
			`...{"id":"203","type":"contact_to_company"}`,
		},
		{
			"GET", "/crm/v3/objects/contacts/101/associations/companies", "", 200, `...{"id":"203","type":"contact_to_company"}`,
		},
		{"GET", "/crm/v4/objects/contacts/101/associations/companies", "", 200, `..."toObjectId":"203"`},
		{"DELETE", "/crm/v3/objects/contacts/101/associations/companies/203/1", "", 204, ""},
		{"POST", "/crm/v3/associations/contacts/companies/batch/create", `{"inputs":[{"from":{"id":"102"},"to":{"id":"201"},"type":"contact_to_company"},{"from":{"id":"102"},"to":{"id":"9"},"type":"contact_to_company"}]}`, 207,
			`..."results":[{"from":{"id":"102"},"to":{"id":"201"},"type":"contact_to_company"}]`},
		{
			"POST", "/crm/v3/associations/contacts/companies/batch/read", `{"inputs":[{"id":"102"},{"id":"999"}]}`, 207,
			`..."subCategory":"crm.associations.NO_ASSOCIATIONS_FOUND"`,
		},
		{
			"POST", "/crm/v3/associations/contacts/companies/batch/read", `{"inputs":[{"id":"102"}]}`, 200,
			`..."from":{"id":"102"},"to":[{"id":"`,
		},
		{
			"POST", "/crm/v3/associations/contacts/companies/batch/archive",
			`{"inputs":[{"from":{"id":"102"},"to":{"id":"201"},"type":"contact_to_company"}]}`, 204, "",
		},
		{
			"PUT", "/crm/v3/objects/contacts/101/associations/companies/203/enemy", "", 400,
			`...Unknown association type \"enemy\" from contacts to companies`,
		},
		{"GET", "/crm/v3/objects/contacts/999/associations/companies", "", 404, `...OBJECT_NOT_FOUND`},
		{"GET", "/crm/v3/associations/contacts/widgets/types", "", 400, `...Unable to infer object type from: widgets`},
	})
}
