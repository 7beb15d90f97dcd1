// This file takes occurrences of the app's events, which stand on the timelines of records.

package crmsim

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// maxOccurrences is how many occurrences one call takes; spec, Limits.
const maxOccurrences = 500

// EventType is a kind of event that the app brought along, or that the account has made.
type EventType struct {
	// Name is what the project calls it.
	Name string
	// FullName is the account's name of it: "ae1_INVOICE_PAID", or "pe1_login" of a custom one; made of the id of the
	// app, or of the account, and Name when it is empty.
	FullName string
	// Custom says that it is a custom event of the account, which has endpoints of its own.
	Custom bool
	// ObjectType is that of the records that it happens to: "contact".
	ObjectType string
	Properties map[string]Property
}

// Occurrence is one event that has happened.
type Occurrence struct {
	ID            string            `json:"id"`
	EventTypeName string            `json:"eventTypeName"`
	ObjectID      string            `json:"objectId,omitempty"`
	Email         string            `json:"email,omitempty"`
	Utk           string            `json:"utk,omitempty"`
	Timestamp     string            `json:"timestamp"`
	Properties    map[string]string `json:"properties"`
	ExtraData     map[string]any    `json:"extraData,omitempty"`
}

// timeline is the events of an account.
type timeline struct {
	types       []EventType
	occurrences []Occurrence
	seen        map[[2]string]bool // by the full name of the type and the id
}

func newTimeline(types []EventType, appID, portalID int64) *timeline {
	t := &timeline{types: slices.Clone(types), seen: map[[2]string]bool{}}
	for i := range t.types {
		kind := &t.types[i]
		switch {
		case kind.FullName != "":
		case kind.Custom:
			kind.FullName = fmt.Sprintf("pe%d_%s", portalID, kind.Name)
		default:
			kind.FullName = fmt.Sprintf("ae%d_%s", appID, kind.Name)
		}
	}
	return t
}

// called finds a type of the app by either of its names.
func (t *timeline) called(name string) *EventType {
	return t.find(func(e EventType) bool { return !e.Custom && (strings.EqualFold(e.Name, name) || e.FullName == name) })
}

func (t *timeline) find(is func(EventType) bool) *EventType {
	at := slices.IndexFunc(t.types, is)
	if at < 0 {
		return nil
	}
	return &t.types[at]
}

// Occurrences are the events that the account was told of, in order.
func (s *Sim) Occurrences() []Occurrence {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.timeline.occurrences)
}

// occurrenceInput is an occurrence as a request has it.
type occurrenceInput struct {
	Occurrence
	ObjectID   looseNumber    `json:"objectId"`
	Properties map[string]any `json:"properties"`
}

func (in occurrenceInput) missing() []string {
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
	return missing
}

// occur takes an occurrence. Its record is looked for later, as the platform does.
func (c *call) occur(in occurrenceInput) (any, *apiError) {
	kind := c.timeline.called(in.EventTypeName)
	if kind == nil {
		return nil, invalid("There is no event type %q", in.EventTypeName)
	}
	about, err := c.checkOccurrence(kind, in)
	if err != nil {
		return nil, err
	}
	key := [2]string{kind.FullName, in.ID}
	if c.timeline.seen[key] {
		return nil, taken("An occurrence of %q with the id %q exists already", in.EventTypeName, in.ID)
	}
	c.timeline.seen[key] = true
	c.timeline.occurrences = append(c.timeline.occurrences, about)
	return about, nil
}

// checkOccurrence holds an occurrence to its type.
func (c *call) checkOccurrence(kind *EventType, in occurrenceInput) (Occurrence, *apiError) {
	about := in.Occurrence
	about.ObjectID = string(in.ObjectID)
	contacts := strings.EqualFold(kind.ObjectType, "contact") || strings.EqualFold(kind.ObjectType, "contacts")
	switch {
	case about.ObjectID == "" && about.Email == "" && about.Utk == "":
		return about, invalid("An occurrence needs one of objectId, email and utk")
	case about.ObjectID == "" && !contacts:
		return about, invalid("An occurrence of %q needs objectId: email and utk name contacts", in.EventTypeName)
	}
	if about.Timestamp == "" {
		about.Timestamp = stamp(c.now())
	} else if _, ok := parseTime(about.Timestamp); !ok {
		return about, invalid("The timestamp %q is not in ISO 8601", about.Timestamp)
	}
	values, err := (&ObjectType{Properties: kind.Properties}).checkValues(in.Properties)
	about.Properties = map[string]string{}
	for name, value := range values {
		if value != nil {
			about.Properties[name] = *value
		}
	}
	return about, err
}

func (c *call) sendEvent() (int, any, *apiError) {
	var in occurrenceInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if missing := in.missing(); missing != nil {
		return 0, nil, unset(missing...)
	}
	view, err := c.occur(in)
	return http.StatusCreated, view, err
}

// sendEvents takes several; those that cannot be are in the errors, and leave the others alone.
func (c *call) sendEvents() (int, any, *apiError) {
	rows, err := rowsOf[occurrenceInput](c, maxOccurrences)
	if err != nil {
		return 0, nil, err
	}
	var done outcome
	for _, row := range rows {
		if missing := row.missing(); missing != nil {
			return 0, nil, unset(missing...)
		}
	}
	for _, row := range rows {
		view, err := c.occur(row)
		if err != nil {
			done.errors = append(done.errors, err.inRow(map[string][]string{"id": {row.ID}}))
			continue
		}
		done.results = append(done.results, view)
	}
	_, body, err := done.answer(c, http.StatusOK)
	return http.StatusOK, body, err // whatever failed
}

// resolveEventType gives the account's name of a type that a project has.
func (c *call) resolveEventType() (int, any, *apiError) {
	var in struct{ DeveloperSymbol, ProjectName string }
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if in.DeveloperSymbol == "" || in.ProjectName == "" {
		return 0, nil, unset("developerSymbol", "projectName")
	}
	kind := c.timeline.called(in.DeveloperSymbol)
	if kind == nil {
		return 0, nil, absent("There is no event type %q in the project %q", in.DeveloperSymbol, in.ProjectName)
	}
	return http.StatusOK, map[string]any{
		"developerQualifiedSymbol": map[string]any{"developerSymbol": in.DeveloperSymbol, "projectName": in.ProjectName},
		"fullyQualifiedName":       kind.FullName,
	}, nil
}
