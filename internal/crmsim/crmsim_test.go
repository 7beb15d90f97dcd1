package crmsim_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestRecordLifecycle(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"GET", "/crm/v3/objects/contacts/101", "", 200,
			`{"archived":false,"createdAt":"2025-02-11T09:14:03.000Z","id":"101","properties":{"createdate":"2025-02-11T09:14:03Z","crm_object_id":"101","email":"maria.santos@northwind.example","firstname":"Maria","lastmodifieddate":"2026-09-30T15:02:44Z","lastname":"Santos"},"updatedAt":"2026-09-30T15:02:44.000Z"}`},
		// A requested property without a value is null; an unknown one is omitted.
		{"GET", "/crm/v3/objects/contacts/105?properties=phone,city&properties=no_such", "", 200,
			`...{"city":"Porto","createdate":"2025-08-23T18:31:47Z","crm_object_id":"105","lastmodifieddate":"2026-09-05T09:09:09Z","phone":null}`},
		{"GET", "/crm/v3/objects/contacts/Maria.Santos%40northwind.example?idProperty=email", "", 200, `..."id":"101"`},
		{"POST", "/crm/v3/objects/companies", `{"properties":{"name":"Litware","numberofemployees":42,"is_public":true}}`, 201,
			`{"archived":false,"createdAt":"2026-11-20T09:30:00.250Z","id":"90000000001","properties":{"createdate":"2026-11-20T09:30:00.25Z","crm_lastmodifieddate":"2026-11-20T09:30:00.25Z","crm_object_id":"90000000001","is_public":"true","name":"Litware","numberofemployees":"42"},"updatedAt":"2026-11-20T09:30:00.250Z"}`},
		// An empty text clears a property. Null keeps its value.
		{"PATCH", "/crm/v3/objects/companies/90000000001", `{"properties":{"name":"Litware Inc","is_public":null,"numberofemployees":""}}`, 200,
			`..."properties":{"createdate":"2026-11-20T09:30:00.25Z","crm_lastmodifieddate":"2026-11-20T09:30:00.25Z","crm_object_id":"90000000001","is_public":"true","name":"Litware Inc"}`},
		{"DELETE", "/crm/v3/objects/companies/90000000001", "", 204, ""},
		{"DELETE", "/crm/v3/objects/companies/90000000001", "", 204, ""},
		{"GET", "/crm/v3/objects/companies/90000000001", "", 404, `..."category":"OBJECT_NOT_FOUND"`},
		{"PATCH", "/crm/v3/objects/companies/90000000001", `{"properties":{"name":"Litware"}}`, 404, `..."category":"OBJECT_NOT_FOUND"`},
		{
			"GET", "/crm/v3/objects/companies/90000000001?archived=true", "", 200,
			`..."archived":true,"archivedAt":"2026-11-20T09:30:00.250Z"`,
		},
		{"GET", "/crm/v3/objects/companies?archived=true", "", 200, `..."id":"90000000001"`},
	})
}

func TestObjectTypesMatchAllTheirNames(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Types: []crmsim.ObjectType{{
		Name: "invoices", Singular: "invoice", ID: "2-7001", Aliases: []string{"LEDGER_INVOICE"},
		Properties: map[string]crmsim.Property{
			"number": {Type: "string", Unique: true}, "total": {Type: "number"},
			"tags": {Type: "enumeration", Options: []string{"a", "b"}, Multiple: true},
		},
		Required: []string{"number"},
	}}})
	simtest.Check(t, s, []simtest.Exchange{
		{"GET", "/crm/v3/objects/0-3/302", "", 200, `..."dealname":"Contoso: fleet rollout"`},
		{"GET", "/crm/v3/objects/Deal/302", "", 200, `..."id":"302"`},
		{"GET", "/crm/objects/2026-09/deals/302", "", 200, `..."id":"302"`},
		{
			"POST", "/crm/v3/objects/2-7001", `{"properties":{"number":"A-1","total":"12.50","tags":"a;b"}}`, 201,
			`..."number":"A-1","tags":"a;b","total":"12.50"`,
		},
		{"POST", "/crm/v3/objects/ledger_invoice", `{"properties":{"number":"A-1"}}`, 400, `...CONFLICTING_UNIQUE_VALUE`},
		{"POST", "/crm/v3/objects/invoice", `{"properties":{"total":1}}`, 400,
			`{"status":"error","message":"Error creating INVOICE. Some required properties were not set.","context":{"properties":["number"]},"category":"VALIDATION_ERROR"}`},
		{"POST", "/crm/v3/objects/invoices", `{"properties":{"number":"A-2","tags":"a;c"}}`, 400, `...INVALID_OPTION`},
		{
			"GET", "/crm/v3/objects/widgets", "", 400,
			`{"status":"error","message":"Unable to infer object type from: widgets"}`,
		},
	})
}

