package invoke

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
)

// looseID is an id that users may write as a string or a number.
type looseID string

// UnmarshalJSON accepts a string or a whole number.
func (id *looseID) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) != nil {
		if s = string(text); strings.Trim(s, "0123456789") != "" {
			what := cmdutil.JSONKind(text[0])
			if what == "a number" {
				what = s
			}
			return fmt.Errorf("invalid id: expected a string or a whole number, not %s", what)
		}
	}
	*id = looseID(s)
	return nil
}

// object returns the record that the tool is enrolled with: that of --object, with the properties of the emulated CRM,
// or the first sample of the tool's object type.
func (r *invocation) object(h *host.Host, text json.RawMessage) (*devserver.Object, error) {
	var flag struct {
		ID         looseID        `json:"id"`
		ObjectType string         `json:"objectType"`
		Properties map[string]any `json:"properties"`
	}
	if text != nil {
		switch r.surface {
		case devserver.SurfaceEvents, devserver.SurfaceSync, devserver.SurfacePost:
			return nil, cli.Usage(
				fmt.Sprintf(
					"--object applies to tools only: %q is a %s", r.capability.Name(), capability.KindWords[r.capability.Kind],
				),
				"leave out --object",
			)
		case devserver.SurfaceCard:
			return nil, cli.Usage(
				"--object applies to tools only: a card backend gets no record",
				"put the record's id into --input, or add --surface invoke",
			)
		}
		if err := decodeMember("--object", text, &flag); err != nil {
			return nil, err
		}
		if flag.ID == "" {
			return nil, cli.Usage("--object has no id", memberFix["--object"])
		}
	}
	if r.capability.Kind != devserver.KindTool && text == nil || r.surface == devserver.SurfaceAgent && text == nil {
		return nil, nil
	}
	objectType := flag.ObjectType
	if objectType == "" {
		objectType = r.capability.ObjectType
	}
	object := &devserver.Object{ID: string(flag.ID), ObjectType: strings.ToUpper(objectType), Properties: flag.Properties}
	if r.options.crm == host.CRMLive {
		if text == nil && objectType != "" {
			return nil, cli.Usage(
				fmt.Sprintf("%q needs a record, and --crm live has no samples", r.capability.Name()),
				`name a record of your account: --object '{"id": "123"}'`,
			)
		}
		return object, nil
	}
	sample, err := devserver.Sample(h, objectType, object.ID)
	switch {
	case err == nil && object.Properties == nil:
		return &sample, nil
	case err == nil:
		object.ObjectType = sample.ObjectType
	case text == nil:
		r.Env.Notef("note: %v; the tool runs without a record (choose one with --object)", err)
		return nil, nil
	case object.Properties == nil:
		r.Env.Notef("note: %v; the record has no properties", err)
	}
	return object, nil
}
