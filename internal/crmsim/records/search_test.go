package records_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const dealSearch = "/crm/v3/objects/deals/search"

// where returns the body of a search with one filter.
func where(property, operator, rest string) string {
	return fmt.Sprintf(`{"filterGroups":[{"filters":[{"propertyName":%q,"operator":%q%s}]}]}`, property, operator, rest)
}

func TestSearchOperators(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	for _, test := range []struct{ body, want string }{
		{`{}`, "301 302 303 304 305 306"},
		{where("dealstage", "EQ", `,"value":"closedwon"`), "301"},
		{where("dealstage", "EQ", `,"value":"CLOSEDWON"`), ""},
		{where("dealname", "EQ", `,"value":"contoso: FLEET rollout"`), "302"},
		{where("amount", "EQ", `,"value":24000.0`), "301"},
		{where("amount", "NEQ", `,"value":"24000"`), "302 303 304 305 306"},
		{where("amount", "GT", `,"value":"12750.5"`), "301 302"},
		{where("amount", "GTE", `,"value":"12750.5"`), "301 302 303"},
		{where("amount", "LT", `,"value":"7800"`), "305"},
		{where("amount", "LTE", `,"value":"7800"`), "304 305"},
		{where("amount", "BETWEEN", `,"value":"7000","highValue":"13000"`), "303 304"},
		{where("amount", "HAS_PROPERTY", ``), "301 302 303 304 305"},
		{where("amount", "NOT_HAS_PROPERTY", ``), "306"},
		{where("closedate", "GT", `,"value":"1796083200000"`), "302 303"},
		{where("closedate", "LTE", `,"value":"2026-09-30"`), "301 305"},
		{where("dealstage", "IN", `,"values":["closedwon","closedlost"]`), "301 305"},
		{where("dealstage", "NOT_IN", `,"values":["closedwon","closedlost"]`), "302 303 304 306"},
		{where("dealname", "IN", `,"values":["contoso: fleet rollout"]`), "302"},
		{where("dealname", "IN", `,"values":["Contoso: Fleet rollout"]`), ""},
		{where("dealname", "NOT_IN", `,"values":["Contoso: Fleet rollout"]`), "301 302 303 304 305 306"},
		{where("dealstage", "CONTAINS_TOKEN", `,"value":"closed*"`), "301 305"},
		{where("dealstage", "CONTAINS_TOKEN", `,"value":"Closed*"`), ""},
		{where("dealname", "CONTAINS_TOKEN", `,"value":"contoso"`), "302 306"},
		{where("dealname", "CONTAINS_TOKEN", `,"value":"*oso"`), "302 306"},
		{where("dealname", "CONTAINS_TOKEN", `,"value":"p*t"`), "303"},
		{where("dealname", "CONTAINS_TOKEN", `,"value":"ontoso"`), ""},
		{where("dealname", "NOT_CONTAINS_TOKEN", `,"value":"contoso"`), "301 303 304 305"},
		{
			`{"filterGroups":[{"filters":[{"propertyName":"pipeline","operator":"EQ","value":"default"},{"propertyName":"amount","operator":"GT","value":"80000"}]},{"filters":[{"propertyName":"dealstage","operator":"EQ","value":"closedlost"}]}]}`,
			"302 305",
		},
		{where("associations.company", "EQ", `,"value":"203"`), "303"},
		{where("associations.0-2", "IN", `,"values":["201","203"]`), "301 303"},
		{`{"filters":[{"propertyName":"associations.company","operator":"EQ","value":"203"}]}`, "303"},
		{`{"query":"conto"}`, "302 306"},
		{`{"query":"rollout contoso"}`, "302"},
		{`{"query":"nothing like it"}`, ""},
		{`{"sorts":["amount"]}`, "305 304 303 301 302 306"},
		{`{"sorts":["-amount"]}`, "302 301 303 304 305 306"},
		{`{"sorts":[{"propertyName":"dealname","direction":"DESCENDING"}]}`, "305 301 303 306 302 304"},
		{`{"limit":2,"after":"4"}`, "305 306"},
		{`{"limit":"2","after":100}`, ""},
	} {
		if got := simtest.ReadPage(t, s, "POST", dealSearch, test.body).IDs(); got != test.want {
			t.Errorf("%s: %q, want %q", test.body, got, test.want)
		}
	}
}

