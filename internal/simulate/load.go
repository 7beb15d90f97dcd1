package simulate

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
)

// eventsPerDelivery is the number of events in one webhook delivery of the platform.
const eventsPerDelivery = 100

// load is the requests of a run.
type load struct {
	host    *host.Host
	options Options
	surface devserver.Surface
	// count is the number of invocations, rows the number of their records; 0 without records.
	count, rows int
	records     []crmsim.Record // in order of arrival; empty if all invocations have the sample or none
	sample      *devserver.Object
	input       json.RawMessage
	// sampled reports whether the input is generated.
	sampled bool
	// oneByOne makes each invocation wait for the one before.
	oneByOne bool
}

// surfaces are the callers of each kind of capability: the platform for records, operators for calls.
var surfaces = map[string]struct{ rows, calls devserver.Surface }{
	devserver.KindTool:        {devserver.SurfaceAction, devserver.SurfaceInvoke},
	devserver.KindCardBackend: {devserver.SurfaceCard, devserver.SurfaceCard},
	devserver.KindTrigger:     {devserver.SurfaceEvents, devserver.SurfaceEvents},
	devserver.KindSync:        {devserver.SurfaceSync, devserver.SurfaceSync},
	devserver.KindSource:      {devserver.SurfacePost, devserver.SurfacePost},
}

func newLoad(o Options, h *host.Host) (*load, error) {
	l := &load{host: h, options: o, count: o.Calls, rows: o.Rows, input: o.Input}
	l.surface = surfaces[o.Capability.Kind].calls
	if o.Rows > 0 {
		l.surface, l.count = surfaces[o.Capability.Kind].rows, o.Rows
	}
	if l.input == nil && o.Capability.Input != nil {
		l.input = sampleInput(o.Capability.Input)
	}
	l.oneByOne = o.Capability.Kind == devserver.KindSync
	l.sampled = o.Input == nil && string(l.input) != "" && string(l.input) != "{}"
	switch o.Capability.Kind {
	case devserver.KindSync:
		if o.Rows > 0 {
			l.count = 1 // one run processes all rows of the source
		}
	case devserver.KindTool:
		return l, l.enroll(o.Capability.ObjectType)
	case devserver.KindTrigger:
		if o.Rows > 0 {
			l.count = (o.Rows + eventsPerDelivery - 1) / eventsPerDelivery
		}
		if t, err := platform.ParseEventType(o.Capability.EventType); err == nil && t.Object != "" {
			return l, l.enroll(t.Object)
		}
	}
	return l, nil
}

// enroll creates the records of the invocations. An object type that the emulated CRM does not know has none.
func (l *load) enroll(objectType string) error {
	if objectType == "" {
		return nil
	}
	crm, err := l.host.CRM()
	if err != nil {
		return err
	}
	records, err := crm.Multiply(objectType, max(l.rows, 1))
	if err != nil {
		return nil // invocations without a record
	}
	if l.rows > 0 {
		l.records = records
		return nil
	}
	l.sample = objectOf(records[0])
	return nil
}

func objectOf(r crmsim.Record) *devserver.Object {
	o := &devserver.Object{ID: r.ID, ObjectType: r.ObjectType, Properties: map[string]any{}}
	for name, value := range r.Properties {
		o.Properties[name] = value
	}
	return o
}

// invocation returns the invocation with the number.
func (l *load) invocation(n int) (devserver.Invocation, error) {
	i := devserver.Invocation{Capability: l.options.Capability, Surface: l.surface, Input: l.input, Object: l.sample}
	switch {
	case l.surface == devserver.SurfaceEvents:
		events, err := l.events(n)
		i.Input, i.Object = events, nil
		return i, err
	case l.surface == devserver.SurfaceSync:
		i.Input, i.Object = nil, nil
	case len(l.records) > 0:
		i.Object = objectOf(l.records[n])
	}
	return i, nil
}

// events returns one delivery: up to a hundred events with one record each, or one event.
func (l *load) events(n int) (json.RawMessage, error) {
	given := map[string]any{}
	if l.input != nil {
		if err := json.Unmarshal(l.input, &given); err != nil {
			return nil, fmt.Errorf("invalid event: expected a JSON object: %w", err)
		}
	}
	first, last := n, n+1
	if l.rows > 0 {
		first = n * eventsPerDelivery
		last = min(first+eventsPerDelivery, l.rows)
	}
	var events []map[string]any
	for row := first; row < last; row++ {
		event := map[string]any{}
		if row < len(l.records) {
			event["objectId"] = json.Number(l.records[row].ID)
		}
		maps.Copy(event, given)
		event["eventId"] = 1 + row // a new id, since deliveries are deduplicated
		events = append(events, event)
	}
	text, err := json.Marshal(events)
	if err != nil {
		return nil, err
	}
	return devserver.Events(l.host, l.options.Capability, text, nil)
}

// sampleInput returns an input with a value for every required field: its default if there is one.
func sampleInput(fields *declared.Value) json.RawMessage {
	values := map[string]any{}
	for _, field := range fields.Members {
		required := field.Value.Get("required").Bool || field.Value.Get("isRequired").Bool
		usual := field.Value.Get("default")
		switch {
		case !required:
		case usual.IsAbsent() || usual.NotJSON() != nil:
			values[field.Name] = sampleValue(field.Value)
		default:
			values[field.Name] = json.RawMessage(usual.AppendJSON(nil))
		}
	}
	text, _ := json.Marshal(values) // cannot fail: plain values
	return text
}

func sampleValue(field *declared.Value) any {
	switch strings.ToLower(field.Get("type").Text) {
	case "number":
		return 1
	case "bool", "boolean":
		return true
	case "datetime":
		return start.Format(time.RFC3339)
	case "json":
		return map[string]any{}
	case "enumeration":
		if options := field.Get("options").Items; len(options) > 0 {
			if options[0].IsString() {
				return options[0].Text
			}
			return options[0].Get("value").Text
		}
	}
	return "sample"
}
