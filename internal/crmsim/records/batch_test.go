package records_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const contactBatch = "/crm/v3/objects/contacts/batch/"

// newContact returns a row that creates a contact, without a trace id for "".
func newContact(email, trace string) string {
	if trace == "" {
		return fmt.Sprintf(`{"properties":{"email":%q}}`, email)
	}
	return fmt.Sprintf(`{"properties":{"email":%q},"objectWriteTraceId":%q}`, email, trace)
}

func TestBatchReadReturnsEachRecordOnceAndOneErrorForMissingIDs(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	simtest.Send(s, "DELETE", "/crm/v3/objects/contacts/106", "")
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", contactBatch + "read", `{"properties":["city"],"inputs":[{"id":"101"},{"id":102},{"id":"101"}]}`, 200,
			`{"completedAt":"2026-11-20T09:30:00.250Z","results":[{"archived":false,"createdAt":"2025-03-02T11:40:51.000Z","id":"102","properties":{"city":"London","createdate":"2025-03-02T11:40:51Z","crm_object_id":"102","lastmodifieddate":"2026-10-02T08:17:20Z"},"updatedAt":"2026-10-02T08:17:20.000Z"},{"archived":false,"createdAt":"2025-02-11T09:14:03.000Z","id":"101","properties":{"city":"Lisbon","createdate":"2025-02-11T09:14:03Z","crm_object_id":"101","lastmodifieddate":"2026-09-30T15:02:44Z"},"updatedAt":"2026-09-30T15:02:44.000Z"}],"startedAt":"2026-11-20T09:30:00.250Z","status":"COMPLETE"}`},
		{"POST", contactBatch + "read", `{"inputs":[{"id":"999"},{"id":"101"},{"id":"106"}]}`, 207,
			`..."errors":[{"status":"error","category":"OBJECT_NOT_FOUND","message":"Could not get some CONTACT objects, they may be deleted or not exist. Check that ids are valid.","context":{"ids":["999","106"]},"errors":[],"links":{}}],"numErrors":1,"results":[{"archived":false`},
		{"POST", contactBatch + "read?archived=true", `{"inputs":[{"id":"106"}]}`, 200, `..."archived":true`},
		{
			"POST", contactBatch + "read", `{"idProperty":"email","inputs":[{"id":"Maria.Santos@northwind.example"}]}`, 200,
			`..."id":"101"`,
		},
		{
			"POST", contactBatch + "read", `{"idProperty":"city","inputs":[{"id":"Lisbon"}]}`, 400,
			`...not a property with unique values`,
		},
		{
			"POST", contactBatch + "read", `{"propertiesWithHistory":["city"],"inputs":[{"id":"101"}]}`, 200,
			`..."propertiesWithHistory":{"city":[{`,
		},
		{"POST", "/crm/objects/2026-09/0-1/batch/read", simtest.Rows(), 200, `..."results":[]`},
		{"POST", contactBatch + "read", `{}`, 400, `...Some required fields were not set: [inputs]`},
	})
}

func TestBatchRejectsTooManyRows(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	many := func(n int) string {
		return simtest.Rows(strings.Split(strings.TrimSuffix(strings.Repeat(`{"id":"1","properties":{}} `, n), " "), " ")...)
	}
	const tooMany = `{"status":"error","message":"The maximum number of inputs supported in a batch is 100. Please reduce the number of items and try again","category":"VALIDATION_ERROR"}`
	for _, kind := range []string{"read", "create", "update", "upsert", "archive"} {
		simtest.Check(t, s, []simtest.Exchange{{"POST", contactBatch + kind, many(101), 400, tooMany}})
	}
	history := strings.TrimSuffix(many(51), "}") + `,"propertiesWithHistory":["email"]}`
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", contactBatch + "read", history, 400,
			`...The maximum number of inputs supported in a batch request for property histories is 50. Please reduce the number of items and try again`,
		},
		{"POST", contactBatch + "create", many(100), 201, `..."status":"COMPLETE"`},
	})
}

