package records_test

import (
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestOwnersAreListedInPages(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{
			"GET", "/crm/v3/owners/71", "", 200,
			`{"id":"71","email":"dev@example.com","type":"PERSON","firstName":"First","lastName":"Owner","userId":1,"userIdIncludingInactive":1,"createdAt":"2025-01-01T00:00:00.000Z","updatedAt":"2025-01-01T00:00:00.000Z","archived":false}`,
		},
		{"GET", "/crm/v3/owners/2?idProperty=userId", "", 200, `..."id":"72"`},
		{"GET", "/crm/v3/owners/2", "", 404, `...The owner 2 does not exist`},
		{"GET", "/crm/owners/2026-09?limit=1", "", 200, `..."after":"72"`},
		{"GET", "/crm/v3/owners?after=72", "", 200, `...{"results":[{"id":"72"`},
		{"GET", "/crm/v3/owners?email=Dev%40example.com", "", 200, `...{"results":[{"id":"71"`},
		{"GET", "/crm/v3/owners?archived=true", "", 200, `{"results":[]}`},
		{"GET", "/crm/v3/owners?limit=501", "", 400, `...from 1 to 500`},
		{"POST", "/crm/v3/owners", `{}`, 405, `...`},
	})
}

func TestPipelinesHaveTheStagesOfTheirProperty(t *testing.T) {
	stage := `{"id":"closedwon","label":"Closed Won","displayOrder":5,"metadata":{"isClosed":"true","probability":"1.0"},"createdAt":"2025-01-01T00:00:00.000Z","updatedAt":"2025-01-01T00:00:00.000Z","archived":false,"writePermissions":"CRM_PERMISSIONS_ENFORCEMENT"}`
	simtest.Check(t, simtest.New(t, crmsim.Options{PropertyPrefix: "hs_"}), []simtest.Exchange{
		{"GET", "/crm/v3/pipelines/deals", "", 200, `...{"results":[{"id":"default","label":"Sales Pipeline","displayOrder":0,"stages":[`},
		{"GET", "/crm/v3/pipelines/deals/default/stages/closedwon", "", 200, stage},
		{"GET", "/crm/pipelines/2026-09/tickets/0", "", 200, `..."label":"Waiting on us"`},
		{"GET", "/crm/v3/pipelines/tickets/0/stages", "", 200, `...{"results":[{"id":"1","label":"New"`},
		{"GET", "/crm/v3/pipelines/tickets/0/stages/5", "", 404, `...The stage 5 does not exist in the pipeline 0`},
		{"GET", "/crm/v3/pipelines/tickets/1", "", 404, `...The pipeline 1 does not exist`},
		{"GET", "/crm/v3/pipelines/contacts", "", 200, `{"results":[]}`},
		{"POST", "/crm/v3/pipelines/deals", `{}`, 501, `...changes of pipelines are not emulated`},
	})
}
