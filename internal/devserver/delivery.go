package devserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
)

// Sample ids for what the platform sends with an event.
const (
	devEventID        = 6001
	devSubscriptionID = 7001
	devMessageID      = "8001"
)

// Events returns the events of a delivery to a trigger: the given ones, or a sample of its event type if there are
// none. Members that an event lacks are those of the sample. Each delivery has the same event ids. A delivery without
// events is an error, as it runs nothing.
func Events(h *host.Host, c Capability, given json.RawMessage, install *Install) (json.RawMessage, error) {
	events, err := EventsFrom(devEventID, h, c, given, install)
	if err == nil && string(events) == "[]" {
		return nil, errors.New("a delivery has at least one event")
	}
	return events, err
}

// EventsFrom is Events with the id of the first event.
func EventsFrom(
	first int64, h *host.Host, c Capability, given json.RawMessage, install *Install,
) (json.RawMessage, error) {
	sample, err := sampleEvent(h, c, install)
	if err != nil {
		return nil, err
	}
	events := []map[string]any{nil}
	if len(given) > 0 {
		if events, err = readEvents(given); err != nil {
			return nil, err
		}
	}
	for i, event := range events {
		whole := maps.Clone(sample)
		whole["eventId"] = first + int64(i)
		maps.Copy(whole, event)
		events[i] = whole
	}
	return json.Marshal(events)
}

// Renewed returns the events with ids that no others have, from first on: a trigger that has handled them runs again.
func Renewed(events json.RawMessage, first int64) (json.RawMessage, error) {
	all, err := readEvents(events)
	if err != nil {
		return nil, err
	}
	for i, event := range all {
		event["eventId"] = first + int64(i)
	}
	return json.Marshal(all)
}

// Redelivery returns the events of a delivery as the platform sends them again.
func Redelivery(delivered json.RawMessage) (json.RawMessage, error) {
	events, err := readEvents(delivered)
	if err != nil {
		return nil, err
	}
	for _, event := range events {
		event["attemptNumber"] = 1
	}
	return json.Marshal(events)
}

// readEvents reads one event or a list of events. Numbers stay as they were written.
func readEvents(text json.RawMessage) ([]map[string]any, error) {
	list := bytes.TrimSpace(text)
	if list[0] != '[' {
		list = slices.Concat([]byte("["), list, []byte("]"))
	}
	var events []map[string]any
	decoder := json.NewDecoder(bytes.NewReader(list))
	decoder.UseNumber()
	isNull := func(e map[string]any) bool { return e == nil }
	if err := decoder.Decode(&events); err != nil || slices.ContainsFunc(events, isNull) {
		return nil, errors.New("invalid event: expected a JSON object")
	}
	return events, nil
}

// sampleEvent returns an event of the trigger's type, about the first sample record.
func sampleEvent(h *host.Host, c Capability, install *Install) (map[string]any, error) {
	t, err := platform.ParseEventType(c.EventType)
	if err != nil {
		return nil, fmt.Errorf("the trigger's eventType: %w", err)
	}
	event := map[string]any{
		"subscriptionId": devSubscriptionID, "portalId": install.portal(), "appId": host.DefaultAppID,
		"occurredAt": h.Now().UnixMilli(), "subscriptionType": t.Subscription.SubscriptionType,
		"attemptNumber": 0, "objectId": 1, "changeSource": "CRM_UI", "sourceId": "userId:" + strconv.Itoa(devUserID),
	}
	if id := typeID(h.Options().App, t); id != "" && strings.HasPrefix(t.Subscription.SubscriptionType, "object.") {
		event["objectTypeId"] = id
	}
	var properties map[string]any
	if h.Options().CRM == host.CRMEmulated {
		if record, err := Sample(h, t.Object, ""); err == nil { // without a record the event keeps its objectId
			event["objectId"], properties = platformID(record.ID), record.Properties
		}
	}
	if own := ownType(h.Options().App, t.Object); own != nil && t.Property != "" {
		t.Property = own.PropertyNamed(t.Property)
	}
	describeChange(event, t, properties)
	return event, nil
}

// describeChange adds the members of an event's kind.
func describeChange(event map[string]any, t platform.EventType, properties map[string]any) {
	switch t.Kind {
	case "creation":
		event["changeFlag"] = "CREATED"
	case "deletion":
		event["changeFlag"] = "DELETED"
	case "propertyChange":
		value, _ := properties[t.Property].(string)
		event["propertyName"], event["propertyValue"] = t.Property, value
	case "merge":
		event["primaryObjectId"], event["mergedObjectIds"] = event["objectId"], []any{event["objectId"]}
		event["newObjectId"], event["numberOfPropertiesMoved"] = event["objectId"], 0
	case "associationChange":
		event["associationType"] = strings.ToUpper(t.Object) + "_TO_CONTACT"
		event["fromObjectId"], event["toObjectId"] = event["objectId"], 1
		event["associationRemoved"], event["isPrimaryAssociation"] = false, false
	case "newMessage":
		event["messageId"], event["messageType"] = devMessageID, "MESSAGE"
	}
}

// typeID returns the id of an event's object type: the platform's, or that of the app's own type in the emulated CRM.
func typeID(app *declared.Declaration, t platform.EventType) string {
	if t.ObjectTypeID != "" {
		return t.ObjectTypeID
	}
	if own := ownType(app, t.Object); own != nil {
		return own.ID
	}
	return ""
}

// ownType returns the app's object type with a name, declared or the CRM's; nil if there is none.
func ownType(app *declared.Declaration, name string) *crmsim.ObjectType {
	named := func(own string) bool { return strings.EqualFold(own, name) }
	for _, own := range host.AppObjectTypes(app) {
		if named(own.Name) || slices.ContainsFunc(own.Declared, named) {
			return &own
		}
	}
	return nil
}
