// This file decodes what JSON tells apart by a value: capabilities by their kind, and "false or an object".

package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// UnmarshalJSON reads a capability of any kind.
func (c *Capability) UnmarshalJSON(text []byte) error {
	var head struct {
		Kind Kind `json:"kind"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	*c = Capability{Kind: head.Kind}
	var err error
	switch head.Kind {
	case KindTool:
		c.Tool, err = one[Tool](text)
	case KindCardBackend:
		c.CardBackend, err = one[CardBackend](text)
	case KindTrigger:
		c.Trigger, err = one[Trigger](text)
	case KindSync:
		c.Sync, err = one[Sync](text)
	default:
		return fmt.Errorf(
			"a capability has the kind %q: kinds are %s, %s, %s and %s", head.Kind, KindTool, KindCardBackend, KindTrigger,
			KindSync,
		)
	}
	if err != nil {
		return fmt.Errorf("a capability of kind %s: %w", head.Kind, err)
	}
	return nil
}

func one[T any](text []byte) (*T, error) {
	var value T
	if err := strict(text, &value); err != nil {
		return nil, err
	}
	return &value, nil
}

// MarshalJSON writes the capability that the kind names.
func (c Capability) MarshalJSON() ([]byte, error) {
	switch c.Kind {
	case KindTool:
		return json.Marshal(c.Tool)
	case KindCardBackend:
		return json.Marshal(c.CardBackend)
	case KindTrigger:
		return json.Marshal(c.Trigger)
	case KindSync:
		return json.Marshal(c.Sync)
	}
	return nil, fmt.Errorf("a capability has the unknown kind %q", c.Kind)
}

// Optional is an object that may be turned off: JSON has false in its place.
type Optional[T any] struct {
	Set   bool
	Value T
}

// UnmarshalJSON reads false or the object.
func (o *Optional[T]) UnmarshalJSON(text []byte) error {
	*o = Optional[T]{}
	if bytes.Equal(text, []byte("false")) {
		return nil
	}
	if len(text) == 0 || text[0] != '{' {
		return fmt.Errorf("%s stands where false or an object is expected", text)
	}
	o.Set = true
	return strict(text, &o.Value)
}

// MarshalJSON writes false or the object.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.Set {
		return []byte("false"), nil
	}
	return json.Marshal(o.Value)
}

// ManageSchema says what a sync creates in its destination: "" (false in JSON), "properties" or "full".
type ManageSchema string

// UnmarshalJSON reads false or one of the two words.
func (m *ManageSchema) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "false":
		*m = ""
	case `"properties"`:
		*m = "properties"
	case `"full"`:
		*m = "full"
	default:
		return fmt.Errorf(`manageSchema is %s: it is false, "properties" or "full"`, text)
	}
	return nil
}

// MarshalJSON writes false or the word.
func (m ManageSchema) MarshalJSON() ([]byte, error) {
	if m == "" {
		return []byte("false"), nil
	}
	return json.Marshal(string(m))
}

// typeWord names what a member of a Go type is in JSON.
func typeWord(err *json.UnmarshalTypeError) string {
	switch err.Type.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "a boolean"
	case reflect.Slice:
		return "an array"
	case reflect.Int, reflect.Float64:
		return "a number"
	default:
		return "an object"
	}
}
