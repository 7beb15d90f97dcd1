package invoke

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/store"
)

// decodeMember decodes the JSON of --object or --install.
func decodeMember(flag string, text json.RawMessage, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return cli.Usage(fmt.Sprintf("invalid %s: %s cannot be %s", flag, kind.Field, reason.Kind(kind)), memberFix[flag])
		}
		return cli.Usage(fmt.Sprintf("invalid %s: %s", flag, cli.Reason(err)), memberFix[flag])
	}
	return nil
}

var memberFix = map[string]string{
	"--object":  `write {"id": "302", "objectType": "deal", "properties": {"amount": "100"}}; only id is needed`,
	"--install": `write 42 or {"portalId": 42, "config": {}}; with --surface invoke also id and state`,
}

// readGivenInput reads the values of --input, --object and --install.
func readGivenInput(env *cli.Env, o *options) (store.LastInput, error) {
	var given store.LastInput
	for _, part := range []struct {
		flag, value string
		into        *json.RawMessage
	}{{"input", o.input, &given.Input}, {"object", o.object, &given.Object}, {"install", o.install, &given.Install}} {
		if !o.has(part.flag) {
			continue
		}
		if part.flag == "install" && isPortal(part.value) {
			*part.into = json.RawMessage(`{"portalId": ` + part.value + `}`)
			continue
		}
		read := cmdutil.ReadJSONObject
		if part.flag == "input" {
			read = cmdutil.ReadJSONObjectOrList // triggers and push sources accept lists
		}
		text, err := read(env, "--"+part.flag, part.value)
		if err != nil {
			return given, err
		}
		*part.into = text
	}
	return given, nil
}

// isPortal reports whether the value of --install is the id of a portal, as other commands take it.
func isPortal(value string) bool {
	id, err := strconv.ParseUint(value, 10, 53)
	return err == nil && value == strconv.FormatUint(id, 10)
}

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

// objectFlag is the value of --object.
type objectFlag struct {
	ID         looseID        `json:"id"`
	ObjectType string         `json:"objectType"`
	Properties map[string]any `json:"properties"`
}

// objectFlag reads --object, which only tools have.
func (r *invocation) objectFlag(text json.RawMessage) (flag objectFlag, err error) {
	switch r.surface {
	case devserver.SurfaceEvents, devserver.SurfaceSync, devserver.SurfacePost:
		return flag, cli.Usage(
			fmt.Sprintf(
				"--object applies to tools only: %q is a %s", r.capability.Name(), capability.KindWords[r.capability.Kind],
			),
			"leave out --object",
		)
	case devserver.SurfaceCard:
		return flag, cli.Usage(
			"--object applies to tools only: a card backend gets no record",
			"put the record's id into --input, or add --surface invoke",
		)
	}
	if err := decodeMember("--object", text, &flag); err != nil {
		return flag, err
	}
	if flag.ID == "" {
		return flag, cli.Usage("--object has no id", memberFix["--object"])
	}
	return flag, nil
}

// object returns the record that the tool is enrolled with: that of --object, with the properties of the emulated CRM,
// or the first sample of the tool's object type.
func (r *invocation) object(h *host.Host, text json.RawMessage) (*devserver.Object, error) {
	var flag objectFlag
	if text != nil {
		var err error
		if flag, err = r.objectFlag(text); err != nil {
			return nil, err
		}
	} else if r.capability.Kind != devserver.KindTool || r.surface == devserver.SurfaceAgent {
		return nil, nil
	}
	objectType := cmp.Or(flag.ObjectType, r.capability.ObjectType)
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
	if objectType == "" && text != nil {
		if object.Properties == nil {
			r.Env.Notef("note: --object has no objectType; the record has no properties")
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
