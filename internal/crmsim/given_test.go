package crmsim_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/internal/crmsim"
)

func givenSim(t *testing.T) *crmsim.Sim {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC) }
	s, err := crmsim.New(crmsim.Options{Clock: crmsim.RealClock(now), Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestAnExportReplacesTheRecordsOfAnotherAccount(t *testing.T) {
	from, to := givenSim(t), givenSim(t)
	given := map[string][]crmsim.Given{
		"companies": {
			{ID: "9", Properties: map[string]string{"name": "Nine", "createdate": "2025-01-02T00:00:00Z"}},
			{ID: "7", Properties: map[string]string{"name": "Seven"}},
		},
		"contacts": {{
			ID: "8", Properties: map[string]string{"email": "A@Example.com"},
			Associations: []crmsim.GivenLink{{To: "companies/7", Label: "Primary"}, {To: "companies/9"}},
		}},
		"deals": {},
	}
	if err := from.Replace(1000001, given); err != nil {
		t.Fatal(err)
	}
	exported := from.Export(1000001)
	if err := to.Replace(1000001, exported); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(exported, to.Export(1000001)); diff != "" {
		t.Error(diff)
	}
	if n := len(exported["deals"]) + len(exported["companies"]) + len(exported["contacts"]); n != 3 {
		t.Errorf("%d records: %v", n, exported)
	}
	seven, err := to.Find("company", "7")
	if err != nil || seven.Properties["createdate"] != "2026-01-05T09:00:00Z" && seven.Properties["createdate"] == "" {
		t.Errorf("%+v, %v", seven, err)
	}
	if tickets, _ := json.Marshal(exported["tickets"]); len(exported["tickets"]) == 0 {
		t.Errorf("a type that was not given has lost its samples: %s", tickets)
	}
	if again, err := to.Multiply("company", 3); err != nil || again[2].ID <= "9" && len(again[2].ID) == 1 {
		t.Errorf("a new record has the id %+v, %v", again, err)
	}
}

func TestReplaceRefusesRecordsThatTheAccountCannotHave(t *testing.T) {
	record := func(id, name, value string) crmsim.Given {
		return crmsim.Given{ID: id, Properties: map[string]string{name: value}}
	}
	linked := func(to, label string) crmsim.Given {
		return crmsim.Given{ID: "1", Associations: []crmsim.GivenLink{{To: to, Label: label}}}
	}
	for want, given := range map[string]map[string][]crmsim.Given{
		`records of "contcts": the emulated CRM has no object type "contcts"`:    {"contcts": nil},
		`record 2 of "contacts": the id "01" is used twice`:                      {"contacts": {{ID: "1"}, {ID: "01"}}},
		`record 1 of "contacts": invalid id "x": expected a whole number from 1`: {"contacts": {{ID: "x"}}},
		`record 1 of "contacts": contacts have no property "nme"`:                {"contacts": {record("1", "nme", "x")}},
		`record 1 of "deals": property "amount": much was not a valid number.`:   {"deals": {record("1", "amount", "much")}},
		`record 2 of "contacts": record 1 has the value "a@b.example" of "email", too`: {
			"contacts": {record("1", "email", "a@b.example"), record("2", "email", "a@b.example")},
		},
		`record 1 of "contacts": association to "companies/5": the emulated CRM has no such record`: {
			"contacts": {linked("companies/5", "")},
		},
		`record 1 of "contacts": association to "companies/201": unknown label "Prmary"`: {
			"contacts": {linked("companies/201", "Prmary")},
		},
	} {
		err := givenSim(t).Replace(1000001, given)
		var wrong *crmsim.GivenError
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
