// Package timeline serves events on the timelines of the emulated CRM's records: the app's event types, and the
// account's custom events.
package timeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// EventType is a type of events of the app, or a custom event of the account.
type EventType struct {
	// Name is the name in the project.
	Name string
	// FullName is the name in the account: "ae1_INVOICE_PAID", or "pe1_login" for a custom event. By default it is
	// made from the id of the app or the account, and Name.
	FullName string
	// Custom marks a custom event of the account, which has its own endpoints.
	Custom bool
	// ObjectType is the type of the records with the events: "contact".
	ObjectType string
	Properties map[string]account.Property
}

// Occurrence is one event.
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

// API serves the events of one account.
type API struct {
	// Occurrences are the events of the account in the order in which they arrived.
	Occurrences []Occurrence

	types []EventType
	seen  map[[2]string]bool // full names of types and ids
}

// New returns the API of an account without events.
func New(types []EventType, appID, portalID int64) *API {
	a := &API{types: slices.Clone(types), seen: map[[2]string]bool{}}
	for i := range a.types {
		kind := &a.types[i]
		switch {
		case kind.FullName != "":
		case kind.Custom:
			kind.FullName = fmt.Sprintf("pe%d_%s", portalID, kind.Name)
		default:
			kind.FullName = fmt.Sprintf("ae%d_%s", appID, kind.Name)
		}
	}
	return a
}

// Routes returns the routes of the package.
func (a *API) Routes() api.Routes {
	return api.Routes{
		"POST /integrators/timeline/v4/events":         a.sendEvent,
		"POST /integrators/timeline/v4/events/batch":   a.sendEvents,
		"POST /integrators/timeline/v4/types/projects": a.resolveType,
		"POST /events/v3/send":                         a.sendCustomEvent,
		"POST /events/v3/send/batch":                   a.sendCustomEvents,
	}
}

// appType returns a type of the app by either of its names, or nil.
func (a *API) appType(name string) *EventType {
	return a.find(func(e EventType) bool { return !e.Custom && (strings.EqualFold(e.Name, name) || e.FullName == name) })
}

func (a *API) find(is func(EventType) bool) *EventType {
	at := slices.IndexFunc(a.types, is)
	if at < 0 {
		return nil
	}
	return &a.types[at]
}

// check checks an occurrence against its type. Whether the record exists is not checked, as on the platform.
func (t *EventType) check(c *api.Call, in occurrenceInput) (Occurrence, *api.Error) {
	event := in.Occurrence
	event.ObjectID = string(in.ObjectID)
	ofContacts := strings.EqualFold(t.ObjectType, "contact") || strings.EqualFold(t.ObjectType, "contacts")
	switch {
	case event.ObjectID == "" && event.Email == "" && event.Utk == "":
		return event, api.Invalid("An occurrence needs one of objectId, email and utk")
	case event.ObjectID == "" && !ofContacts:
		return event, api.Invalid("An occurrence of %q needs objectId: email and utk name contacts", in.EventTypeName)
	}
	if event.Timestamp == "" {
		event.Timestamp = api.Stamp(c.Now())
	} else if _, ok := api.ParseTime(event.Timestamp); !ok {
		return event, api.Invalid("The timestamp %q is not in ISO 8601", event.Timestamp)
	}
	values, err := (&account.ObjectType{Properties: t.Properties}).CheckValues(in.Properties)
	event.Properties = map[string]string{}
	for name, value := range values {
		if value != nil {
			event.Properties[name] = *value
		}
	}
	return event, err
}
