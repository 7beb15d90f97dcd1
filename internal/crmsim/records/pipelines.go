package records

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// accountCreated is when the emulated account, its owners and its pipelines were created.
const accountCreated = "2025-01-01T00:00:00.000Z"

// standard has the labels and metadata of the pipelines and stages that every account has, by id.
var standard = map[string]struct {
	label    string
	metadata map[string]string
}{
	"default":               {"Sales Pipeline", nil},
	"appointmentscheduled":  {"Appointment Scheduled", dealStage("0.2")},
	"qualifiedtobuy":        {"Qualified To Buy", dealStage("0.4")},
	"presentationscheduled": {"Presentation Scheduled", dealStage("0.6")},
	"decisionmakerboughtin": {"Decision Maker Bought-In", dealStage("0.8")},
	"contractsent":          {"Contract Sent", dealStage("0.9")},
	"closedwon":             {"Closed Won", dealStage("1.0")},
	"closedlost":            {"Closed Lost", dealStage("0.0")},

	"0": {"Support Pipeline", nil},
	"1": {"New", ticketStage("OPEN")},
	"2": {"Waiting on contact", ticketStage("OPEN")},
	"3": {"Waiting on us", ticketStage("OPEN")},
	"4": {"Closed", ticketStage("CLOSED")},
}

func dealStage(probability string) map[string]string {
	closed := "false"
	if probability == "1.0" || probability == "0.0" {
		closed = "true"
	}
	return map[string]string{"isClosed": closed, "probability": probability}
}

func ticketStage(state string) map[string]string { return map[string]string{"ticketState": state} }

// stage is a stage of a pipeline, as the API shows it.
type stage struct {
	ID           string            `json:"id"`
	Label        string            `json:"label"`
	DisplayOrder int               `json:"displayOrder"`
	Metadata     map[string]string `json:"metadata"`
	CreatedAt    string            `json:"createdAt"`
	UpdatedAt    string            `json:"updatedAt"`
	Archived     bool              `json:"archived"`
	Permissions  string            `json:"writePermissions"`
}

// pipeline is a pipeline with its stages.
type pipeline struct {
	ID           string  `json:"id"`
	Label        string  `json:"label"`
	DisplayOrder int     `json:"displayOrder"`
	Stages       []stage `json:"stages"`
	CreatedAt    string  `json:"createdAt"`
	UpdatedAt    string  `json:"updatedAt"`
	Archived     bool    `json:"archived"`
}

// pipelines returns the pipelines of an object type: the options of its pipeline property. The schema of a portal does
// not tell which pipeline has which stages, so each one has all of them.
func pipelines(kind *account.ObjectType) []pipeline {
	found := []pipeline{}
	for _, name := range kind.PropertyNames(false) {
		stages, known := kind.Properties[name+"_stage"]
		if name == "pipeline" {
			stages, known = kind.Properties["dealstage"]
		}
		if !known || !strings.HasSuffix(name, "pipeline") {
			continue
		}
		for i, id := range kind.Properties[name].Options {
			found = append(found, pipeline{
				ID: id, Label: labelOf(id), DisplayOrder: i, Stages: stagesOf(stages), CreatedAt: accountCreated,
				UpdatedAt: accountCreated,
			})
		}
	}
	return found
}

// stagesOf returns the stages that are the options of a property.
func stagesOf(p account.Property) []stage {
	found := []stage{}
	for i, id := range p.Options {
		metadata := standard[id].metadata
		if metadata == nil {
			metadata = map[string]string{}
		}
		found = append(found, stage{
			ID: id, Label: labelOf(id), DisplayOrder: i, Metadata: metadata, CreatedAt: accountCreated,
			UpdatedAt: accountCreated, Permissions: "CRM_PERMISSIONS_ENFORCEMENT",
		})
	}
	return found
}

func labelOf(id string) string { return cmp.Or(standard[id].label, account.Label(id)) }

func (a *API) listPipelines(_ *api.Call, t *account.Table) (int, any, *api.Error) {
	return http.StatusOK, map[string]any{"results": pipelines(t.Type)}, nil
}

func (a *API) getPipeline(c *api.Call, t *account.Table) (int, any, *api.Error) {
	p, err := findPipeline(c, t)
	return http.StatusOK, p, err
}

func (a *API) listStages(c *api.Call, t *account.Table) (int, any, *api.Error) {
	p, err := findPipeline(c, t)
	return http.StatusOK, map[string]any{"results": p.Stages}, err
}

func (a *API) getStage(c *api.Call, t *account.Table) (int, any, *api.Error) {
	p, err := findPipeline(c, t)
	if err != nil {
		return 0, nil, err
	}
	id := c.PathValue("stage")
	at := slices.IndexFunc(p.Stages, func(s stage) bool { return s.ID == id })
	if at < 0 {
		return 0, nil, api.NotFound("The stage %s does not exist in the pipeline %s", id, p.ID)
	}
	return http.StatusOK, p.Stages[at], nil
}

// findPipeline returns the pipeline that the path names.
func findPipeline(c *api.Call, t *account.Table) (pipeline, *api.Error) {
	id, all := c.PathValue("pipeline"), pipelines(t.Type)
	at := slices.IndexFunc(all, func(p pipeline) bool { return p.ID == id })
	if at < 0 {
		return pipeline{}, api.NotFound("The pipeline %s does not exist among those of %s", id, t.Type.Name)
	}
	return all[at], nil
}
