// This file asks an app worker what its project declares.

package control

import (
	"context"
	"encoding/json"
	"net/http"
)

// DeclaredSync is a sync as the project declares it.
type DeclaredSync struct {
	SyncName
	Label string
	// Schedule is as it was written; Source is "" for a sync that has a handler alone.
	Schedule, Source, Into string
}

// DeclaredSyncs are the syncs of the project, in the order of its manifest.
func (c *Client) DeclaredSyncs(ctx context.Context) ([]DeclaredSync, error) {
	status, text, err := c.send(ctx, http.MethodGet, "/_svc/manifest", nil)
	if err != nil {
		return nil, err
	}
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
	if status != http.StatusOK {
		return nil, c.read(status, text, &struct{}{})
	}
	if err := json.Unmarshal(text, &manifest); err != nil || manifest.SchemaVersion != 1 {
		return nil, c.unreachable("its manifest has another shape than this version of svc knows", err)
	}
	declared := []DeclaredSync{}
	for _, worker := range manifest.Workers {
		for _, one := range worker.Capabilities {
			if one.Kind == "sync" {
				declared = append(declared, DeclaredSync{
					SyncName: SyncName{
						worker.Name, one.ID,
					}, Label: one.Label, Schedule: one.Schedule.Expression, Source: one.Source, Into: one.Into,
				})
			}
		}
	}
	return declared, nil
}
