package associations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestCreateAssociatesInBothDirections(t *testing.T) {
	create := `{"properties":{"dealname":"New","dealstage":"closedwon"},"associations":[{"to":{"id":"203"},"types":[{"associationCategory":"CRM_DEFINED","associationTypeId":5},{"associationCategory":"CRM_DEFINED","associationTypeId":341}]},{"to":{"id":103},"types":[{"associationCategory":"CRM_DEFINED","associationTypeId":"3"}]}]}`
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", "/crm/v3/objects/deals", create, 201, `..."id":"90000000001"`},
		{"GET", "/crm/v3/objects/deals/90000000001?associations=company,contacts,tickets", "", 200,
			`..."associations":{"companies":{"results":[{"id":"203","type":"deal_to_company"},{"id":"203","type":"deal_to_company_unlabeled"}]},"contacts":{"results":[{"id":"103","type":"deal_to_contact"}]}}`},
		{"GET", "/crm/v3/objects/companies/203?associations=deals", "", 200,
			`..."associations":{"deals":{"results":[{"id":"303","type":"company_to_deal"},{"id":"303","type":"company_to_deal_unlabeled"},{"id":"90000000001","type":"company_to_deal"},{"id":"90000000001","type":"company_to_deal_unlabeled"}]}}`},
		{"DELETE", "/crm/v3/objects/deals/303", "", 204, ""},
		{
			"GET", "/crm/v3/objects/companies?associations=deals&limit=1&after=203", "", 200,
			`..."associations":{"deals":{"results":[{"id":"90000000001"`,
		},
		{
			"GET", "/crm/v3/objects/companies/203?associations=widgets", "", 400, `...Unable to infer object type from: widgets`,
		},
	})
}

const (
	pairs  = "/crm/v4/objects/contacts/105/associations/companies"
	labels = "/crm/v4/associations/contacts/companies/labels"
	many   = "/crm/v4/associations/contacts/companies/batch/"
)

func TestAssociationLifecycle(t *testing.T) {
	primary, plain := `{"category":"CRM_DEFINED","label":"Primary","typeId":1}`, `{"category":"CRM_DEFINED","label":null,"typeId":279}`
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"GET", pairs, "", 200, `...{"associationTypes":[` + primary + "," + plain + `],"toObjectId":"201"}`},
		{"PUT", pairs + "/202", `[{"associationCategory":"CRM_DEFINED","associationTypeId":279}]`, 201,
			`{"fromObjectId":"105","fromObjectTypeId":"0-1","labels":[],"toObjectId":"202","toObjectTypeId":"0-2"}`},
		{"GET", pairs + "?limit=1", "", 200, `..."toObjectId":"201"}]}`},
		{
			"GET", pairs + "?limit=1", "", 200,
			`..."paging":{"next":{"after":"202","link":"https://crm.example` + pairs + `?after=202&limit=1"}}`,
		},
		{"GET", pairs + "?after=202", "", 200, `{"results":[{"associationTypes":[` + plain + `],"toObjectId":"202"}]}`},
		// A contact has one primary company.
		{
			"PUT", "/crm/objects/2026-09/contact/105/associations/0-2/202",
			`[{"associationCategory":"CRM_DEFINED","associationTypeId":"1"}]`, 201, `..."labels":["Primary"]`,
		},
		{
			"GET", pairs, "", 200,
			`{"results":[{"associationTypes":[` + plain + `],"toObjectId":"201"},{"associationTypes":[` + plain + "," + primary +
				`],"toObjectId":"202"}]}`,
		},
		{"DELETE", pairs + "/202", "", 204, ""},
		{"DELETE", pairs + "/202", "", 204, ""},
		{
			"GET", "/crm/v4/objects/companies/202/associations/contacts?after=103", "", 200,
			`{"results":[{"associationTypes":[{"category":"CRM_DEFINED","label":"Primary","typeId":2},{"category":"CRM_DEFINED","label":null,"typeId":280}],"toObjectId":"107"}]}`,
		},
		{"PUT", "/crm/v4/objects/contacts/105/associations/default/tickets/401", "", 200,
			`..."results":[{"associationSpec":{"associationCategory":"CRM_DEFINED","associationTypeId":16},"from":{"id":"401"},"to":{"id":"105"}},{"associationSpec":{"associationCategory":"CRM_DEFINED","associationTypeId":15},"from":{"id":"105"},"to":{"id":"401"}}]`},
		{
			"PUT", "/crm/v4/objects/contacts/105/associations/default/products/501", "", 400,
			`...contacts and products have no default association`,
		},
		{
			"PUT", "/crm/v4/objects/contacts/105/associations/default/contacts/105", "", 400,
			`...CONTACT=105 cannot be associated with itself`,
		},
		{"PUT", pairs + "/999", `[{"associationCategory":"CRM_DEFINED","associationTypeId":1}]`, 400,
			`{"status":"error","message":"One or more association object ids are invalid: COMPANY=999 is not valid","context":{"INVALID_OBJECT_IDS":["COMPANY=999 is not valid"]},"category":"VALIDATION_ERROR","subCategory":"crm.associations.INVALID_OBJECT_IDS"}`},
		{
			"PUT", pairs + "/202", `[{"associationCategory":"CRM_DEFINED","associationTypeId":5}]`, 400,
			`...type 5 goes from deals to companies`,
		},
		{"PUT", pairs + "/202", `[]`, 400, `...Some required fields were not set: [types]`},
		{"GET", "/crm/v4/objects/contacts/999/associations/companies", "", 404, `...resource not found`},
		{"GET", "/crm/v4/objects/contacts/101/associations/widgets", "", 400, `...Unable to infer object type from: widgets`},
		{"GET", pairs + "?limit=501", "", 400, `...from 1 to 500`},
		{"GET", pairs + "?after=x", "", 400, `...not a cursor`},
	})
}

