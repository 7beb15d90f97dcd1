package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
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
		return fmt.Errorf("invalid kind %q of a capability: expected %s, %s, %s or %s",
			head.Kind, KindTool, KindCardBackend, KindTrigger, KindSync)
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

// Optional is an object or false.
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
		return fmt.Errorf("invalid value %s: expected false or an object", text)
	}
	o.Set = true
	return strict(text, &o.Value)
}

// ManageSchema is what a sync creates in its destination: "" (false in JSON), "properties" or "full".
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
		return fmt.Errorf(`invalid manageSchema %s: expected false, "properties" or "full"`, text)
	}
	return nil
}

// UnmarshalJSON reads a number or "surface".
func (c *RetryCap) UnmarshalJSON(text []byte) error {
	if string(text) == `"surface"` {
		*c = RetryCap(math.Inf(1))
		return nil
	}
	var ms float64
	if err := json.Unmarshal(text, &ms); err != nil {
		return fmt.Errorf(`invalid capMs %s: expected a number or "surface"`, text)
	}
	*c = RetryCap(ms)
	return nil
}
