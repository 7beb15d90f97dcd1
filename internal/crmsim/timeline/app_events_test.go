package timeline_test

import (
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const events = "/integrators/timeline/v4/events"

func newSimWithEvents(t *testing.T) *crmsim.Sim {
	return simtest.New(t, crmsim.Options{Events: []crmsim.EventType{
		{
			Name: "INVOICE_PAID", ObjectType: "deal",
			Properties: map[string]crmsim.Property{
				"amount": {Type: "number"}, "how": {Type: "enumeration", Options: []string{"card", "cash"}},
			},
		},
		{Name: "CALLED", FullName: "ae000000_called", ObjectType: "contact"},
	}})
}

func TestDuplicateOccurrenceConflicts(t *testing.T) {
	s := newSimWithEvents(t)
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", events, `{"eventTypeName":"INVOICE_PAID","id":"a","objectId":301,` +
				`"properties":{"amount":"12.50","how":"card"},"timestamp":"2026-11-20T09:00:00Z"}`, 201,
			`{"id":"a","eventTypeName":"INVOICE_PAID","objectId":"301","timestamp":"2026-11-20T09:00:00Z",` +
				`"properties":{"amount":"12.50","how":"card"}}`,
		},
		{
			"POST", "/integrators/timeline/2026-03/events",
			`{"eventTypeName":"ae5001_INVOICE_PAID","id":"a","objectId":"301","properties":{}}`, 409, `..."category":"CONFLICT"`,
		},
		{
			"POST", events, `{"eventTypeName":"CALLED","id":"a","email":"maria.santos@northwind.example",` +
				`"properties":{},"extraData":{"note":[1]}}`, 201,
			`..."email":"maria.santos@northwind.example","timestamp":"2026-11-20T09:30:00.250Z","properties":{},` +
				`"extraData":{"note":[1]}}`,
		},
	})
	if got := s.Occurrences(); len(got) != 2 || got[0].ObjectID != "301" || got[0].Properties["amount"] != "12.50" {
		t.Errorf("%+v", got)
	}
}

func TestInvalidOccurrencesAreRejected(t *testing.T) {
	s := newSimWithEvents(t)
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", events, `{"objectId":"301"}`, 400, `...Some required fields were not set: [eventTypeName, id, properties]`},
		{
			"POST", events, `{"eventTypeName":"NEVER","id":"a","objectId":"301","properties":{}}`, 400,
			`...Unknown event type \"NEVER\"`,
		},
		{"POST", events, `{"eventTypeName":"CALLED","id":"a","properties":{}}`, 400, `...one of objectId, email and utk`},
		{
			"POST", events, `{"eventTypeName":"INVOICE_PAID","id":"a","email":"a@b.example","properties":{}}`, 400,
			`...needs objectId`,
		},
		{
			"POST", events, `{"eventTypeName":"INVOICE_PAID","id":"a","objectId":"301","properties":{},"timestamp":"soon"}`, 400,
			`...not in ISO 8601`,
		},
		{
			"POST", events,
			`{"eventTypeName":"INVOICE_PAID","id":"a","objectId":"301","properties":{"amount":"many","tip":"1"}}`, 400,
			`...PROPERTY_DOESNT_EXIST`,
		},
	})
	if got := s.Occurrences(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestOccurrencesHaveALimitedSize(t *testing.T) {
	s := newSimWithEvents(t)
	one := func(id, note string) string {
		return `{"eventTypeName":"CALLED","id":"` + id + `","objectId":"101","properties":{},"extraData":{"note":"` + note + `"}}`
	}
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", events, one(strings.Repeat("a", 501), ""), 400, `...501 bytes: it has at most 500`},
		{"POST", events, one("b", strings.Repeat("n", 1<<20)), 400, `...it has at most 1048576`},
		{
			"POST", events + "/batch", simtest.Rows(one("c", ""), one("d", strings.Repeat("n", 1<<20))), 400,
			`...it has at most 1048576`,
		},
		{"POST", events, one(strings.Repeat("é", 250), strings.Repeat("n", 1<<19)), 201, `...`},
	})
	if got := s.Occurrences(); len(got) != 1 {
		t.Errorf("%d occurrences are stored", len(got))
	}
}

func TestOccurrenceBatchIsAcceptedOrRejectedWhole(t *testing.T) {
	one := func(id, rest string) string {
		return `{"eventTypeName":"INVOICE_PAID","id":"` + id + `","objectId":"301","properties":{` + rest + `}}`
	}
	s := newSimWithEvents(t)
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", events + "/batch", simtest.Rows(one("a", ""), one("b", `"amount":"many"`)), 400,
			`...many was not a valid number.`,
		},
		{"POST", events + "/batch", simtest.Rows(one("a", ""), one("a", "")), 409, `..."category":"CONFLICT"`},
		{"POST", events + "/batch", simtest.Rows(one("a", ""), one("c", "")), 200, `..."results":[{"id":"c"`},
		{"POST", events + "/batch", simtest.Rows(one("f", ""), one("c", "")), 409, `...with the id \"c\" exists already`},
		{"POST", events + "/batch", simtest.Rows(one("d", ""), `{"id":"e"}`), 400, `...not set: [eventTypeName, properties]`},
		{
			"POST", events + "/batch",
			simtest.Rows(strings.Split(strings.TrimSuffix(strings.Repeat(one("z", "")+" ", 501), " "), " ")...), 400,
			`...supported in a batch is 500.`,
		},
	})
	if got := s.Occurrences(); len(got) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestEventUIDsAreRefusedByTheStrictReading(t *testing.T) {
	s := newSimWithEvents(t)
	if err := s.AddFaults(crmsim.Fault{EventUIDs: true}); err != nil {
		t.Fatal(err)
	}
	of := func(name string) string {
		return `{"eventTypeName":"` + name + `","id":"a","email":"a@b.example","properties":{}}`
	}
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", events, of("CALLED"), 400, `...Unknown event type \"CALLED\"`},
		{"POST", events + "/batch", simtest.Rows(of("CALLED")), 400, `...Unknown event type \"CALLED\"`},
		{"POST", events, of("ae000000_called"), 201, `..."email":"a@b.example"`},
	})
}

func TestEventTypeResolvesToItsFullName(t *testing.T) {
	simtest.Check(t, newSimWithEvents(t), []simtest.Exchange{
		{"POST", "/integrators/timeline/2026-03/types/projects", `{"developerSymbol":"CALLED","projectName":"ledger"}`, 200,
			`{"developerQualifiedSymbol":{"developerSymbol":"CALLED","projectName":"ledger"},` +
				`"fullyQualifiedName":"ae000000_called"}`},
		{
			"POST", "/integrators/timeline/v4/types/projects", `{"developerSymbol":"NEVER","projectName":"ledger"}`, 404,
			`..."category":"OBJECT_NOT_FOUND"`,
		},
		{"POST", "/integrators/timeline/v4/types/projects", `{}`, 400, `...not set: [developerSymbol, projectName]`},
	})
}
