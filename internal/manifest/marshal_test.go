package manifest

import (
	"encoding/json"
	"fmt"
	"math"
)

// The tests encode what Decode returns and compare it with the original. svc itself only decodes manifests.

// MarshalJSON returns the capability of the kind.
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
	return nil, fmt.Errorf("invalid kind %q of a capability", c.Kind)
}

// MarshalJSON returns false or the object.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.Set {
		return []byte("false"), nil
	}
	return json.Marshal(o.Value)
}

// MarshalJSON returns false or the word.
func (m ManageSchema) MarshalJSON() ([]byte, error) {
	if m == "" {
		return []byte("false"), nil
	}
	return json.Marshal(string(m))
}

// MarshalJSON returns the number or "surface".
func (c RetryCap) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(c), 1) {
		return []byte(`"surface"`), nil
	}
	return json.Marshal(float64(c))
}
