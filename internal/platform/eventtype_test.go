package platform

import (
	"encoding/json"
	"os"
	"testing"
)

func TestParseEventTypePassesTheVectors(t *testing.T) {
	text, err := os.ReadFile("../../contract/event-types/event-types.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		EventType, Object, Kind, Property, ObjectTypeID, Error string
		Subscription                                           Subscription
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		got, err := ParseEventType(v.EventType)
		if v.Error != "" {
			if err == nil || err.Error() != v.Error {
				t.Errorf("%q: error %v, want %s", v.EventType, err, v.Error)
			}
			continue
		}
		want := EventType{v.Object, v.Kind, v.Property, v.ObjectTypeID, v.Subscription}
		if err != nil || got != want {
			t.Errorf("%q = %+v, %v; want %+v", v.EventType, got, err, want)
		}
	}
}

func FuzzParseEventType(f *testing.F) {
	for _, text := range []string{
		"contact.creation", "contact.propertyChange.email", "0-1.merge", "..", "contacts.creation", "-.creation",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseEventType(text)
		if err == nil &&
			(e.Object == "" || e.Subscription.SubscriptionType == "" || (e.Kind == propertyChange) != (e.Property != "")) {
			t.Errorf("%q reads as %+v", text, e)
		}
	})
}
