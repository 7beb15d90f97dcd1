package cards

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/devserver/host"
)

func TestChoicesAreThoseOfTheCard(t *testing.T) {
	p := preview(t, &network{t: t}, &network{t: t})
	for _, wanted := range []string{`{}`, `{"portal":7,"objectType":"deals","record":"x"}`, `{"objectType":"contacts"}`} {
		status, answer := post(t, p, "choices", wanted)
		text, err := json.Marshal(answer)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %v", wanted, status, answer)
		}
		for _, want := range []string{
			`"objectTypes":["contacts"]`, `{"id":"101","name":"Maria Santos"}`, `"portals":[{"id":1000001,`,
		} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: no %s in %s", wanted, want, text)
			}
		}
	}
}

func TestContextIsThatOfTheSubject(t *testing.T) {
	p := preview(t, &network{t: t}, &network{t: t})
	document := `{"subject":{"portal":1000001,"objectType":"contacts","record":"102"}}`
	status, answer := post(t, p, "context", document)
	context, _ := answer["context"].(map[string]any)
	crm, _ := context["crm"].(map[string]any)
	if status != http.StatusOK || context["location"] != "crm.record.tab" || crm["objectId"] != 102.0 ||
		crm["objectTypeId"] != "0-1" {
		t.Errorf("%d %v", status, answer)
	}
}

func TestHooksReadPagesOfTheEmulatedCRM(t *testing.T) {
	p := preview(t, &network{t: t}, &network{t: t})
	const subject = `"subject":{"portal":1000001,"objectType":"contacts","record":"101"}`
	status, all := post(t, p, "properties", `{`+subject+`,"names":["*"]}`)
	if status != http.StatusOK || len(all) < 10 || all["firstname"] != "Maria" {
		t.Errorf("all properties: %d %v", status, all)
	}
	var seen []float64
	after := ""
	for range 2 {
		request := `{` + subject + `,"request":{"objectType":"contacts","pageLength":2,"after":"` + after + `"}}`
		status, page := post(t, p, "search", request)
		if status != http.StatusOK || page["hasMore"] != true {
			t.Fatalf("search: %d %v", status, page)
		}
		for _, result := range page["results"].([]any) {
			seen = append(seen, result.(map[string]any)["objectId"].(float64))
		}
		after, _ = page["after"].(string)
	}
	if !slices.Equal(seen[:3], []float64{101, 102, 103}) || len(seen) != 4 {
		t.Errorf("search found %v", seen)
	}
	status, page := post(t, p, "associations", `{`+subject+`,"request":{"toObjectType":"companies","properties":["name"]}}`)
	if results, _ := page["results"].([]any); status != http.StatusOK || len(results) != 1 || page["nextOffset"] != 1.0 {
		t.Errorf("associations: %d %v", status, page)
	}
	status, answer := post(t, p, "api", `{`+subject+`,"request":{"path":"/crm/v3/objects/contacts/101","method":"GET"}}`)
	if body, _ := answer["body"].(map[string]any); status != http.StatusOK || body["id"] != "101" {
		t.Errorf("api: %d %v", status, answer)
	}
}

func TestHostileSubjectsAndRequestsAreErrors(t *testing.T) {
	p := preview(t, &network{t: t}, &network{t: t})
	for _, one := range []struct{ route, document string }{
		{"context", `{"subject":{"objectType":"../contacts"}}`},
		{"context", `[]`},
		{"properties", `{"subject":{"objectType":"contacts","record":"../../deals/1"},"names":["a"]}`},
		{"properties", `{"subject":{"objectType":"contacts/101?x=","record":"1"},"names":[]}`},
		{"properties", `{"names":"a"}`},
		{"search", `{"request":{"objectType":"nothing"}}`},
		{"search", `{"request":{"objectType":"contacts","pageLength":-1}}`},
		{"search", `{"request":{"objectType":"contacts","filterGroups":[1]}}`},
		{"associations", `{"subject":{"objectType":"contacts","record":"101"},"request":{"toObjectType":"","offset":-5}}`},
		{"api", `{"request":{"path":"https://evil.example/","method":"GET"}}`},
		{"api", `{"request":{"path":"//evil.example/crm","method":"GET"}}`},
		{"api", `{"request":{"path":"/crm/v3/objects/contacts","method":"CONNECT"}}`},
		{"iframe", `{"url":"javascript:alert(1)"}`},
	} {
		status, answer := post(t, p, one.route, one.document)
		if message, _ := answer["message"].(string); status != http.StatusUnprocessableEntity || message == "" {
			t.Errorf("%s %s: %d %v", one.route, one.document, status, answer)
		}
	}
}

func TestNoRouteReadsARealAccount(t *testing.T) {
	outside := &network{t: t}
	p := previewWith(t, host.CRMLive, outside, &network{t: t})
	const subject = `{"portal":1000001,"objectType":"contacts","record":"101"}`
	for route, document := range map[string]string{
		"choices": `{}`, "context": `{"subject":` + subject + `}`,
		"properties":   `{"subject":` + subject + `,"names":["email"]}`,
		"search":       `{"subject":` + subject + `,"request":{"objectType":"contacts"}}`,
		"associations": `{"subject":` + subject + `,"request":{"toObjectType":"companies"}}`,
		"api":          `{"subject":` + subject + `,"request":{"method":"GET","path":"/crm/v3/objects/contacts"}}`,
	} {
		status, answer := post(t, p, route, document)
		if status != http.StatusUnprocessableEntity || answer["message"] != errLive.Error() {
			t.Errorf("%s: %d %v", route, status, answer)
		}
	}
	if len(outside.requests) != 0 {
		t.Errorf("%d requests were sent", len(outside.requests))
	}
}