func TestWithoutTraceIDsAnInvalidRowFailsTheBatch(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", contactBatch + "create", simtest.Rows(newContact("a@example.com", ""), newContact("nobody", "")), 400,
			`...Email address nobody is invalid`,
		},
		{
			"POST", contactBatch + "create", simtest.Rows(newContact("a@example.com", "t"), newContact("nobody", "t")), 400,
			`...Email address nobody is invalid`,
		},
		{
			"POST", contactBatch + "create",
			simtest.Rows(newContact("a@example.com", ""), newContact("maria.santos@northwind.example", "")), 409,
			`{"status":"error","message":"Contact already exists. Existing ID: 101","category":"CONFLICT"}`,
		},
		{
			"POST", contactBatch + "create", simtest.Rows(newContact("a@example.com", ""), newContact("A@example.com", "")), 409,
			`...Contact already exists`,
		},
		{"GET", "/crm/v3/objects/contacts/a%40example.com?idProperty=email", "", 404, `...`},
		{
			"POST", contactBatch + "create", simtest.Rows(newContact("a@example.com", ""), newContact("b@example.com", "")), 201,
			`..."email":"b@example.com","lastmodifieddate"`,
		},
	})
}

func TestWithTraceIDsRowsFailOneByOne(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", contactBatch + "create", simtest.Rows(newContact(
			"a@example.com", "t1",
		), newContact("nobody", "t2"), newContact("A@example.com", "t3"), newContact("b@example.com", "t4")), 207,
			`..."errors":[{"status":"error","category":"VALIDATION_ERROR","message":"Property values were not valid: [{\"isValid\":false,\"message\":\"Email address nobody is invalid\",\"error\":\"INVALID_EMAIL\",\"name\":\"email\",\"propertyValue\":\"nobody\"}]","context":{"objectWriteTraceId":["t2"]},"errors":[],"links":{}},{"status":"error","category":"CONFLICT","message":"Contact already exists. Existing ID: 90000000001","context":{"objectWriteTraceId":["t3"]},"errors":[],"links":{}}],"numErrors":2,"results":[{"archived":false,"createdAt":"2026-11-20T09:30:00.250Z","id":"90000000002","objectWriteTraceId":"t4"`},
	})
}

func TestBatchUpdateReportsMissingRecords(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", contactBatch +
			"update", `{"inputs":[{"id":"101","properties":{"city":"Porto"}},{"id":"999","properties":{"city":"Faro"}}]}`, 207,
			`..."errors":[{"status":"error","category":"OBJECT_NOT_FOUND","message":"Could not get some CONTACT objects, they may be deleted or not exist. Check that ids are valid.","context":{"ids":["999"]},"errors":[],"links":{}}],"numErrors":1`},
		{"POST", contactBatch +
			"update", `{"inputs":[{"id":"998","properties":{},"objectWriteTraceId":"t1"},{"id":"999","properties":{},"objectWriteTraceId":"t2"}]}`, 207,
			`..."context":{"ids":["998","999"],"objectWriteTraceId":["t1","t2"]},"errors":[],"links":{}}],"numErrors":1,"results":[]`},
		{"GET", "/crm/v3/objects/contacts/101?properties=city", "", 200, `..."city":"Porto"`},
		{"POST", contactBatch +
			"update", `{"inputs":[{"id":"101","properties":{"city":"A"}},{"id":"101","properties":{"city":"B"}}]}`, 400,
			`{"status":"error","message":"Duplicate IDs found in batch input: [101]. IDs must be unique","context":{"ids":["101"]},"category":"VALIDATION_ERROR"}`},
		{
			"POST", contactBatch + "update", `{"inputs":[{"id":"a@b.example","idProperty":"email","properties":{}}]}`, 400,
			`...Unable to perform update/upsert by non-unique 0-1 property email`,
		},
		{
			"POST", contactBatch + "update", `{"inputs":[{"id":"101","idProperty":"crm_object_id","properties":{}}]}`, 400,
			`...non-unique 0-1 property crm_object_id`,
		},
		{"POST", contactBatch + "update", `{"inputs":[{"id":"101"}]}`, 400, `...not set: [properties]`},
		{"POST", contactBatch + "update", `{"inputs":[{"properties":{}}]}`, 400, `...not set: [id]`},
		{"POST", contactBatch + "update", `{"inputs":[[]]}`, 400, `...Invalid input JSON on line 1`},
	})
}

