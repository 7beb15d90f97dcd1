package records_test

import (
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestTextHasAtMost65536Characters(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	city := func(n int) string { return `{"properties":{"city":"` + strings.Repeat("é", n) + `"}}` }
	simtest.Check(t, s, []simtest.Exchange{
		{"PATCH", "/crm/v3/objects/contacts/101", city(65_536), 200, `..."id":"101"`},
		{"PATCH", "/crm/v3/objects/contacts/101", city(65_537), 400, `..."code":"INVALID_LENGTH"`},
		{"POST", contactProperties, newProperty("motto", ""), 201, `..."name":"motto"`},
		{
			"PATCH", "/crm/v3/objects/contacts/101", strings.Replace(city(65_537), "city", "motto", 1), 400,
			`..."code":"INVALID_LENGTH"`,
		},
	})
}

func TestLeadingSemicolonAddsOptions(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Types: []crmsim.ObjectType{{
		Name: "cars", Properties: map[string]crmsim.Property{
			"extras": {Type: "enumeration", Options: []string{"radio", "roof", "tow_bar"}, Multiple: true},
			"colour": {Type: "enumeration", Options: []string{"red"}},
		},
	}}})
	write := func(extras string) string { return `{"properties":{"extras":"` + extras + `"}}` }
	const car = "/crm/v3/objects/cars/90000000001"
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", "/crm/v3/objects/cars", write(";radio"), 201, `..."extras":"radio"`},
		{"PATCH", car, write(";roof;radio"), 200, `..."extras":"radio;roof"`},
		{"PATCH", car, write(";horn"), 400, `..."code":"INVALID_OPTION"`},
		{"POST", "/crm/v3/objects/cars/batch/update", simtest.Rows(
			`{"id":"90000000001","properties":{"extras":";tow_bar"}}`), 200, `..."extras":"radio;roof;tow_bar"`},
		{"PATCH", car, write("roof"), 200, `..."extras":"roof"`},
		{"PATCH", car, `{"properties":{"colour":";red"}}`, 400, `..."code":"INVALID_OPTION"`},
	})
}

func TestLifecycleStageMovesForwardOnly(t *testing.T) {
	write := func(stage string) string { return `{"properties":{"lifecyclestage":"` + stage + `"}}` }
	for _, record := range []string{"/crm/v3/objects/contacts/101", "/crm/v3/objects/companies/201"} {
		simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
			{"PATCH", record, write(""), 200, `...`},
			{"PATCH", record, write("opportunity"), 200, `..."lifecyclestage":"opportunity"`},
			{"PATCH", record, write("lead"), 200, `..."lifecyclestage":"opportunity"`},
			{"GET", record + "?propertiesWithHistory=lifecyclestage", "", 200, `...{"lifecyclestage":[{"sourceType":"INTEGRATION","timestamp":"2026-11-20T09:30:00.250Z","value":"opportunity"},{"sourceType":"INTEGRATION","timestamp":"2026-11-20T09:30:00.250Z","value":""},`},
			{"PATCH", record, write("customer"), 200, `..."lifecyclestage":"customer"`},
			{"PATCH", record, write(""), 200, `...`},
			{"PATCH", record, write("lead"), 200, `..."lifecyclestage":"lead"`},
		})
	}
}

func TestUpdateNeedsProperties(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{}}`, 400,
			`{"status":"error","message":"No properties found to update, please provide at least one.","category":"VALIDATION_ERROR"}`},
	})
}

func TestNewRecordsNeedTheRequiredProperties(t *testing.T) {
	const missing = `...{"status":"error","message":"Error creating `
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", "/crm/v3/objects/deals", `{"properties":{"amount":1}}`, 400,
			missing + `DEAL. Some required properties were not set.","context":{"properties":["dealname","dealstage"]},"category":"VALIDATION_ERROR"}`},
		{
			"POST", "/crm/v3/objects/deals", `{"properties":{"dealname":"New","dealstage":"closedwon"}}`, 201,
			`..."pipeline":"default"`,
		},
		{"POST", "/crm/v3/objects/tickets", `{"properties":{"subject":"Late"}}`, 400,
			missing + `TICKET. Some required properties were not set.","context":{"properties":["crm_pipeline_stage"]}`},
		{"POST", "/crm/v3/objects/tickets/batch/create", simtest.Rows(
			`{"properties":{"crm_pipeline_stage":"1"},"objectWriteTraceId":"a"}`,
			`{"properties":{"subject":"Late"},"objectWriteTraceId":"b"}`), 207, `..."numErrors":1`},
		{"GET", "/crm/v3/objects/tickets/90000000002?properties=crm_pipeline", "", 200, `..."crm_pipeline":"0"`},
		{"POST", "/crm/v3/objects/companies", `{"properties":{"city":"Faro"}}`, 400,
			missing + `COMPANY. Some required properties were not set.","context":{"properties":["domain","name"]}`},
		{"POST", "/crm/v3/objects/companies", `{"properties":{"domain":"faro.example"}}`, 201, `...`},
		{"POST", "/crm/v3/objects/contacts", `{"properties":{"city":"Faro"}}`, 201, `...`},
	})
}