func TestErrorBodies(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"GET", "/crm/v3/objects/contacts/999", "", 404,
			`{"status":"error","message":"resource not found","context":{"id":["999"]},"category":"OBJECT_NOT_FOUND"}`},
		{"GET", "/crm/v3/objects/contacts/abc", "", 404,
			`{"status":"error","message":"Object not found.  objectId are usually numeric.","context":{"id":["abc"]},"category":"OBJECT_NOT_FOUND"}`},
		{"POST", "/crm/v3/objects/contacts", `{"properties":{"email":"Maria.Santos@Northwind.example"}}`, 409,
			`{"status":"error","message":"Contact already exists. Existing ID: 101","category":"CONFLICT"}`},
		{
			"PATCH", "/crm/v3/objects/contacts/102", `{"properties":{"email":"maria.santos@northwind.example"}}`, 409,
			`...Existing ID: 101`,
		},
		{
			"PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"email":"maria.santos@northwind.example"}}`, 200,
			`..."id":"101"`,
		},
		{"POST", "/crm/v3/objects/deals", `{"properties":{"amount":"lots","no_such":1,"crm_is_closed":"true","dealstage":"won","closedate":"soon"}}`, 400,
			`..."errors":[{"message":"lots was not a valid number.","code":"INVALID_DOUBLE","context":{"propertyName":["amount"]}},{"message":"soon was not a valid long.","code":"INVALID_LONG","context":{"propertyName":["closedate"]}},{"message":"\"crm_is_closed\" is a read only property; its value cannot be set.","code":"READ_ONLY_VALUE","context":{"propertyName":["crm_is_closed"]}},{"message":"won was not one of the allowed options: [appointmentscheduled, qualifiedtobuy, presentationscheduled, decisionmakerboughtin, contractsent, closedwon, closedlost]","code":"INVALID_OPTION","context":{"propertyName":["dealstage"]}},{"message":"Property \"no_such\" does not exist","code":"PROPERTY_DOESNT_EXIST","context":{"propertyName":["no_such"]}}],"category":"VALIDATION_ERROR"}`},
		{"POST", "/crm/v3/objects/contacts", `{"properties":{"email":"nobody"}}`, 400,
			`...Property values were not valid: [{\"isValid\":false,\"message\":\"Email address nobody is invalid\",\"error\":\"INVALID_EMAIL\",\"name\":\"email\",\"propertyValue\":\"nobody\"}]`},
		{
			"POST", "/crm/v3/objects/contacts", "{\n  \"properties\": {,}\n}", 400, `...Invalid input JSON on line 2, column 18`,
		},
		{"POST", "/crm/v3/objects/contacts", ``, 400, `...Invalid input JSON on line 1, column 1`},
		{"POST", "/crm/v3/objects/contacts", `{"properties":{}} x`, 400, `...text after the value`},
		{"POST", "/crm/v3/objects/contacts", `{}`, 400, `...Some required fields were not set: [properties]`},
		{"POST", "/crm/v3/objects/contacts", `{"properties":{"city":["a"]}}`, 400, `...must be a string`},
		{"PUT", "/crm/v3/objects/contacts/101", `{}`, 405, `...HTTP 405 Method Not Allowed`},
		{"GET", "/crm/v3/nowhere", "", 404, `{"status":"error","message":"resource not found"}`},
		{"GET", "/crm/v3/objects/contacts?limit=51&propertiesWithHistory=email", "", 400, `...from 1 to 50`},
		{"GET", "/crm/v3/objects/contacts?limit=101", "", 400, `...from 1 to 100`},
		{"GET", "/crm/v3/objects/contacts?after=x", "", 400, `...not a cursor`},
		{
			"POST", "/crm/v3/objects/contacts", `{"properties":{"city":"` + strings.Repeat("x", 10<<20) + `"}}`, 413,
			`...too large`,
		},
	})
}