func TestAssociationBatchReportsErrorsPerRow(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	row := func(from, to, kind string) string {
		return fmt.Sprintf(
			`{"from":{"id":%q},"to":{"id":%q},"types":[{"associationCategory":"CRM_DEFINED","associationTypeId":%s}]}`, from, to,
			kind,
		)
	}
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", many + "create", `{"inputs":[` + row("101", "203", "279") + "," + row("101", "999", "279") + "," +
			row("101", "203", "5") + `]}`, 207,
			`..."errors":[{"status":"error","category":"VALIDATION_ERROR","subCategory":"crm.associations.INVALID_OBJECT_IDS","message":"One or more association object ids are invalid: COMPANY=999 is not valid","context":{"fromObjectId":["101"],"toObjectId":["999"]},"errors":[],"links":{}},{"status":"error","category":"VALIDATION_ERROR","message":"One or more associations are invalid: type 5 goes from deals to companies","context":{"fromObjectId":["101"],"toObjectId":["203"]},"errors":[],"links":{}}],"numErrors":2,"results":[{"fromObjectId":"101","fromObjectTypeId":"0-1","labels":[],"toObjectId":"203","toObjectTypeId":"0-2"}]`},
		{"POST", many + "create", `{"inputs":[` + row("101", "204", "1") + `]}`, 201, `..."labels":["Primary"]`},
		{
			"POST", many + "associate/default", `{"inputs":[{"from":{"id":"102"},"to":{"id":"204"}}]}`, 200,
			`..."associationTypeId":280`,
		},
		{"POST", many + "read", `{"inputs":[{"id":"101"},{"id":"999"}]}`, 207,
			`..."errors":[{"status":"error","category":"OBJECT_NOT_FOUND","subCategory":"crm.associations.NO_ASSOCIATIONS_FOUND","message":"No company is associated with contact 999.","context":{"fromObjectId":["999"],"fromObjectType":["contact"],"toObjectType":["company"]},"errors":[],"links":{}}],"numErrors":1,"results":[{"from":{"id":"101"},"to":[{"associationTypes":[{"category":"CRM_DEFINED","label":null,"typeId":279}],"toObjectId":"201"}`},
		{"POST", many + "labels/archive", `{"inputs":[` + row("101", "204", "1") + `]}`, 204, ""},
		{
			"POST", many + "read", `{"inputs":[{"id":"101","after":"204"}]}`, 200,
			`..."to":[{"associationTypes":[{"category":"CRM_DEFINED","label":null,"typeId":279}],"toObjectId":"204"}]}]`,
		},
		{
			"POST", many + "archive", `{"inputs":[{"from":{"id":"101"},"to":[{"id":"203"},{"id":"204"},{"id":"999"}]}]}`, 204,
			"",
		},
		{
			"POST", "/crm/associations/2026-09/contacts/companies/batch/read", `{"inputs":[{"id":"101"}]}`, 200,
			`..."results":[{"from":{"id":"101"},"to":[{"associationTypes":[{"category":"CRM_DEFINED","label":null,"typeId":279}],"toObjectId":"201"}]}]`,
		},
		{
			"POST", many + "read", `{"inputs":[` + strings.TrimSuffix(strings.Repeat(`{"id":"1"},`, 1001), ",") + `]}`, 400,
			`...supported in a batch is 1000.`,
		},
		{"POST", many + "create", `{}`, 400, `...not set: [inputs]`},
	})
}

