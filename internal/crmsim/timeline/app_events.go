package timeline

import (
	"encoding/json"
	"maps"
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// maxOccurrences is the number of occurrences of one call (spec, Limits).
const maxOccurrences = 500

// Sizes in bytes of one occurrence of an app event, from the platform's documentation:
// https://developers.hubspot.com/docs/guides/api/crm/extensions/timeline.
const (
	maxOccurrenceID = 500
	maxOccurrence   = 1 << 20
)

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

// check returns the occurrence of a row and the key that no other occurrence has.
func (a *API) check(c *api.Call, in occurrenceInput) (Occurrence, [2]string, *api.Error) {
	kind := a.appType(in.EventTypeName)
	if kind == nil || c.RefusesEventUIDs && in.EventTypeName != kind.FullName {
		return Occurrence{}, [2]string{}, api.Invalid("Unknown event type %q", in.EventTypeName)
	}
	event, err := kind.check(c, in)
	if err == nil {
		err = event.checkSize()
	}
	return event, [2]string{kind.FullName, in.ID}, err
}

// checkSize rejects an occurrence that is too large.
func (o Occurrence) checkSize() *api.Error {
	if len(o.ID) > maxOccurrenceID {
		return api.Invalid("The id of an occurrence has %d bytes: it has at most %d", len(o.ID), maxOccurrenceID)
	}
	text, err := json.Marshal(o)
	if err == nil && len(text) > maxOccurrence {
		return api.Invalid("The occurrence %q has %d bytes: it has at most %d", o.ID, len(text), maxOccurrence)
	}
	return nil // an error is impossible: the members were read from JSON
}

// add stores occurrences, or none of them if one is invalid or exists already.
func (a *API) add(c *api.Call, rows []occurrenceInput) ([]Occurrence, *api.Error) {
	events, added := []Occurrence(nil), map[[2]string]bool{}
	for _, row := range rows {
		event, key, err := a.check(c, row)
		if err != nil {
			return nil, err
		}
		if a.seen[key] || added[key] {
			return nil, api.Conflict("An occurrence of %q with the id %q exists already", row.EventTypeName, row.ID)
		}
		added[key] = true
		events = append(events, event)
	}
	maps.Copy(a.seen, added)
	a.Occurrences = append(a.Occurrences, events...)
	return events, nil
}

func (a *API) sendEvent(c *api.Call) (int, any, *api.Error) {
	var in occurrenceInput
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if err := in.checkFields(); err != nil {
		return 0, nil, err
	}
	added, err := a.add(c, []occurrenceInput{in})
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, added[0], nil
}

// sendEvents stores several occurrences. One that is invalid or exists already fails all of them, as on the platform.
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
	added, err := a.add(c, rows)
	if err != nil {
		return 0, nil, err
	}
	var done api.BatchResult
	for _, event := range added {
		done.Add(event, nil, nil)
	}
	return done.Answer(c, http.StatusOK)
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
