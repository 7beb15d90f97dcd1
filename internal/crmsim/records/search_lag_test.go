package records_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestSearchLagsBehindWrites(t *testing.T) {
	now := simtest.At
	var late []string
	s, err := crmsim.New(crmsim.Options{
		Clock: crmsim.RealClock(func() time.Time { return now }), Token: simtest.Token, SearchLag: 5 * time.Second,
		OnLateSearch: func(objectType string, missed int) { late = append(late, fmt.Sprint(objectType, missed)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	found := func(sentence, filter, want string) {
		t.Helper()
		_, body := simtest.Send(
			s, "POST", "/crm/v3/objects/companies/search",
			`{"filterGroups":[{"filters":[`+filter+`]}],"properties":["name","city"]}`,
		)
		if !strings.Contains(body, want) {
			t.Errorf("%s: %s", sentence, body)
		}
	}
	litware := `{"propertyName":"name","operator":"EQ","value":"Litware"}`
	write := func(method, path, body string) {
		t.Helper()
		if code, answer := simtest.Send(s, method, path, body); code/100 != 2 {
			t.Fatalf("%s %s: %d %s", method, path, code, answer)
		}
	}
	write("POST", "/crm/v3/objects/companies", `{"properties":{"name":"Litware"}}`)
	path := "/crm/v3/objects/companies/90000000001"
	found("just made", litware, `"total":0`)
	if !slices.Equal(late, []string{"companies1"}) {
		t.Errorf("the late searches are %q", late)
	}
	now = now.Add(5 * time.Second)
	found("indexed", litware, `"total":1`)
	if len(late) != 1 {
		t.Errorf("the late searches are %q", late)
	}
	now = now.Add(-5 * time.Second)
	r := httptest.NewRequest("POST", "/crm/v3/objects/companies/search", nil)
	if _, body := s.Ask(1000001, r, []byte(`{"filterGroups":[{"filters":[`+litware+`]}]}`)); !strings.Contains(
		string(body), `"total":1`,
	) {
		t.Errorf("the account itself finds what was just made: %s", body)
	}
	now = now.Add(5 * time.Second)
	write("PATCH", path, `{"properties":{"name":"Litware Inc","city":"Porto"}}`)
	now = now.Add(4 * time.Second)
	found("changed", litware, `"city":null`)
	found("changed, by its new name", strings.Replace(litware, "Litware", "Litware Inc", 1), `"total":0`)
	if code, body := simtest.Send(s, "GET", path, ""); code != 200 || !strings.Contains(body, "Litware Inc") {
		t.Errorf("a read is no search: %d %s", code, body)
	}
	now = now.Add(time.Second)
	found("indexed again", strings.Replace(litware, "Litware", "Litware Inc", 1), `"city":"Porto"`)
	write("DELETE", path, "")
	found("archived", strings.Replace(litware, "Litware", "Litware Inc", 1), `"archived":false`)
	now = now.Add(5 * time.Second)
	found("archived, and indexed", strings.Replace(litware, "Litware", "Litware Inc", 1), `"total":0`)
}

func TestSamplesAreIndexedFromTheStart(t *testing.T) {
	s := simtest.New(t, crmsim.Options{SearchLag: time.Hour})
	if _, err := s.Multiply("contacts", 12); err != nil {
		t.Fatal(err)
	}
	if _, body := simtest.Send(s, "POST", "/crm/v3/objects/contacts/search", `{}`); !strings.Contains(body, `"total":12`) {
		t.Errorf("%s", body)
	}
}