func TestAssociationLabelLifecycle(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{
			"GET", labels, "", 200,
			`{"results":[{"category":"CRM_DEFINED","label":"Primary","typeId":1},{"category":"CRM_DEFINED","label":null,"typeId":279}]}`,
		},
		{"POST", labels, `{"name":"boss","label":"Manager","inverseLabel":"Managed"}`, 200,
			`{"results":[{"category":"USER_DEFINED","label":"Manager","typeId":1},{"category":"USER_DEFINED","label":"Managed","typeId":2}]}`},
		{"POST", labels, `{"name":"other","label":"manager"}`, 400, `...exists already`},
		{"POST", labels, `{"label":"x"}`, 400, `...not set: [name, label]`},
		{
			"PUT", pairs + "/203", `[{"associationCategory":"USER_DEFINED","associationTypeId":1}]`, 201,
			`..."labels":["Manager"]`,
		},
		{"GET", "/crm/v4/objects/companies/203/associations/contacts?after=105", "", 200,
			`{"results":[{"associationTypes":[{"category":"USER_DEFINED","label":"Managed","typeId":2},{"category":"CRM_DEFINED","label":null,"typeId":280}],"toObjectId":"105"}]}`},
		{"PUT", labels, `{"associationTypeId":1,"label":"Head"}`, 204, ""},
		{"GET", labels, "", 200, `...{"category":"USER_DEFINED","label":"Head","typeId":1}`},
		{"PUT", labels, `{"associationTypeId":279,"label":"Mine"}`, 404, `...Unknown association label 279 of the account`},
		{"POST", labels, `{"name":"the-boss","label":"Boss"}`, 400, `...association type name \"the-boss\" is not valid`},
		{"POST", labels, `{"name":"1st","label":"First"}`, 400, `...association type name \"1st\" is not valid`},
		{"DELETE", labels + "/1", "", 400, `...The label \"Head\" is in use`},
		{"DELETE", "/crm/v4/associations/companies/contacts/labels/2", "", 400, `...The label \"Managed\" is in use`},
		{
			"POST", many + "labels/archive",
			`{"inputs":[{"from":{"id":"105"},"to":{"id":"203"},"types":[{"associationCategory":"USER_DEFINED","associationTypeId":1}]}]}`,
			204, "",
		},
		{"DELETE", labels + "/1", "", 204, ""},
		{"DELETE", labels + "/1", "", 404, `...Unknown association label 1`},
		{
			"GET", "/crm/v4/objects/companies/203/associations/contacts?after=105", "", 200,
			`..."label":null,"typeId":280}],"toObjectId":"105"`,
		},
		{
			"GET", "/crm/v4/associations/companies/contacts/labels", "", 200,
			`{"results":[{"category":"CRM_DEFINED","label":"Primary","typeId":2},{"category":"CRM_DEFINED","label":null,"typeId":280}]}`,
		},
	})
}

func TestAppObjectTypesCanBeAssociatedWithAllTypes(t *testing.T) {
	s := simtest.New(
		t,
		crmsim.Options{
			Types: []crmsim.ObjectType{{Name: "invoices", Singular: "invoice", ID: "2-1"}, {Name: "cars", ID: "2-2"}},
		},
	)
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", "/crm/v3/objects/invoices", `{"properties":{}}`, 201, `..."id":"90000000001"`},
		{"POST", "/crm/v3/objects/cars", `{"properties":{}}`, 201, `..."id":"90000000002"`},
		{"PUT", "/crm/v4/objects/invoices/90000000001/associations/default/companies/201", "", 200, `...INTEGRATOR_DEFINED`},
		{
			"PUT", "/crm/v4/objects/invoices/90000000001/associations/default/cars/90000000002", "", 200,
			`...INTEGRATOR_DEFINED`,
		},
		{
			"GET", "/crm/v3/objects/companies/201?associations=invoices", "", 200,
			`..."invoices":{"results":[{"id":"90000000001","type":"company_to_invoice"}]}`,
		},
		{"GET", "/crm/v4/associations/contacts/cars/labels", "", 200, `..."category":"INTEGRATOR_DEFINED","label":null`},
	})
}