func TestBatchUpdateIgnoresMergedRecords(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", "/crm/v3/objects/contacts/merge", `{"primaryObjectId":"101","objectIdToMerge":"102"}`, 200, `..."id":"101"`},
		{"POST", contactBatch + "update", `{"inputs":[{"id":"102","properties":{"city":"Porto"}}]}`, 200, `..."results":[]`},
		{
			"GET", "/crm/v3/objects/contacts/102?properties=city&associations=companies", "", 200,
			`..."companies":{"results":[{"id":"201","type":"contact_to_company_unlabeled"},{"id":"202","type":"contact_to_company"},{"id":"202","type":"contact_to_company_unlabeled"}]}`,
		},
		{"GET", "/crm/v3/objects/contacts/102?properties=city", "", 200, `..."city":"Lisbon"`},
		{"GET", "/crm/v3/objects/contacts/brian.okafor%40contoso.example?idProperty=email", "", 404, `...`},
		{
			"POST", "/crm/v3/objects/contacts/merge", `{"primaryObjectId":"101","objectIdToMerge":"102"}`, 400,
			`...Cannot merge an object with itself`,
		},
		{"POST", "/crm/v3/objects/contacts/merge", `{"primaryObjectId":"101","objectIdToMerge":"999"}`, 404, `...`},
		{"POST", "/crm/v3/objects/contacts/merge", `{}`, 400, `...not set: [primaryObjectId, objectIdToMerge]`},
	})
}

func TestBatchUpsertReportsNewRecords(t *testing.T) {
	row := func(id, property, rest string) string {
		return fmt.Sprintf(`{"id":%q,"idProperty":%q,"properties":{%s}}`, id, property, rest)
	}
	s := simtest.New(
		t,
		crmsim.Options{Types: []crmsim.ObjectType{{
			Name: "invoices", Singular: "invoice", ID: "2-1",
			Properties: map[string]crmsim.Property{"number": {Type: "string", Unique: true}, "total": {Type: "number"}},
		}}},
	)
	invoices := "/crm/v3/objects/invoices/batch/"
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", contactBatch + "upsert", simtest.Rows(row("Maria.Santos@northwind.example", "email", `"city":"Faro"`)), 200,
			`..."city":"Faro"`,
		},
		{
			"POST", contactBatch + "upsert", simtest.Rows(row("new@example.com", "email", `"city":"Faro"`)), 200,
			`..."id":"90000000001","new":true,"properties":{"city":"Faro","createdate":"2026-11-20T09:30:00.25Z","crm_object_id":"90000000001","email":"new@example.com"`,
		},
		{
			"POST", contactBatch + "upsert", simtest.Rows(row("New@example.com", "email", ``)), 200,
			`..."id":"90000000001","new":false`,
		},
		{"POST", contactBatch + "upsert", simtest.Rows(row("x", "city", ``)), 400, `...non-unique 0-1 property city`},
		{"POST", contactBatch + "upsert", simtest.Rows(`{"id":"x","properties":{}}`), 400, `...not set: [idProperty]`},
		{
			"POST", contactBatch + "upsert", simtest.Rows(row("a@example.com", "email", ``), row("A@example.com", "email", ``)),
			400, `...Duplicate IDs found in batch input: [A@example.com]. IDs must be unique`,
		},
		{
			"POST", invoices + "upsert", simtest.Rows(row("A-1", "number", `"total":1`), row("A-2", "number", `"total":"x"`)),
			400, `...x was not a valid number.`,
		},
		{
			"POST", invoices + "upsert",
			simtest.Rows(
				`{"id":"A-1","idProperty":"number","properties":{},"objectWriteTraceId":"t1"}`,
				`{"id":"A-2","idProperty":"number","properties":{"total":"x"},"objectWriteTraceId":"t2"}`,
			),
			207, `..."context":{"objectWriteTraceId":["t2"]}`,
		},
		{"POST", invoices + "update", simtest.Rows(row("A-1", "number", `"total":"3"`)), 200, `..."total":"3"`},
	})
	if p := simtest.ReadPage(t, s, "GET", "/crm/v3/objects/invoices", ""); len(p.Results) != 1 {
		t.Errorf("there are %d invoices", len(p.Results))
	}
}

func TestBatchArchiveIgnoresMissingRecords(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", contactBatch + "archive", `{"inputs":[{"id":"101"},{"id":"101"},{"id":"999"}]}`, 204, ""},
		{"GET", "/crm/v3/objects/contacts/101", "", 404, `...`},
		// The address is available again.
		{"POST", "/crm/v3/objects/contacts", `{"properties":{"email":"maria.santos@northwind.example"}}`, 201, `...`},
	})
}
