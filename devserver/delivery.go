// This file makes the events that the platform would deliver to a trigger.

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

	"github.com/appsvc/svc/internal/platform"
)

// Made-up ids that the platform would send along with an event.
const (
	devEventID        = 6001
	devSubscriptionID = 7001
	devMessageID      = "8001"
)

// Events is what is delivered to a trigger: the given events, or a sample of its event type for none. What
// an event leaves out is that of the sample.
func (h *Host) Events(c Capability, given json.RawMessage, install *Install) (json.RawMessage, error) {
	sample, err := h.sampleEvent(c, install)
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
		whole["eventId"] = devEventID + i
		maps.Copy(whole, event)
		events[i] = whole
	}
	return json.Marshal(events)
}

// readEvents reads one event or a list of them, numbers as they were written.
func readEvents(text json.RawMessage) ([]map[string]any, error) {
	list := bytes.TrimSpace(text)
	if list[0] != '[' {
		list = slices.Concat([]byte("["), list, []byte("]"))
	}
	var events []map[string]any
	decoder := json.NewDecoder(bytes.NewReader(list))
	decoder.UseNumber()
	if err := decoder.Decode(&events); err != nil || slices.ContainsFunc(
		events, func(e map[string]any) bool { return e == nil },
	) {
		return nil, errors.New("an event is a JSON object")
	}
	return events, nil
}

// sampleEvent is an event of the type that the trigger listens to, about the first sample record.
func (h *Host) sampleEvent(c Capability, install *Install) (map[string]any, error) {
	t, err := platform.ParseEventType(c.EventType)
	if err != nil {
		return nil, fmt.Errorf("the trigger's eventType: %w", err)
	}
	event := map[string]any{
		"subscriptionId": devSubscriptionID, "portalId": install.portal(), "appId": devAppID,
		"occurredAt": h.options.Now().UnixMilli(), "subscriptionType": t.Subscription.SubscriptionType,
		"attemptNumber": 0, "objectId": 1, "changeSource": "CRM_UI", "sourceId": "userId:" + strconv.Itoa(devUserID),
	}
	if id := h.typeID(t); id != "" && strings.HasPrefix(t.Subscription.SubscriptionType, "object.") {
		event["objectTypeId"] = id
	}
	var properties map[string]any
	if h.options.CRM == CRMEmulated {
		if record, err := h.Sample(t.Object, ""); err == nil { // without a record the event is about none in particular
			event["objectId"], properties = platformID(record.ID), record.Properties
		}
	}
	h.describeChange(event, t, properties)
	return event, nil
}

// describeChange adds what the kind of an event tells beside.
func (h *Host) describeChange(event map[string]any, t platform.EventType, properties map[string]any) {
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
		event["associationType"], event["fromObjectId"], event["toObjectId"] = strings.ToUpper(t.Object)+
			"_TO_CONTACT", event["objectId"], 1
		event["associationRemoved"], event["isPrimaryAssociation"] = false, false
	case "newMessage":
		event["messageId"], event["messageType"] = devMessageID, "MESSAGE"
	}
}

// typeID is the id of an event's object type: the platform's, or that of the app's own type in the emulated CRM.
func (h *Host) typeID(t platform.EventType) string {
	if t.ObjectTypeID != "" {
		return t.ObjectTypeID
	}
	for _, own := range appObjectTypes(h.options.App) {
		if strings.EqualFold(own.Name, t.Object) || slices.ContainsFunc(
			own.Aliases, func(alias string) bool { return strings.EqualFold(alias, t.Object) },
		) {
			return own.ID
		}
	}
	return ""
}
