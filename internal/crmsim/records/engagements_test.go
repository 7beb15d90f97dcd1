package records_test

import (
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestNotesAndTasksBelongToRecords(t *testing.T) {
	const at = `"crm_timestamp":"2026-11-20T09:00:00Z"`
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{
			"POST", "/crm/v3/objects/notes",
			`{"properties":{` + at + `,"crm_note_body":"Called."},"associations":[{"to":{"id":"101"},` +
				`"types":[{"associationCategory":"CRM_DEFINED","associationTypeId":202}]}]}`,
			201, `..."crm_note_body":"Called."`,
		},
		{"POST", "/crm/v3/objects/notes", `{"properties":{"crm_note_body":"x"}}`, 400, `...crm_timestamp`},
		{"GET", "/crm/v4/objects/contacts/101/associations/notes", "", 200, `..."toObjectId":"90000000001"`},
		{
			"POST", "/crm/v3/objects/0-27",
			`{"properties":{` + at + `,"crm_task_subject":"Call","crm_task_status":"NOT_STARTED"}}`,
			201, `..."crm_task_status":"NOT_STARTED"`,
		},
		{
			"POST", "/crm/v3/objects/tasks", `{"properties":{` + at + `,"crm_task_status":"DONE"}}`,
			400, `...DONE was not one of`,
		},
		{"PUT", "/crm/v4/objects/tasks/90000000002/associations/default/deals/301", "", 200, `...`},
	})
}

// The vendor's documents name these properties.
func TestActivitiesHaveTheNamesOfTheVendor(t *testing.T) {
	const at = `"hs_timestamp":"1795167000000"`
	s := simtest.New(t, crmsim.Options{PropertyPrefix: "hs_", AssociationCategory: "HUBSPOT_DEFINED"})
	create := func(path, properties string, status int, want string) {
		t.Helper()
		simtest.Check(t, s, []simtest.Exchange{{"POST", path, `{"properties":{` + properties + `}}`, status, want}})
	}
	const notes, tasks = "/crm/v3/objects/notes", "/crm/v3/objects/tasks"
	create(notes, at+`,"hs_note_body":"x","hubspot_owner_id":"71","hs_attachment_ids":"1;2"`, 201,
		`..."hubspot_owner_id":"71"`)
	create(notes, `"hs_note_body":"x"`, 400, `...Error creating NOTE. Some required properties were not set.",`+
		`"context":{"properties":["hs_timestamp"]}`)
	create(tasks, at+`,"hs_task_subject":"s","hs_task_body":"b","hs_task_status":"COMPLETED","hs_task_priority":"HIGH",`+
		`"hs_task_type":"TODO","hs_task_reminders":"1795167000000","hubspot_owner_id":"71","hs_queue_membership_ids":"1;2"`,
		201, `..."hs_task_subject":"s"`)
	create(tasks, `"hs_task_subject":"s"`, 400, `...Error creating TASK.`)
	create(notes, at+`,"hs_owner_id":"7"`, 400, `...PROPERTY_DOESNT_EXIST`)

	body := strings.Repeat("ü", 65536)
	create(notes, at+`,"hs_note_body":"`+body+`"`, 201, `...ü`)
	create(notes, at+`,"hs_note_body":"`+body+`x"`, 400, `...hs_note_body has more than 65536 characters.`)
	for _, object := range []string{"contacts", "companies", "deals", "tickets"} {
		simtest.Check(t, s, []simtest.Exchange{
			{"GET", "/crm/v3/properties/" + object + "/hubspot_owner_id", "", 200, `..."name":"hubspot_owner_id"`},
		})
	}
}

func TestSchemasOfAllObjectTypesCanBeRead(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Schema: crmsim.Schema{Types: []crmsim.ObjectType{{
		Name: "car", ID: "2-7", IsCustom: true, Aliases: []string{"p1_car"},
		Properties: map[string]crmsim.Property{"model": {Type: "string"}}, Required: []string{"model"},
	}}}})
	simtest.Check(t, s, []simtest.Exchange{
		{"GET", "/crm/v3/schemas/p1_car", "", 200, `..."fullyQualifiedName":"p1_car"`},
		{"GET", "/crm-object-schemas/2026-09/schemas/2-7", "", 200, `..."requiredProperties":["model"]`},
		{"GET", "/crm/v3/schemas/tasks", "", 200, `..."objectTypeId":"0-27"`},
		{"GET", "/crm/v3/schemas/bicycle", "", 400, `...Unable to infer object type from: bicycle`},
		{"GET", "/crm/v3/schemas/quotes", "", 501, `...are not emulated`},
		{"GET", "/crm/v3/schemas", "", 200, `..."name":"car"`},
	})
}