func TestRequestsWithoutTheTokenAreRejected(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	for _, header := range []string{"", "Bearer", "Bearer other", "Basic " + simtest.Token, simtest.Token} {
		r := httptest.NewRequest("GET", "/crm/v3/objects/contacts", nil)
		r.Header.Set("Authorization", header)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != 401 || !strings.Contains(w.Body.String(), `"category":"INVALID_AUTHENTICATION"`) {
			t.Errorf("%q: %d %s", header, w.Code, w.Body)
		}
	}
	// A CRM without a token rejects every request.
	open, err := crmsim.New(crmsim.Options{Clock: crmsim.RealClock(func() time.Time { return simtest.At })})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/crm/v3/objects/contacts", nil)
	r.Header.Set("Authorization", "Bearer ")
	w := httptest.NewRecorder()
	if open.ServeHTTP(w, r); w.Code != 401 {
		t.Errorf("no token configured: %d", w.Code)
	}
}

func TestListReturnsPagesByCursor(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	first := simtest.ReadPage(t, s, "GET", "/crm/v3/objects/contacts?limit=3&properties=email", "")
	if first.IDs() != "101 102 103" || first.Paging == nil || first.Paging.Next.After != "104" {
		t.Fatalf("%+v", first)
	}
	want := "https://crm.example/crm/v3/objects/contacts?after=104&limit=3&properties=email"
	if first.Paging.Next.Link != want {
		t.Errorf("link %s", first.Paging.Next.Link)
	}
	simtest.Send(s, "DELETE", "/crm/v3/objects/contacts/104", "")
	second := simtest.ReadPage(t, s, "GET", "/crm/v3/objects/contacts?limit=3&after=104", "")
	last := simtest.ReadPage(t, s, "GET", "/crm/v3/objects/contacts?limit=3&after=108", "")
	if second.IDs() != "105 106 107" || last.IDs() != "108" || last.Paging != nil {
		t.Errorf("%+v, %+v", second, last)
	}
}

func TestResponsesAreDeterministic(t *testing.T) {
	run := func() (all string) {
		s := simtest.New(t, crmsim.Options{})
		for i := range 3 {
			_, created := simtest.Send(
				s, "POST", "/crm/v3/objects/contacts", fmt.Sprintf(`{"properties":{"email":"n%d@example.com"}}`, i),
			)
			_, failed := simtest.Send(s, "GET", "/crm/v3/objects/contacts/1", "")
			all += created + failed
		}
		return all
	}
	if first, second := run(), run(); first != second {
		t.Errorf("%s\n%s", first, second)
	}
}

func TestPropertyPrefixIsConfigurable(t *testing.T) {
	s := simtest.New(t, crmsim.Options{PropertyPrefix: "xy_"})
	simtest.Check(t, s, []simtest.Exchange{
		{
			"GET", "/crm/v3/objects/tickets/401?properties=xy_pipeline_stage,crm_pipeline_stage", "", 200,
			`..."xy_object_id":"401","xy_pipeline_stage":"3"}`,
		},
	})
}