func TestSearchReturnsPagesAndTotal(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	p := simtest.ReadPage(t, s, "POST", dealSearch, `{"limit":4,"properties":["amount"]}`)
	if p.Total != 6 || len(p.Results) != 4 || p.Paging == nil || p.Paging.Next.After != "4" {
		t.Errorf("%+v", p)
	}
	simtest.Send(s, "DELETE", "/crm/v3/objects/deals/301", "")
	if p := simtest.ReadPage(t, s, "POST", dealSearch, `{}`); p.Total != 5 {
		t.Errorf("a search returns archived records: %+v", p)
	}
	for i := range 30 {
		simtest.Send(s, "POST", "/crm/v3/objects/deals", fmt.Sprintf(`{"properties":{"dealname":"d%d","dealstage":"closedwon"}}`, i))
	}
	if p := simtest.ReadPage(t, s, "POST", dealSearch, `{}`); len(p.Results) != 10 {
		t.Errorf("the default page has %d", len(p.Results))
	}
}

func TestSearchRejectsInvalidRequests(t *testing.T) {
	filters := func(n int) string {
		return `{"filters":[` + strings.TrimSuffix(
			strings.Repeat(`{"propertyName":"amount","operator":"HAS_PROPERTY"},`, n), ",",
		) + `]}`
	}
	groups := func(sizes ...int) string {
		var all []string
		for _, n := range sizes {
			all = append(all, filters(n))
		}
		return `{"filterGroups":[` + strings.Join(all, ",") + `]}`
	}
	bad := func(body, want string) simtest.Exchange {
		return simtest.Exchange{"POST", dealSearch, body, 400, "..." + want}
	}
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", dealSearch, `{"limit":200,"after":"9800"}`, 200, `...{"results":[],"total":6}`},
		bad(`{"limit":201}`, `from 1 to 200`),
		bad(`{"limit":0}`, `from 1 to 200`),
		bad(`{"limit":200,"after":"9801"}`, `more than 10000 results`),
		bad(`{"limit":1,"after":"9223372036854775807"}`, `more than 10000 results`),
		bad(`{"after":"x"}`, `not a cursor`),
		bad(where("associations.widget", "EQ", `,"value":"1"`), `PROPERTY_DOESNT_EXIST`),
		bad(where("associations.contact", "GT", `,"value":"1"`), `takes the operator EQ with a value`),
		{"POST", dealSearch, groups(6, 6, 6), 200, `..."total":5`},
		{"POST", dealSearch, groups(1, 1, 1, 1, 1), 200, `..."total":5`},
		bad(groups(6, 6, 6, 1), `at most 18 filters`),
		bad(groups(7), `at most 6 filters`),
		bad(groups(1, 1, 1, 1, 1, 1), `at most 5 filterGroups`),
		bad(`{"sorts":["amount","dealname"]}`, `at most 1 sort`),
		bad(`{"sorts":["no_such"]}`, `PROPERTY_DOESNT_EXIST`),
		bad(`{"sorts":[{"propertyName":"amount","direction":"DOWN"}]}`, `direction \"DOWN\" is not one of`),
		bad(`{"filters":[{"propertyName":"no_such","operator":"EQ","value":"1"}]}`, `PROPERTY_DOESNT_EXIST`),
		bad(`{"query":"`+strings.Repeat("é", 3000)+`"}`, `at most 3000 characters`),
		bad(where("no_such", "EQ", `,"value":"1"`), `PROPERTY_DOESNT_EXIST`),
		bad(where("amount", "LIKE", `,"value":"1"`), `operator \"LIKE\" is not one of`),
		bad(where("amount", "EQ", ``), `requires a value`),
		bad(where("amount", "EQ", `,"value":null`), `requires a value`),
		bad(where("amount", "BETWEEN", `,"value":"1"`), `requires a value`),
		bad(where("amount", "IN", `,"value":"1"`), `requires values`),
		bad(where("amount", "GT", `,"value":"many"`), `is not a number`),
		bad(where("amount", "NOT_HAS_PROPERTY", `,"value":"1"`), `takes no value`),
		bad(`{"filterGroups":{}}`, `Invalid input JSON on line 1`),
		bad(`[]`, `Invalid input JSON on line 1, column 1: an object is expected, not: array`),
	})
}

func TestSearchCannotFilterByAssociationsWithCustomTypes(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Types: []crmsim.ObjectType{{Name: "invoices", Singular: "invoice", ID: "2-1"}}})
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", dealSearch, where("associations.invoices", "EQ", `,"value":"1"`), 400, `...PROPERTY_DOESNT_EXIST`},
		{"POST", dealSearch, where("associations.2-1", "EQ", `,"value":"1"`), 400, `...PROPERTY_DOESNT_EXIST`},
	})
}
