package portal

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sample = `{
  "schemaVersion": 1,
  "portal": "1",
  "scopes": [],
  "objects": {
    "car": {
      "id": "2-7",
      "fullName": "p1_car",
      "required": ["vin"],
      "properties": {
        "vin": {"type":"string","unique":true}
      }
    },
    "contacts": {
      "properties": {
        "tier": {"type":"enumeration","multiple":true,"options":["gold","silver"]}
      }
    }
  },
  "associations": [
    {"from":"car","to":"contacts","category":"USER_DEFINED","id":10,"label":"Driver"}
  ]
}
`

func TestEncodeIsTheInverseOfDecode(t *testing.T) {
	s, err := Decode(sample)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sample, string(s.Encode())); diff != "" {
		t.Error(diff)
	}
}

func TestFindAcceptsEveryNameOfAnObjectType(t *testing.T) {
	s, _ := Decode(sample)
	for name, want := range map[string]string{
		"contacts": "contacts", "contact": "contacts", "CONTACT": "contacts", "0-1": "contacts",
		"car": "car", "CAR": "car", "2-7": "car", "p1_car": "car", "p_car": "car", "P1_Car": "car",
	} {
		if got, object := s.Find(name); got != want || object == nil {
			t.Errorf("Find(%q) is %q, %v", name, got, object)
		}
	}
	for _, name := range []string{"", "cars", "2-8", "deals", "0-3", "__proto__"} {
		if got, object := s.Find(name); object != nil {
			t.Errorf("Find(%q) is %q", name, got)
		}
	}
	if _, object := (*Snapshot)(nil).Find("contacts"); object != nil {
		t.Error("there is an object without a snapshot")
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		``:        "EOF",
		`[]`:      "must not be a JSON array",
		`{} {}`:   "text after the JSON object",
		`{"a":1}`: `unknown field "a"`,
		`{"schemaVersion":2,"portal":"1","objects":{}}`:                                       "schemaVersion is 2",
		`{"schemaVersion":1,"objects":{}}`:                                                    "portal is missing",
		`{"schemaVersion":1,"portal":"1"}`:                                                    "objects is missing",
		`{"schemaVersion":1,"portal":"1","objects":{"a":null}}`:                               "objects.a has no properties",
		`{"schemaVersion":1,"portal":"1","objects":{"a":{"properties":{" ":{}}}}}`:            "invalid property",
		`{"schemaVersion":1,"portal":"1","objects":{"a":{"id":"9","properties":{}}}}`:         "invalid id",
		`{"schemaVersion":1,"portal":"1","objects":{"a":{"required":["b"],"properties":{}}}}`: "has no property",
		`{"schemaVersion":1,"portal":"1","objects":{},"associations":[{"id":1}]}`:             "association type 1",
		`{"schemaVersion":1,"portal":"1","objects":{},"scopes":["a\u0007"]}`:                  "is not a name",
	} {
		_, err := Decode(text)
		malformed := &Error{}
		if !errors.As(err, &malformed) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(sample)
	f.Add(`{"schemaVersion":1,"portal":"1","objects":{"a":{"properties":{"b":{"type":"x"}}}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Decode(string(s.Encode()))
		if err != nil {
			t.Fatalf("the text of a snapshot is not one: %v\n%s", err, s.Encode())
		}
		if changes := Compare(s, again); len(changes) > 0 || string(s.Encode()) != string(again.Encode()) {
			t.Fatalf("a second reading differs: %v", changes)
		}
	})
}