func TestRowsWithoutAnIDFailTheBatch(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	for _, kind := range []string{"read", "archive"} {
		simtest.Check(t, s, []simtest.Exchange{
			{"POST", contactBatch + kind, `{"inputs":[{"id":"101"},{}]}`, 400, `...Some required fields were not set: [id]`},
		})
	}
	simtest.Check(t, s, []simtest.Exchange{{"GET", "/crm/v3/objects/contacts/101", "", 200, `...`}})
}

// The codes and messages are those of https://developers.hubspot.com/docs/guides/api/crm/owners and of responses that
// apps have recorded.
func TestRecordsBelongToOwnersOnly(t *testing.T) {
	write := func(owner string) string { return `{"properties":{"crm_owner_id":"` + owner + `"}}` }
	const deal = "/crm/v3/objects/deals/301"
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"PATCH", deal, write("72"), 200, `..."crm_owner_id":"72"`},
		{"PATCH", deal, write("2"), 400, `..."message":"2 was not a valid owner ID","code":"INVALID_OWNER_ID"`},
		{"PATCH", deal, write("dev@example.com"), 400, `..."code":"INVALID_INTEGER"`},
		{"PATCH", deal, write("29947847357121"), 400, `...29947847357121 was not a valid integer (for owner ID).`},
		{"PATCH", deal, write(""), 200, `...`},
		{"POST", contactBatch + "update", simtest.Rows(
			`{"id":"101","properties":{"crm_owner_id":"71"},"objectWriteTraceId":"a"}`,
			`{"id":"102","properties":{"crm_owner_id":"9"},"objectWriteTraceId":"b"}`), 207, `..."numErrors":1`},
		{"GET", "/crm/v3/properties/deals/crm_owner_id", "", 200, `..."externalOptions":true`},
		{"GET", "/crm/v3/properties/deals/crm_owner_id", "", 200, `..."referencedObjectType":"OWNER"`},
	})
}

func TestOwnersOfThePortalOfASchemaAreUnknown(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Schema: crmsim.Schema{Types: []crmsim.ObjectType{{
		Name: "contacts", Properties: map[string]crmsim.Property{"crm_owner_id": {Type: "enumeration"}},
	}}}})
	write := func(owner string) string { return `{"properties":{"crm_owner_id":"` + owner + `"}}` }
	simtest.Check(t, s, []simtest.Exchange{
		{"PATCH", "/crm/v3/objects/contacts/101", write("941032093"), 200, `..."crm_owner_id":"941032093"`},
		{"PATCH", "/crm/v3/objects/contacts/101", write("Maria"), 400, `..."code":"INVALID_INTEGER"`},
		{"PATCH", "/crm/v3/objects/deals/301", write("941032093"), 400, `..."code":"INVALID_OWNER_ID"`},
	})
}