func TestFindReturnsLiveRecords(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	for _, name := range []string{"contacts", "CONTACT", "0-1"} {
		r, err := s.Find(name, "")
		if err != nil || r.ID != "101" || r.ObjectType != "CONTACT" ||
			r.Properties["email"] != "maria.santos@northwind.example" {
			t.Errorf("%s: %+v %v", name, r, err)
		}
	}
	simtest.Send(s, "DELETE", "/crm/v3/objects/contacts/101", "")
	if r, _ := s.Find("contact", ""); r.ID != "102" {
		t.Errorf("after the archive: %+v", r)
	}
	if r, err := s.Find("contact", "104"); r.ID != "104" || err != nil {
		t.Errorf("by id: %+v %v", r, err)
	}
	for objectType, id := range map[string]string{"widgets": "", "contacts": "101", "deals": "101"} {
		if r, err := s.Find(objectType, id); err == nil {
			t.Errorf("%s %s: found %+v", objectType, id, r)
		}
	}
}

func FuzzRequestsNeverPanic(f *testing.F) {
	f.Add(
		"POST", "contacts/search",
		`{"filterGroups":[{"filters":[{"propertyName":"email","operator":"BETWEEN","value":"a"}]}],"sorts":["-"]}`,
	)
	f.Add("POST", "contacts", `{"properties":{"email":"@."}}`)
	f.Add("PATCH", "tickets/401", `{"properties":{"closed_date":"-9223372036854775808"}}`)
	f.Add("GET", "deals?limit=-1&after=-1", "")
	f.Add(
		"POST", "contacts/batch/upsert",
		`{"inputs":[{"id":"a@b.example","idProperty":"email","properties":{"email":null}},null]}`,
	)
	f.Add(
		"POST", "contacts/batch/update",
		`{"inputs":[{"id":{},"properties":{}},{"id":"101","properties":{"city":"x"},"objectWriteTraceId":"t"}]}`,
	)
	f.Add("POST", "contacts/merge", `{"primaryObjectId":"101","objectIdToMerge":"101"}`)
	f.Add("PUT", "../../v4/objects/contacts/101/associations/contacts/101", `[null]`)
	f.Add("PATCH", "../properties/contacts/email", `{"options":[null]}`)
	f.Add(
		"POST", "../properties/contacts/batch/create",
		`{"inputs":[{"name":"a","label":"a","type":"bool","fieldType":"booleancheckbox","groupName":"contactinformation","options":null}]}`,
	)
	f.Add("POST", "../../../conversations/v3/custom-channels", `{"name":"x","capabilities":{}}`)
	f.Add("POST", "../../../conversations/v3/custom-channels/1/messages", `{"senders":[null]}`)
	f.Add("POST", "../../../integrators/timeline/v4/events/batch", `{"inputs":[null]}`)
	s, err := crmsim.New(crmsim.Options{
		Clock: crmsim.RealClock(func() time.Time { return simtest.At }), Token: simtest.Token,
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		r, err := http.NewRequest(method, "https://crm.example/crm/v3/objects/", strings.NewReader(body))
		if err == nil {
			r.URL, err = r.URL.Parse(path)
		}
		if err != nil {
			return // no request at all
		}
		r.Header.Set("Authorization", "Bearer "+simtest.Token)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 && w.Code != 501 {
			t.Errorf("%s %s %s: %d", method, path, body, w.Code)
		}
		if w.Code != 204 && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s %s %s: not JSON: %s", method, path, body, w.Body)
		}
	})
}

func TestBodiesThatAreNotJSONByTheirTypeAreRejected(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	for contentType, want := range map[string]int{
		"application/json": 201, "Application/JSON; charset=utf-8": 201,
		"text/plain;charset=UTF-8": 415, "application/x-www-form-urlencoded": 415, "/": 415,
	} {
		body := strings.NewReader(`{"properties":{"firstname":"Ada"}}`)
		r := httptest.NewRequest("POST", "/crm/v3/objects/contacts", body)
		r.Header.Set("Authorization", "Bearer "+simtest.Token)
		r.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%q: %d %s", contentType, w.Code, w.Body)
		}
		if isRefused := strings.Contains(w.Body.String(), "HTTP 415 Unsupported Media Type"); isRefused != (want == 415) {
			t.Errorf("%q: %s", contentType, w.Body)
		}
	}
}
