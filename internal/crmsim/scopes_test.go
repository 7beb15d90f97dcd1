package crmsim_test

import (
	"reflect"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestACallWithoutItsScopeAnswers403(t *testing.T) {
	var refused []crmsim.MissingScopes
	s := simtest.New(t, crmsim.Options{
		Scopes:          []string{"crm.objects.contacts.read", "tickets"},
		Types:           []crmsim.ObjectType{{Name: "car", ID: "2-1"}},
		OnMissingScopes: func(m crmsim.MissingScopes) { refused = append(refused, m) },
	})
	lacks := func(scopes string) string { return `..."context":{"requiredGranularScopes":[` + scopes + `]}` }
	simtest.Check(t, s, []simtest.Exchange{
		{"GET", "/crm/v3/objects/contacts", "", 200, `...{"results":`},
		{"POST", "/crm/v3/objects/0-1/search", `{}`, 200, `..."total":`},
		{"POST", "/crm/v3/objects/contacts/batch/read", `{"inputs":[{"id":"101"}]}`, 200, `...COMPLETE`},
		{"GET", "/crm/v3/objects/notes", "", 200, `...{"results":`},
		{"GET", "/crm/objects/2026-09/tickets", "", 200, `...{"results":`},
		{"GET", "/crm/v3/properties/contacts", "", 200, `...{"results":`},
		{"GET", "/account-info/v3/details", "", 200, `...portalId`},
		{"GET", "/crm/v4/objects/contacts/101/associations/companies", "", 200, `...{"results":`},
		{
			"POST", "/crm/v3/objects/contacts", `{}`, 403,
			`{"status":"error","message":"This app hasn't been granted all required scopes to make this call.",` +
				`"errors":[{"message":"One or more of the following scopes are required.",` +
				`"context":{"requiredGranularScopes":["crm.objects.contacts.write"]}}],"category":"MISSING_SCOPES"}`,
		},
		{"PATCH", "/crm/v3/objects/tasks/1", `{}`, 403, lacks(`"crm.objects.contacts.write"`)},
		{"GET", "/crm/v3/objects/COMPANY/201", "", 403, lacks(`"crm.objects.companies.read"`)},
		{"GET", "/crm/v3/objects/products", "", 403, lacks(`"crm.objects.products.read","e-commerce"`)},
		{"GET", "/crm/v3/objects/2-1", "", 403, lacks(`"crm.objects.custom.read"`)},
		{"POST", "/crm/v3/properties/contacts", `{}`, 403, lacks(`"crm.schemas.contacts.write"`)},
		{
			"PUT", "/crm/v4/objects/contacts/101/associations/default/companies/201", "", 403,
			lacks(`"crm.objects.contacts.write","crm.objects.companies.write"`),
		},
		{"GET", "/crm/v3/owners", "", 403, lacks(`"crm.objects.owners.read"`)},
		{"GET", "/crm/v3/no-such-part", "", 404, `...resource not found`},
		{"GET", "/crm/v3/lists", "", 501, `...lists are not emulated`},
	})
	want := crmsim.MissingScopes{
		PortalID: 1000001, Method: "POST", Path: "/crm/v3/objects/contacts", Scopes: []string{"crm.objects.contacts.write"},
	}
	if len(refused) != 8 || !reflect.DeepEqual(refused[0], want) {
		t.Errorf("%d refusals, the first %+v\nwant 8, the first %+v", len(refused), refused[0], want)
	}
}

func TestAnInstallHasTheScopesThatWereGranted(t *testing.T) {
	s := simtest.New(t, crmsim.Options{
		Scopes: []string{"crm.objects.contacts.read", "crm.objects.companies.read"}, TokenByOAuth: true,
		OAuth: &crmsim.OAuth{
			ClientID: "c", ClientSecret: "s",
			Grants: []crmsim.Grant{{PortalID: 7, Scopes: []string{"crm.objects.companies.read"}, RefreshToken: "r"}},
		},
	})
	w := simtest.SendForm(s, "/oauth/v1/token", "grant_type=refresh_token&refresh_token=r&client_id=c&client_secret=s")
	if w.Code != 200 {
		t.Fatal(w.Code, w.Body)
	}
	for object, want := range map[string]int{"contacts": 403, "companies": 200} {
		if got := simtest.SendAs(s, "access-7-1", "GET", "/crm/v3/objects/"+object, "").Code; got != want {
			t.Errorf("the install reads %s: %d, want %d", object, got, want)
		}
	}
}
