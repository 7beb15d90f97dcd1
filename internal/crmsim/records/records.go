// Package records serves the records of the emulated CRM: reads, writes, batches, searches and merges, and the
// properties of object types, with their pipelines and the owners of records.
package records

import (
	"time"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// API serves the records of one account.
type API struct {
	Account *account.Account
	Clock   api.Clock
	// SearchLag is how long the search index takes to reflect a write.
	SearchLag time.Duration
	// OnLateSearch receives the object type of each search that would find more records without SearchLag, and how many
	// more. It may be nil.
	OnLateSearch func(objectType string, missed int)
}

// Routes returns the routes of the package.
func (a *API) Routes() api.Routes {
	return api.Routes{
		"GET /crm/v3/objects/{type}":                a.onTable(a.list),
		"POST /crm/v3/objects/{type}":               a.onTable(a.create),
		"GET /crm/v3/objects/{type}/{id}":           a.onTable(a.get),
		"PATCH /crm/v3/objects/{type}/{id}":         a.onTable(a.update),
		"DELETE /crm/v3/objects/{type}/{id}":        a.onTable(a.archive),
		"POST /crm/v3/objects/{type}/search":        a.onTable(a.search),
		"POST /crm/v3/objects/{type}/merge":         a.onTable(a.merge),
		"POST /crm/v3/objects/{type}/batch/read":    a.onTable(a.readBatch),
		"POST /crm/v3/objects/{type}/batch/create":  a.onTable(a.writeBatch(createBatch)),
		"POST /crm/v3/objects/{type}/batch/update":  a.onTable(a.writeBatch(updateBatch)),
		"POST /crm/v3/objects/{type}/batch/upsert":  a.onTable(a.writeBatch(upsertBatch)),
		"POST /crm/v3/objects/{type}/batch/archive": a.onTable(a.archiveBatch),

		"GET /crm/v3/schemas":        a.listSchemas,
		"GET /crm/v3/schemas/{type}": a.onTable(a.showSchema),
		"GET /crm/v3/owners":         a.listOwners,
		"GET /crm/v3/owners/{owner}": a.getOwner,

		"GET /crm/v3/pipelines/{type}":                           a.onTable(a.listPipelines),
		"GET /crm/v3/pipelines/{type}/{pipeline}":                a.onTable(a.getPipeline),
		"GET /crm/v3/pipelines/{type}/{pipeline}/stages":         a.onTable(a.listStages),
		"GET /crm/v3/pipelines/{type}/{pipeline}/stages/{stage}": a.onTable(a.getStage),

		"GET /crm/v3/properties/{type}":                   a.onTable(a.listProperties),
		"POST /crm/v3/properties/{type}":                  a.onTable(a.createProperty),
		"GET /crm/v3/properties/{type}/{property}":        a.onTable(a.getProperty),
		"PATCH /crm/v3/properties/{type}/{property}":      a.onTable(a.updateProperty),
		"DELETE /crm/v3/properties/{type}/{property}":     a.onTable(a.archiveProperty),
		"POST /crm/v3/properties/{type}/batch/read":       a.onTable(a.readProperties),
		"POST /crm/v3/properties/{type}/batch/create":     a.onTable(a.createProperties),
		"POST /crm/v3/properties/{type}/batch/archive":    a.onTable(a.archiveProperties),
		"GET /crm/v3/properties/{type}/groups":            a.onTable(a.listGroups),
		"POST /crm/v3/properties/{type}/groups":           a.onTable(a.createGroup),
		"GET /crm/v3/properties/{type}/groups/{group}":    a.onTable(a.getGroup),
		"PATCH /crm/v3/properties/{type}/groups/{group}":  a.onTable(a.updateGroup),
		"DELETE /crm/v3/properties/{type}/groups/{group}": a.onTable(a.archiveGroup),
	}
}

// tableHandler answers a call about the records of one object type.
type tableHandler func(*api.Call, *account.Table) (int, any, *api.Error)

// onTable returns a handler for the object type that the path names.
func (a *API) onTable(run tableHandler) api.Handler {
	return func(c *api.Call) (int, any, *api.Error) {
		t, err := a.Account.Table(c.PathValue("type"))
		if err != nil {
			return 0, nil, err
		}
		return run(c, t)
	}
}
