package records_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const contactProperties = "/crm/v3/properties/contacts"

// newProperty returns the body of a request to create a property of contacts.
func newProperty(name, rest string) string {
	return fmt.Sprintf(
		`{"name":%q,"label":"Tier","type":"string","fieldType":"text","groupName":"contactinformation"%s}`, name, rest,
	)
}

func TestAccountPropertyLifecycle(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", contactProperties, `{"name":"tier","label":"Tier","type":"enumeration","fieldType":"select","groupName":"contactinformation","options":[{"label":"Gold","value":"gold","displayOrder":1,"hidden":false}]}`, 201,
			`{"archived":false,"calculated":false,"createdAt":"2026-11-20T09:30:00.250Z","crmDefined":false,"dataSensitivity":"non_sensitive","description":"","displayOrder":-1,"externalOptions":false,"fieldType":"select","formField":true,"groupName":"contactinformation","hasUniqueValue":false,"hidden":false,"label":"Tier","modificationMetadata":{"archivable":true,"readOnlyDefinition":false,"readOnlyOptions":false,"readOnlyValue":false},"name":"tier","options":[{"label":"Gold","value":"gold","displayOrder":1,"hidden":false,"description":""}],"type":"enumeration","updatedAt":"2026-11-20T09:30:00.250Z"}`},
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"tier":"silver"}}`, 400, `...INVALID_OPTION`},
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"tier":"gold"}}`, 200, `..."tier":"gold"`},
		{
			"PATCH", contactProperties + "/tier",
			`{"label":"Level","options":[{"label":"Gold","value":"gold"},{"label":"Silver","value":"silver"}]}`, 200,
			`..."label":"Level"`,
		},
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"tier":"silver"}}`, 200, `..."tier":"silver"`},
		{"GET", "/crm/properties/2026-09/0-1/tier", "", 200, `..."label":"Level"`},
		{"DELETE", contactProperties + "/tier", "", 204, ""},
		{"DELETE", contactProperties + "/tier", "", 404, `...`},
		{
			"GET", contactProperties + "/tier", "", 404,
			`{"status":"error","message":"Property \"tier\" does not exist","context":{"propertyName":["tier"]},"category":"OBJECT_NOT_FOUND"}`,
		},
		{
			"GET", contactProperties + "/tier?archived=true", "", 200,
			`..."archived":true,"archivedAt":"2026-11-20T09:30:00.250Z"`,
		},
		{"GET", contactProperties + "?archived=true", "", 200, `...{"results":[{"archived":true`},
		{"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"tier":"gold"}}`, 400, `...PROPERTY_DOESNT_EXIST`},
		{
			"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"city":"Faro"}}`, 200,
			`..."phone":"+351 21 555 0141"},"updatedAt"`,
		},
	})
}

func TestPlatformPropertiesAreReadOnly(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{
		Types: []crmsim.ObjectType{{Name: "cars", Properties: map[string]crmsim.Property{"doors": {Type: "number"}}}},
	}), []simtest.Exchange{
		{"GET", contactProperties + "/crm_lead_status", "", 200, `..."crmDefined":true,`},
		{
			"GET", contactProperties + "/crm_lead_status", "", 200,
			`..."fieldType":"select","formField":true,"groupName":"contactinformation","hasUniqueValue":false,"hidden":false,"label":"Crm lead status"`,
		},
		{
			"GET", contactProperties, "", 200,
			`..."name":"lifecyclestage","options":[{"label":"Subscriber","value":"subscriber","displayOrder":0,"hidden":false,"description":""}`,
		},
		{"GET", "/crm/v3/properties/cars/doors", "", 200, `..."crmDefined":false,`},
		{"PATCH", contactProperties + "/email", `{"label":"Mail"}`, 400, `...is read only`},
		{"DELETE", contactProperties + "/email", "", 400, `...cannot be archived`},
		{"GET", "/crm/v3/properties/widgets", "", 400, `...Unable to infer object type from: widgets`},
	})
}

