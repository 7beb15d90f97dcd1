// This file takes occurrences of the account's custom events, which are no part of any app.

package crmsim

import (
	"fmt"
	"net/http"
)

// completionInput is an occurrence of a custom event as a request has it.
type completionInput struct {
	EventName  string         `json:"eventName"`
	ObjectID   looseNumber    `json:"objectId"`
	Email      string         `json:"email"`
	Utk        string         `json:"utk"`
	OccurredAt string         `json:"occurredAt"`
	UUID       string         `json:"uuid"`
	Properties map[string]any `json:"properties"`
}

// completion is the occurrence that the input tells of.
func (c *call) completion(in completionInput) (Occurrence, *apiError) {
	if in.EventName == "" {
		return Occurrence{}, unset("eventName")
	}
	kind := c.timeline.find(func(e EventType) bool { return e.Custom && e.FullName == in.EventName })
	if kind == nil {
		return Occurrence{}, invalid(
			"There is no custom event %q; it is named in full, as pe%d_login", in.EventName, c.caller.portal,
		)
	}
	return c.checkOccurrence(kind, occurrenceInput{
		Occurrence: Occurrence{
			ID: in.UUID, EventTypeName: kind.FullName, Email: in.Email, Utk: in.Utk, Timestamp: in.OccurredAt,
		},
		ObjectID: in.ObjectID, Properties: in.Properties,
	})
}

func (c *call) sendCompletion() (int, any, *apiError) {
	var in completionInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	about, err := c.completion(in)
	if err != nil {
		return 0, nil, err
	}
	c.timeline.occurrences = append(c.timeline.occurrences, about)
	return http.StatusNoContent, nil, nil
}

// sendCompletions takes all of several, or none: the answer has no room to say which.
func (c *call) sendCompletions() (int, any, *apiError) {
	rows, err := rowsOf[completionInput](c, maxOccurrences)
	if err != nil {
		return 0, nil, err
	}
	var all []Occurrence
	for n, row := range rows {
		about, err := c.completion(row)
		if err != nil {
			err.message = fmt.Sprintf("inputs[%d]: %s", n, err.message)
			return 0, nil, err
		}
		all = append(all, about)
	}
	c.timeline.occurrences = append(c.timeline.occurrences, all...)
	return http.StatusNoContent, nil, nil
}
