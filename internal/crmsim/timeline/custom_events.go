package timeline

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// Limits of one occurrence of a custom event, from the platform's documentation:
// https://developers.hubspot.com/docs/api-reference/legacy/events/send-event-data/guide.
const (
	maxCustomProperties = 50
	maxCustomValue      = 256   // characters
	maxCustomURL        = 1_024 // characters of a URL or referrer
)

// customInput is an occurrence of a custom event in a request.
type customInput struct {
	EventName  string          `json:"eventName"`
	ObjectID   api.LooseNumber `json:"objectId"`
	Email      string          `json:"email"`
	Utk        string          `json:"utk"`
	OccurredAt string          `json:"occurredAt"`
	UUID       string          `json:"uuid"`
	Properties map[string]any  `json:"properties"`
}

// checkCustom returns the occurrence that the input describes.
func (a *API) checkCustom(c *api.Call, in customInput) (Occurrence, *api.Error) {
	if in.EventName == "" {
		return Occurrence{}, api.MissingFields("eventName")
	}
	kind := a.find(func(e EventType) bool { return e.Custom && e.FullName == in.EventName })
	if kind == nil {
		return Occurrence{}, api.Invalid(
			"Unknown custom event %q; it is named in full, as pe%d_login", in.EventName, c.Caller.PortalID,
		)
	}
	if err := in.checkLimits(); err != nil {
		return Occurrence{}, err
	}
	event := Occurrence{ID: in.UUID, EventTypeName: kind.FullName, Email: in.Email, Utk: in.Utk, Timestamp: in.OccurredAt}
	return kind.check(c, occurrenceInput{Occurrence: event, ObjectID: in.ObjectID, Properties: in.Properties})
}

func (in customInput) checkLimits() *api.Error {
	if len(in.Properties) > maxCustomProperties {
		return api.Invalid("An event has at most %d properties; this one has %d", maxCustomProperties, len(in.Properties))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Properties)) {
		limit := maxCustomValue
		if strings.HasSuffix(name, "url") || strings.HasSuffix(name, "referrer") {
			limit = maxCustomURL
		}
		if text, isText := in.Properties[name].(string); isText && utf8.RuneCountInString(text) > limit {
			return api.Invalid("The value of the event property %q has more than %d characters", name, limit)
		}
	}
	return nil
}

func (a *API) sendCustomEvent(c *api.Call) (int, any, *api.Error) {
	var in customInput
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	event, err := a.checkCustom(c, in)
	if err != nil {
		return 0, nil, err
	}
	a.Occurrences = append(a.Occurrences, event)
	return http.StatusNoContent, nil, nil
}

// sendCustomEvents stores all occurrences or none, because the response cannot identify failed rows.
func (a *API) sendCustomEvents(c *api.Call) (int, any, *api.Error) {
	rows, err := api.DecodeRows[customInput](c, maxOccurrences)
	if err != nil {
		return 0, nil, err
	}
	var all []Occurrence
	for n, row := range rows {
		event, err := a.checkCustom(c, row)
		if err != nil {
			err.Message = fmt.Sprintf("inputs[%d]: %s", n, err.Message)
			return 0, nil, err
		}
		all = append(all, event)
	}
	a.Occurrences = append(a.Occurrences, all...)
	return http.StatusNoContent, nil, nil
}
