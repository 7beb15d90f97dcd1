package timeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

var logins = []crmsim.EventType{
	{
		Name: "login", ObjectType: "contact", Custom: true,
		Properties: map[string]crmsim.Property{"device": {Type: "string"}, "minutes": {Type: "number"}},
	},
	{Name: "INVOICE_PAID", ObjectType: "deal", Properties: map[string]crmsim.Property{}},
}

func TestCustomEventsAreSentByFullName(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Events: logins, PortalID: 42})
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", "/events/v3/send",
			`{"eventName":"pe42_login","email":"a@example.com","uuid":"u1","occurredAt":"2026-11-20T08:00:00Z","properties":{"device":"phone"}}`,
			204, "",
		},
		{"POST", "/events/custom/2026-09/send", `{"eventName":"pe42_login","objectId":101}`, 204, ""},
		{"POST", "/events/v3/send", `{"eventName":"login","objectId":"101"}`, 400, `...it is named in full, as pe42_login`},
		{
			"POST", "/events/v3/send", `{"eventName":"ae5001_INVOICE_PAID","objectId":"301"}`, 400,
			`...Unknown custom event`,
		},
		{"POST", "/events/v3/send", `{"objectId":"101"}`, 400, `...Some required fields were not set: [eventName]`},
		{"POST", "/events/v3/send", `{"eventName":"pe42_login"}`, 400, `...one of objectId, email and utk`},
		{
			"POST", "/events/v3/send", `{"eventName":"pe42_login","utk":"u","properties":{"minutes":"long"}}`, 400,
			`...INVALID_`,
		},
		{
			"POST", "/events/v3/send", `{"eventName":"pe42_login","utk":"u","occurredAt":"yesterday"}`, 400,
			`...not in ISO 8601`,
		},
		{
			"POST", "/integrators/timeline/v4/events",
			`{"eventTypeName":"pe42_login","id":"1","objectId":"101","properties":{}}`, 400, `...Unknown event type`,
		},
	})
	got := s.Occurrences()
	if len(got) != 2 || got[0].ID != "u1" || got[0].EventTypeName != "pe42_login" ||
		got[0].Properties["device"] != "phone" || got[1].ObjectID != "101" {
		t.Errorf("%+v", got)
	}
	if got[0].Timestamp != "2026-11-20T08:00:00Z" || got[1].Timestamp != "2026-11-20T09:30:00.250Z" {
		t.Errorf("times %s and %s", got[0].Timestamp, got[1].Timestamp)
	}
}

func TestCustomEventsHaveLimitedProperties(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Events: logins, PortalID: 42})
	send := func(properties string) string {
		return `{"eventName":"pe42_login","objectId":"101","properties":{` + properties + `}}`
	}
	var many []string
	for n := range 51 {
		many = append(many, fmt.Sprintf(`"p%d":"1"`, n))
	}
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", "/events/v3/send", send(`"device":"` + strings.Repeat("é", 256) + `"`), 204, ""},
		{"POST", "/events/v3/send", send(`"device":"` + strings.Repeat("é", 257) + `"`), 400, `...more than 256 characters`},
		{"POST", "/events/v3/send", send(`"page_url":"` + strings.Repeat("u", 1025) + `"`), 400, `...more than 1024 characters`},
		{"POST", "/events/v3/send", send(strings.Join(many, ",")), 400, `...at most 50 properties; this one has 51`},
	})
}

func TestCustomEventBatchIsAtomic(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Events: logins, PortalID: 42})
	rows := func(count int, last string) string {
		return `{"inputs":[` + strings.Repeat(`{"eventName":"pe42_login","objectId":"101"},`, count-1) + last + `]}`
	}
	good := `{"eventName":"pe42_login","objectId":"102"}`
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", "/events/v3/send/batch", rows(3, `{"eventName":"pe42_logout","objectId":"101"}`), 400,
			`...inputs[2]: Unknown custom event`,
		},
		{"POST", "/events/v3/send/batch", rows(501, good), 400, `...maximum number of inputs supported in a batch is 500`},
		{"POST", "/events/v3/send/batch", `{}`, 400, `...[inputs]`},
	})
	if got := len(s.Occurrences()); got != 0 {
		t.Errorf("rejected batches stored %d", got)
	}
	simtest.Check(t, s, []simtest.Exchange{{"POST", "/events/v3/send/batch", rows(500, good), 204, ""}})
	if got := len(s.Occurrences()); got != 500 {
		t.Errorf("%d of 500 were stored", got)
	}
}

func TestCustomEventsCountAgainstNoLimit(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Events: logins, PortalID: 42, Limits: &crmsim.Limits{Burst: 1, Daily: 1}})
	for range 3 {
		if code, body := simtest.Send(
			s, "POST", "/events/v3/send", `{"eventName":"pe42_login","objectId":"101"}`,
		); code != 204 {
			t.Errorf("%d %s", code, body)
		}
	}
	if used := fmt.Sprintf("%+v", s.Usage()); used != "map[]" {
		t.Errorf("usage %s", used)
	}
	if code, _ := simtest.Send(s, "GET", "/crm/v3/objects/contacts/101", ""); code != 200 {
		t.Errorf("the first call of the day is answered %d", code)
	}
}
