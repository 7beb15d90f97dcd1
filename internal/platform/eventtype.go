package platform

import (
	"fmt"
	"slices"
	"strings"
)

// EventType is the event type of a trigger: `<object>.<kind>` or `<object>.propertyChange.<property>`.
// contract/event-types has the vectors of accepted types and error messages.
type EventType struct {
	Object   string
	Kind     string
	Property string // of propertyChange, else ""
	// ObjectTypeID is the platform's id of the object type; "" if the name does not determine it.
	ObjectTypeID string
	Subscription Subscription
}

// Subscription is an event type in the platform's webhooks component.
type Subscription struct {
	// Section is the list that contains it: "crmObjects" or "hubEvents".
	Section          string `json:"section"`
	SubscriptionType string `json:"subscriptionType"`
	ObjectType       string `json:"objectType,omitempty"`
	PropertyName     string `json:"propertyName,omitempty"`
}

const propertyChange = "propertyChange"

// EventKinds returns the kinds of events in the order of messages.
func EventKinds() []string { return eventKinds[:] }

var eventKinds = [...]string{
	"creation", "deletion", "merge", "restore", "associationChange", propertyChange, "privacyDeletion", "newMessage",
}

// conversationKinds are the kinds of conversations, which are not CRM records.
var conversationKinds = [...]string{"creation", "deletion", propertyChange, "privacyDeletion", "newMessage"}

// EventObject is an object type of the platform with its id, and its plural, a common mistake.
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

// EventObjects returns the object types of the platform that have events.
func EventObjects() []EventObject { return eventObjects[:] }

// ParseEventType parses an event type. The error says what is wrong and what to write.
//
// The error is an *EventTypeError.
func ParseEventType(text string) (EventType, error) {
	parts := strings.Split(text, ".")
	isInvalid := func(part string) bool { return !isEventWord(part) }
	if len(parts) < 2 || len(parts) > 3 || slices.ContainsFunc(parts, isInvalid) {
		return EventType{}, &EventTypeError{
			What: fmt.Sprintf("'%s' is not an event type", text),
			Fix: "write <object>.<kind> or <object>.propertyChange.<property>, as in contact.creation or " +
				"contact.propertyChange.email",
		}
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

// EventTypeError says what is wrong with an event type.
type EventTypeError struct {
	What string
	// Fix is an imperative sentence. It is empty if several event types could be meant.
	Fix string
}

func (e *EventTypeError) Error() string {
	if e.Fix == "" {
		return e.What
	}
	return e.What + ": " + e.Fix
}

// checkWords rejects texts with the form of an event type that do not exist.
func (e EventType) checkWords(text string, hasProperty bool) error {
	wrong := func(fix, format string, args ...any) error {
		return &EventTypeError{What: fmt.Sprintf("'%s' ", text) + fmt.Sprintf(format, args...), Fix: fix}
	}
	switch {
	case !slices.Contains(eventKinds[:], e.Kind):
		return wrong("", "has the unknown kind '%s': kinds are %s", e.Kind, strings.Join(eventKinds[:], ", "))
	case e.Kind == propertyChange && !hasProperty:
		return wrong("write "+e.Object+".propertyChange.<property>", "has no property")
	case e.Kind != propertyChange && hasProperty:
		return wrong("write "+e.Object+"."+e.Kind, "has a property, which only propertyChange takes")
	case e.Object == "conversation" && !slices.Contains(conversationKinds[:], e.Kind):
		return wrong("", "does not exist: conversations have %s", strings.Join(conversationKinds[:], ", "))
	case e.Kind == "newMessage" && e.Object != "conversation":
		return wrong("write conversation.newMessage", "does not exist")
	case e.Kind == "privacyDeletion" && e.Object != "contact" && e.Object != "0-1" && e.Object != "conversation":
		return wrong("", "does not exist: only contact and conversation have privacyDeletion")
	}
	for _, object := range eventObjects {
		if lower := strings.ToLower(e.Object); lower == object.Plural || (lower == object.Name && e.Object != object.Name) {
			return wrong("write "+object.Name+strings.TrimPrefix(text, e.Object), "has the unknown object '%s'", e.Object)
		}
	}
	return nil
}

// subscribe returns the subscription of the platform's webhooks component.
func (e EventType) subscribe() Subscription {
	if e.Object == "conversation" || e.Kind == "privacyDeletion" {
		return Subscription{Section: "hubEvents", SubscriptionType: e.Object + "." + e.Kind, PropertyName: e.Property}
	}
	return Subscription{
		Section: "crmObjects", SubscriptionType: "object." + e.Kind, ObjectType: e.Object, PropertyName: e.Property,
	}
}

// isTypeID reports whether an object is the platform's id of a type, such as 2-1234567.
func isTypeID(object string) bool {
	left, right, found := strings.Cut(object, "-")
	return found && isNumber(left) && isNumber(right)
}

func isEventWord(part string) bool {
	for _, c := range []byte(part) {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return part != ""
}