// A schema lists options by name, not in the order of the portal.
func TestStagesAndPipelinesOfASchemaKeepTheirOrder(t *testing.T) {
	enumeration := func(options ...string) crmsim.Property {
		return crmsim.Property{Type: "enumeration", Options: options}
	}
	s := simtest.New(t, crmsim.Options{Schema: crmsim.Schema{Types: []crmsim.ObjectType{
		{Name: "contacts", Properties: map[string]crmsim.Property{
			"lifecyclestage": enumeration("1234", "customer", "lead", "opportunity"),
		}},
		{Name: "deals", Properties: map[string]crmsim.Property{
			"dealname": {Type: "string"}, "dealstage": enumeration("won"), "pipeline": enumeration("12345", "default"),
		}},
		{Name: "tickets", Properties: map[string]crmsim.Property{
			"crm_pipeline": enumeration("678", "9"), "crm_pipeline_stage": enumeration("1"),
		}},
	}}})
	write := func(stage string) string { return `{"properties":{"lifecyclestage":"` + stage + `"}}` }
	const contact = "/crm/v3/objects/contacts/101"
	simtest.Check(t, s, []simtest.Exchange{
		{"PATCH", contact, write(""), 200, `...`},
		{"PATCH", contact, write("lead"), 200, `..."lifecyclestage":"lead"`},
		{"PATCH", contact, write("customer"), 200, `..."lifecyclestage":"customer"`},
		{"PATCH", contact, write("opportunity"), 200, `..."lifecyclestage":"customer"`},
		{"PATCH", contact, write("1234"), 200, `..."lifecyclestage":"1234"`},
		{"PATCH", contact, write("lead"), 200, `..."lifecyclestage":"lead"`},
		{
			"POST", "/crm/v3/objects/deals", `{"properties":{"dealname":"d","dealstage":"won"}}`, 201,
			`..."pipeline":"default"`,
		},
		{
			"POST", "/crm/v3/objects/tickets", `{"properties":{"crm_pipeline_stage":"1"}}`, 201, `..."crm_pipeline":"678"`,
		},
	})
}

func TestUniquePropertiesOfASchemaCount(t *testing.T) {
	of := map[string]crmsim.Property{"email": {Type: "string", Unique: true}, "crm_key": {Type: "string", Unique: true}}
	for n := range 9 {
		of["key_"+string(rune('a'+n))] = crmsim.Property{Type: "string", Unique: true}
	}
	contacts := crmsim.ObjectType{Name: "contacts", Properties: of}
	s := simtest.New(t, crmsim.Options{Schema: crmsim.Schema{Types: []crmsim.ObjectType{contacts}}})
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", contactProperties, newProperty("tenth", `,"hasUniqueValue":true`), 201, `...`},
		{"POST", contactProperties, newProperty("eleventh", `,"hasUniqueValue":true`), 400, `...at most 10 properties`},
	})
}

func TestTimesWithoutAZoneAreRejected(t *testing.T) {
	write := func(at string) string { return `{"properties":{"closedate":"` + at + `"}}` }
	const deal = "/crm/v3/objects/deals/301"
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"PATCH", deal, write("2024-01-30T01:07:09"), 400, `...2024-01-30T01:07:09 was not a valid long.`},
		{"PATCH", deal, write("2024-01-30T01:07"), 400, `..."code":"INVALID_LONG"`},
		{"PATCH", deal, write("2024-01-30T01:07:09+02:00"), 200, `..."closedate":"2024-01-29T23:07:09Z"`},
		{"PATCH", deal, write("1706576829000"), 200, `..."closedate":"2024-01-30T01:07:09Z"`},
		{"PATCH", deal, write("2024-01-30"), 200, `..."closedate":"2024-01-30T00:00:00Z"`},
	})
}

func TestPropertiesThatThePlatformSetsAreReadOnly(t *testing.T) {
	for _, property := range []string{`"createdate":"2024-01-30"`, `"crm_email_optout":"true"`} {
		simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
			{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{` + property + `}}`, 400, `..."code":"READ_ONLY_VALUE"`},
		})
	}
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"PATCH", "/crm/v3/objects/deals/301", `{"properties":{"createdate":"2024-01-30"}}`, 200, `...`},
	})
}

func TestIndustriesOfCompaniesAreOptions(t *testing.T) {
	write := func(industry string) string { return `{"properties":{"industry":"` + industry + `"}}` }
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"PATCH", "/crm/v3/objects/companies/201", write("COMPUTER_SOFTWARE"), 200, `...`},
		{"PATCH", "/crm/v3/objects/companies/201", write("Software"), 400, `..."code":"INVALID_OPTION"`},
		{"PATCH", "/crm/v3/objects/contacts/101", write("Software"), 200, `...`}, // a text of contacts
	})
}
