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