func TestInvalidAssociationsAreRejected(t *testing.T) {
	with := func(to, category, kind string) string {
		return fmt.Sprintf(
			`{"properties":{"dealname":"New","dealstage":"closedwon"},"associations":[{"to":{"id":%s},"types":[{"associationCategory":%q,"associationTypeId":%s}]}]}`,
			to, category, kind,
		)
	}
	s := simtest.New(t, crmsim.Options{})
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", "/crm/v3/objects/deals", with(`"999"`, "CRM_DEFINED", "5"), 400, `...unknown record 999 among companies`,
		},
		{
			"POST", "/crm/v3/objects/deals", with(`"203"`, "CRM_DEFINED", "1"), 400, `...type 1 goes from contacts to companies`,
		},
		{
			"POST", "/crm/v3/objects/deals", with(`"203"`, "CRM_DEFINED", "99999"), 400, `...unknown association type 99999`,
		},
		{
			"POST", "/crm/v3/objects/deals", with(`"203"`, "USER_DEFINED", "5"), 400,
			`...unknown association type 5 of the category USER_DEFINED`,
		},
		{
			"POST", "/crm/v3/objects/deals", `{"properties":{"dealname":"New","dealstage":"closedwon"},"associations":[{}]}`, 400,
			`...an association needs to.id and types`,
		},
	})
	if p := simtest.ReadPage(t, s, "POST", "/crm/v3/objects/deals/search", `{}`); p.Total != 6 {
		t.Errorf("a rejected create added a record: %d deals", p.Total)
	}
}

// userLabel is a label in a request.
func userLabel(id int) string {
	return fmt.Sprintf(`{"associationCategory":"USER_DEFINED","associationTypeId":%d}`, id)
}

func TestLabelsOfARequestReplaceThoseOfThePair(t *testing.T) {
	const read = "/crm/v4/objects/contacts/105/associations/companies?after=203"
	primary := `{"associationCategory":"CRM_DEFINED","associationTypeId":1}`
	plain := `{"associationCategory":"CRM_DEFINED","associationTypeId":279}`
	row := func(types string) string {
		return `{"inputs":[{"from":{"id":"105"},"to":{"id":"203"},"types":[` + types + `]}]}`
	}
	s := simtest.New(t, crmsim.Options{})
	has := func(want ...string) {
		t.Helper()
		_, body := simtest.Send(s, "GET", read, "")
		var got []string
		for _, label := range []string{"Primary", "Partner", "Client"} {
			if strings.Contains(body, `"label":"`+label+`"`) {
				got = append(got, label)
			}
		}
		if !slices.Equal(got, want) || strings.Contains(body, `"label":null`) != strings.Contains(body, `"203"`) {
			t.Errorf("labels %q, want %q: %s", got, want, body)
		}
	}
	send := func(method, path, body string) {
		t.Helper()
		if status, answer := simtest.Send(s, method, path, body); status/100 != 2 {
			t.Fatalf("%s %s: %d %s", method, path, status, answer)
		}
	}
	send("POST", labels, `{"name":"partner","label":"Partner"}`)
	send("POST", labels, `{"name":"client","label":"Client"}`)
	send("PUT", pairs+"/203", "["+userLabel(1)+","+primary+"]")
	has("Primary", "Partner")
	send("PUT", pairs+"/203", "["+userLabel(3)+"]")
	has("Primary", "Client")
	send("POST", many+"create", row(userLabel(1)+","+userLabel(3)))
	has("Primary", "Partner", "Client")
	send("POST", many+"create", row(userLabel(1)))
	has("Primary", "Partner")
	send("PUT", pairs+"/203", "["+plain+"]")
	has("Primary", "Partner")
	send("POST", many+"labels/archive", row(plain)) // the default type takes all others along
	has()
}

func TestAccountAddsAtMostTenLabelsBetweenTwoTypes(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	for i := range 10 {
		body := fmt.Sprintf(`{"name":"label_%d","label":"Label %d"}`, i, i)
		if status, answer := simtest.Send(s, "POST", labels, body); status != 200 {
			t.Fatalf("label %d: %d %s", i, status, answer)
		}
	}
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", labels, `{"name":"one_more","label":"One more"}`, 400, `...There are 10 association labels`},
	})
}
