package invoke

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// looseID is an id that may be written as a number.
type looseID string

func (id *looseID) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) != nil {
		if s = string(text); strings.Trim(s, "0123456789") != "" {
			what := cmdutil.JsonKind(text[0])
			if what == "a number" {
				what = s
			}
			return fmt.Errorf("an id is a text or a whole number, not %s", what)
		}
	}
	*id = looseID(s)
	return nil
}

// object is the record that the tool is enrolled with: the one of --object, filled in from the
// emulated CRM, or the first sample of the tool's object type.
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
				fmt.Sprintf("--object is for tools, and %q is a %s", r.capability.Name(), capability.KindWords[r.capability.Kind]),
				"leave out --object",
			)
		case devserver.SurfaceCard:
			return nil, cli.Usage(
				"--object is for tools: a card backend is told of no record",
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
				fmt.Sprintf("%q needs a record, and there are no samples with --crm live", r.capability.Name()),
				`name one of your account: --object '{"id": "123"}'`,
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
		r.Env.Notef("note: %v, so the tool is enrolled with none; give one with --object", err)
		return nil, nil
	case object.Properties == nil:
		r.Env.Notef("note: %v, so the tool gets it without properties", err)
	}
	return object, nil
}
