package timeline

import (
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// maxOccurrences is the number of occurrences of one call (spec, Limits).
const maxOccurrences = 500

// occurrenceInput is an occurrence in a request.
type occurrenceInput struct {
	Occurrence
	ObjectID   api.LooseNumber `json:"objectId"`
	Properties map[string]any  `json:"properties"`
}

func (in occurrenceInput) checkFields() *api.Error {
	var missing []string
	if in.EventTypeName == "" {
		missing = append(missing, "eventTypeName")
	}
	if in.ID == "" {
		missing = append(missing, "id")
	}
	if in.Properties == nil {
		missing = append(missing, "properties")
	}
	if missing != nil {
		return api.MissingFields(missing...)
	}
	return nil
}

// add stores an occurrence.
func (a *API) add(c *api.Call, in occurrenceInput) (any, *api.Error) {
	kind := a.appType(in.EventTypeName)
	if kind == nil || c.RefusesEventUIDs && in.EventTypeName != kind.FullName {
		return nil, api.Invalid("Unknown event type %q", in.EventTypeName)
	}
	event, err := kind.check(c, in)
	if err != nil {
		return nil, err
	}
	key := [2]string{kind.FullName, in.ID}
	if a.seen[key] {
		return nil, api.Conflict("An occurrence of %q with the id %q exists already", in.EventTypeName, in.ID)
	}
	a.seen[key] = true
	a.Occurrences = append(a.Occurrences, event)
	return event, nil
}

func (a *API) sendEvent(c *api.Call) (int, any, *api.Error) {
	var in occurrenceInput
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if err := in.checkFields(); err != nil {
		return 0, nil, err
	}
	view, err := a.add(c, in)
	return http.StatusCreated, view, err
}

// sendEvents stores several occurrences. An invalid row does not fail the others, nor change the status.
func (a *API) sendEvents(c *api.Call) (int, any, *api.Error) {
	rows, err := api.DecodeRows[occurrenceInput](c, maxOccurrences)
	if err != nil {
		return 0, nil, err
	}
	for _, row := range rows {
		if err := row.checkFields(); err != nil {
			return 0, nil, err
		}
	}
	var done api.BatchResult
	for _, row := range rows {
		view, err := a.add(c, row)
		done.Add(view, err, map[string][]string{"id": {row.ID}})
	}
	_, body, err := done.Answer(c, http.StatusOK)
	return http.StatusOK, body, err
}

// resolveType answers with the account's name for an event type of a project.
func (a *API) resolveType(c *api.Call) (int, any, *api.Error) {
	var in struct{ DeveloperSymbol, ProjectName string }
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if in.DeveloperSymbol == "" || in.ProjectName == "" {
		return 0, nil, api.MissingFields("developerSymbol", "projectName")
	}
	kind := a.appType(in.DeveloperSymbol)
	if kind == nil {
		return 0, nil, api.NotFound("Unknown event type %q in the project %q", in.DeveloperSymbol, in.ProjectName)
	}
	return http.StatusOK, map[string]any{
		"developerQualifiedSymbol": map[string]any{"developerSymbol": in.DeveloperSymbol, "projectName": in.ProjectName},
		"fullyQualifiedName":       kind.FullName,
	}, nil
}