func TestInvalidPropertiesAreRejected(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", contactProperties, `{"name":"tier"}`, 400,
			`...Some required fields were not set: [label, type, fieldType, groupName]`,
		},
		{
			"POST", contactProperties, newProperty("email", ""), 409,
			`{"status":"error","message":"A property named 'email' already exists.","category":"CONFLICT"}`,
		},
		{"POST", contactProperties, newProperty("Tier 1", ""), 400, `...is not valid`},
		{
			"POST", contactProperties,
			`{"name":"t","label":"T","type":"json","fieldType":"text","groupName":"contactinformation"}`, 400,
			`...type \"json\" is not one of bool, date, datetime, enumeration, number, phone_number, string`,
		},
		{
			"POST", contactProperties,
			`{"name":"t","label":"T","type":"number","fieldType":"text","groupName":"contactinformation"}`, 400,
			`...fieldType \"text\" does not fit the type \"number\"`,
		},
		{
			"POST", contactProperties, `{"name":"t","label":"T","type":"number","fieldType":"number","groupName":"nowhere"}`,
			400, `...The property group \"nowhere\" does not exist`,
		},
		{
			"POST", contactProperties,
			`{"name":"t","label":"T","type":"enumeration","fieldType":"select","groupName":"contactinformation"}`, 400,
			`...Property \"t\" of the type enumeration needs options`,
		},
		{
			"POST", contactProperties,
			`{"name":"t","label":"T","type":"enumeration","fieldType":"radio","groupName":"contactinformation","options":[]}`,
			400, `...Property \"t\" of the type enumeration needs options`,
		},
		{
			"POST", contactProperties, newProperty("tier", `,"options":[{"label":"A","value":"a"},{"label":"B","value":"a"}]`),
			400, `...has the option \"a\" more than once`,
		},
	})
	for i := range 10 {
		simtest.Check(
			t, s,
			[]simtest.Exchange{{
				"POST", contactProperties, newProperty(fmt.Sprintf("key_%d", i), `,"hasUniqueValue":true`), 201,
				`..."hasUniqueValue":true`,
			}},
		)
	}
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", contactProperties, newProperty("key_10", `,"hasUniqueValue":true`), 400,
			`...at most 10 properties with unique values`,
		},
		{"PATCH", contactProperties + "/key_0", `{"hasUniqueValue":false}`, 200, `..."hasUniqueValue":true`},
		{
			"POST", contactBatch + "upsert", `{"inputs":[{"id":"k","idProperty":"key_0","properties":{"city":"Faro"}}]}`, 200,
			`..."new":true`,
		},
		{
			"POST", contactBatch + "update", `{"inputs":[{"id":"K","idProperty":"key_0","properties":{"city":"Porto"}}]}`, 200,
			`..."city":"Porto"`,
		},
	})
}

func TestPropertyBatchReportsErrorsPerRow(t *testing.T) {
	batch := contactProperties + "/batch/"
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{
			"POST", batch + "create", simtest.Rows(newProperty("a", ""), newProperty("email", "")), 207,
			`..."errors":[{"status":"error","category":"CONFLICT","message":"A property named 'email' already exists.","context":{"name":["email"]},"errors":[],"links":{}}],"numErrors":1,"results":[{"archived":false`,
		},
		{"POST", batch + "create", simtest.Rows(newProperty("b", ""), `{"name":"c"}`), 400, `...not set: [label`},
		{
			"POST", batch + "read", `{"archived":false,"inputs":[{"name":"a"},{"name":"b"}]}`, 207,
			`..."errors":[{"status":"error","category":"OBJECT_NOT_FOUND","message":"Property \"b\" does not exist","context":{"name":["b"]},"errors":[],"links":{}}]`,
		},
		{"POST", batch + "archive", `{"inputs":[{"name":"a"},{"name":"b"}]}`, 204, ""},
		{"POST", batch + "read", `{"archived":true,"inputs":[{"name":"a"}]}`, 200, `..."archived":true`},
		{"POST", batch + "archive", `{"inputs":[{"name":"email"}]}`, 400, `...cannot be archived`},
		{
			"POST", batch + "read",
			simtest.Rows(strings.Split(strings.TrimSuffix(strings.Repeat(`{"name":"a"} `, 101), " "), " ")...), 400,
			`...supported in a batch is 100.`,
		},
	})
}

func TestPropertyGroupLifecycle(t *testing.T) {
	groups := contactProperties + "/groups"
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{
			"GET", groups, "", 200,
			`{"results":[{"name":"contactinformation","label":"Contact information","displayOrder":0,"archived":false}]}`,
		},
		{
			"POST", groups, `{"name":"loyalty","label":"Loyalty"}`, 201,
			`{"name":"loyalty","label":"Loyalty","displayOrder":-1,"archived":false}`,
		},
		{"POST", groups, `{"name":"loyalty","label":"Loyalty"}`, 409, `...already exists`},
		{"POST", groups, `{"name":"loyalty"}`, 400, `...not set: [name, label]`},
		{"PATCH", groups + "/loyalty", `{"label":"Loyal","displayOrder":3}`, 200, `..."label":"Loyal","displayOrder":3`},
		{
			"POST", contactProperties, `{"name":"tier","label":"Tier","type":"string","fieldType":"text","groupName":"loyalty"}`,
			201, `..."groupName":"loyalty"`,
		},
		{"DELETE", groups + "/loyalty", "", 400, `...property \"tier\" is in it`},
		{"DELETE", contactProperties + "/tier", "", 204, ""},
		{"DELETE", groups + "/loyalty", "", 204, ""},
		{"GET", groups + "/loyalty", "", 404, `...does not exist`},
		{"DELETE", groups + "/contactinformation", "", 400, `...not one of the account's own`},
	})
}
