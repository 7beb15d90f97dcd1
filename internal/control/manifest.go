package control

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/appsvc/svc/internal/apiclient"
)

// DeclaredSync is a sync as the project declares it.
type DeclaredSync struct {
	SyncName
	Label string
	// Schedule is the declared text. Source is "" for a sync with only a handler.
	Schedule, Source, Into string
}

// DeclaredSyncs returns the syncs of the project, in the order of its manifest.
func (c *Client) DeclaredSyncs(ctx context.Context) ([]DeclaredSync, error) {
	var manifest struct {
		SchemaVersion int `json:"schemaVersion"`
		Workers       []struct {
			Name         string `json:"name"`
			Capabilities []struct {
				Kind, ID, Label, Source, Into string
				Schedule                      struct{ Expression string }
			} `json:"capabilities"`
		} `json:"workers"`
	}
	err := c.send(ctx, http.MethodGet, "/_svc/manifest", nil, func(r apiclient.Response) error {
		if r.Status != http.StatusOK {
			return c.read(r.Status, r.Body, &struct{}{})
		}
		if err := json.Unmarshal(r.Body, &manifest); err != nil || manifest.SchemaVersion != 1 {
			return c.unreachable("this version of svc does not know the form of its manifest", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	declared := []DeclaredSync{}
	for _, worker := range manifest.Workers {
		for _, one := range worker.Capabilities {
			if one.Kind == "sync" {
				declared = append(declared, DeclaredSync{
					SyncName: SyncName{worker.Name, one.ID}, Label: one.Label,
					Schedule: one.Schedule.Expression, Source: one.Source, Into: one.Into,
				})
			}
		}
	}
	return declared, nil
}
