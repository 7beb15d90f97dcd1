// This file reads the event types of triggers and maps them to the platform's subscriptions.

package platform

import (
	"fmt"
	"slices"
	"strings"
)

// EventType is what a trigger listens to, as `<object>.<kind>` or `<object>.propertyChange.<property>`.
// contract/event-types has the vectors of what is accepted, and of every message.
type EventType struct {
	Object   string
	Kind     string
	Property string // of propertyChange; else ""
	// ObjectTypeID is the platform's id of the object type, "" when the name does not tell it.
	ObjectTypeID string
	Subscription Subscription
}

// Subscription is how the platform's webhooks component asks for an event type.
type Subscription struct {
	// Section is the list that it stands in: "crmObjects" or "hubEvents".
	Section          string `json:"section"`
	SubscriptionType string `json:"subscriptionType"`
	ObjectType       string `json:"objectType,omitempty"`
	PropertyName     string `json:"propertyName,omitempty"`
}

const propertyChange = "propertyChange"

// EventKinds are the kinds of events, in the order in which messages list them.
func EventKinds() []string { return eventKinds[:] }

var eventKinds = [...]string{
	"creation", "deletion", "merge", "restore", "associationChange", propertyChange, "privacyDeletion", "newMessage",
}

// conversationKinds are the kinds of the one object that is no CRM record.
var conversationKinds = [...]string{"creation", "deletion", propertyChange, "privacyDeletion", "newMessage"}

// EventObject is an object type that the platform brings, with its id and the plural that people write by mistake.
type EventObject struct{ Name, Plural, ID string }

var eventObjects = [...]EventObject{
	{"contact", "contacts", "0-1"},
	{"company", "companies", "0-2"},
	{"deal", "deals", "0-3"},
	{"ticket", "tickets", "0-5"},
	{"product", "products", "0-7"},
	{"line_item", "line_items", "0-8"},
	{"conversation", "conversations", ""},
}

// EventObjects are the object types that the platform brings.
func EventObjects() []EventObject { return eventObjects[:] }

// ParseEventType reads an event type. The error says what is wrong and what to write.
func ParseEventType(text string) (EventType, error) {
	parts := strings.Split(text, ".")
	if len(parts) < 2 || len(parts) > 3 || slices.ContainsFunc(
		parts, func(part string) bool { return !isEventWord(part) },
	) {
		return EventType{}, fmt.Errorf(
			"'%s' is no event type: write <object>.<kind> or <object>.propertyChange.<property>, as in contact.creation or contact.propertyChange.email",
			text,
		)
	}
	e := EventType{Object: parts[0], Kind: parts[1]}
	if len(parts) == 3 {
		e.Property = parts[2]
	}
	if err := e.checkWords(text, len(parts) == 3); err != nil {
		return EventType{}, err
	}
	for _, object := range eventObjects {
		if object.Name == e.Object || (object.ID != "" && object.ID == e.Object) {
			e.Object, e.ObjectTypeID = object.Name, object.ID
		}
	}
	if e.ObjectTypeID == "" && isTypeID(e.Object) {
		e.ObjectTypeID = e.Object
	}
	e.Subscription = e.subscribe()
	return e, nil
}

// checkWords refuses what has the form of an event type and yet is none.
func (e EventType) checkWords(text string, hasProperty bool) error {
	switch {
	case !slices.Contains(eventKinds[:], e.Kind):
		return fmt.Errorf("'%s' has the unknown kind '%s': kinds are %s", text, e.Kind, strings.Join(eventKinds[:], ", "))
	case e.Kind == propertyChange && !hasProperty:
		return fmt.Errorf("'%s' names no property: write %s.propertyChange.<property>", text, e.Object)
	case e.Kind != propertyChange && hasProperty:
		return fmt.Errorf("'%s' names a property, which only propertyChange has: write %s.%s", text, e.Object, e.Kind)
	case e.Object == "conversation" && !slices.Contains(conversationKinds[:], e.Kind):
		return fmt.Errorf("'%s' does not exist: a conversation has %s", text, strings.Join(conversationKinds[:], ", "))
	case e.Kind == "newMessage" && e.Object != "conversation":
		return fmt.Errorf("'%s' does not exist: write conversation.newMessage", text)
	case e.Kind == "privacyDeletion" && e.Object != "contact" && e.Object != "0-1" && e.Object != "conversation":
		return fmt.Errorf("'%s' does not exist: only contact and conversation have privacyDeletion", text)
	}
	for _, object := range eventObjects {
		if lower := strings.ToLower(e.Object); lower == object.Plural || (lower == object.Name && e.Object != object.Name) {
			return fmt.Errorf(
				"'%s' spells the object '%s': write %s", text, e.Object, object.Name+strings.TrimPrefix(text, e.Object),
			)
		}
	}
	return nil
}

// subscribe picks the list of the platform's webhooks component that has the event.
func (e EventType) subscribe() Subscription {
	if e.Object == "conversation" || e.Kind == "privacyDeletion" {
		return Subscription{Section: "hubEvents", SubscriptionType: e.Object + "." + e.Kind, PropertyName: e.Property}
	}
	return Subscription{
		Section: "crmObjects", SubscriptionType: "object." + e.Kind, ObjectType: e.Object, PropertyName: e.Property,
	}
}

// isTypeID reports whether an object is written as the platform's id of a type, such as 2-1234567.
func isTypeID(object string) bool {
	left, right, found := strings.Cut(object, "-")
	return found && left != "" && right != "" && isDigits(left) && isDigits(right)
}

func isEventWord(part string) bool {
	for _, c := range []byte(part) {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return part != ""
}
