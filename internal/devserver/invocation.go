package devserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/devserver/host"
)

// Surface is a kind of caller, with its own request and response form.
type Surface string

const (
	SurfaceAction Surface = "action"  // a workflow runs a tool
	SurfaceAgent  Surface = "agent"   // an agent of the platform runs a tool
	SurfaceInvoke Surface = "invoke"  // an operator runs a tool or a card backend
	SurfaceCard   Surface = "card"    // a card asks its backend
	SurfaceBatch  Surface = "batched" // a workflow runs a tool for many records
	SurfaceEvents Surface = "trigger" // the platform delivers events
	SurfaceSync   Surface = "sync"    // an operator runs a sync
	SurfacePost   Surface = "source"  // the sender of a push source posts
)

// Sample ids for what the platform sends.
const (
	devWorkflowID = 2001
	devActionID   = 1
	devActionDef  = 3001
	devUserID     = 4001
)

// Object is the record that an invocation is about.
type Object struct {
	ID         string         `json:"id"`
	ObjectType string         `json:"objectType"`
	Properties map[string]any `json:"properties,omitzero"` // nil: unknown
}

// Install is the install that an invocation runs for. Its zero members are those of the account's install.
type Install struct {
	ID       string          `json:"id,omitempty"`
	PortalID *int64          `json:"portalId,omitempty"`
	State    string          `json:"state,omitempty"`
	Config   json.RawMessage `json:"config,omitempty"`
}

func (i *Install) portal() int64 {
	if i == nil || i.PortalID == nil {
		return host.DefaultPortal
	}
	return *i.PortalID
}

// Invocation is one run of a capability.
type Invocation struct {
	Capability Capability
	Surface    Surface
	// Input is a JSON object, for a trigger a list of events, for a push source the body; nil for none.
	Input   json.RawMessage
	Object  *Object
	Install *Install
}

// request returns the unsigned request and its body, as the surface's real sender builds them.
func (i Invocation) request(origin string) (*http.Request, []byte, error) {
	path, payload, err := i.target()
	if err != nil {
		return nil, nil, err
	}
	body, err := json.Marshal(payload)
	if err != nil {
		return nil, nil, err
	}
	r, err := http.NewRequest(http.MethodPost, origin+path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	return r, body, nil
}

// target returns the path and the body of the surface's request.
func (i Invocation) target() (path string, payload any, err error) {
	id := url.PathEscape(i.Capability.ID)
	switch i.Surface {
	case SurfaceAction, SurfaceAgent, SurfaceBatch:
		fields, err := platformFields(i.Input)
		if err != nil {
			return "", nil, err
		}
		action := i.actionPayload(fields)
		if i.Surface == SurfaceBatch {
			return "/workflow-actions/" + id + "/batched/invoke", map[string]any{"inputs": []any{action}}, nil
		}
		return "/workflow-actions/" + id + "/invoke", action, nil
	case SurfaceCard:
		// The platform appends these to every call of a card.
		query := fmt.Sprintf("?userId=%d&portalId=%d&userEmail=dev%%40example.com&appId=%d",
			devUserID, i.Install.portal(), host.DefaultAppID)
		return "/_svc/cards/" + id + query, map[string]any{"input": orEmpty(i.Input)}, nil
	case SurfaceInvoke:
		return "/capabilities/" + id + "/invoke?kind=" + i.Capability.Kind, i.invokePayload(), nil
	case SurfaceEvents:
		return "/webhooks/crm/" + id, i.Input, nil
	case SurfaceSync:
		return "/sync/" + id + "/run", map[string]any{"install": i.installPayload()}, nil
	case SurfacePost:
		return fmt.Sprintf("/webhooks/%s?install=%d", id, i.Install.portal()), orEmpty(i.Input), nil
	}
	return "", nil, fmt.Errorf("unknown surface %q", i.Surface)
}

// actionPayload returns the body of a workflow action's request.
func (i Invocation) actionPayload(fields map[string]any) any {
	source := "WORKFLOWS"
	context := map[string]any{"workflowId": devWorkflowID, "actionId": devActionID}
	if i.Surface == SurfaceAgent {
		source, context = "AGENTS", map[string]any{}
	}
	context["source"] = source
	portal := i.Install.portal()
	payload := map[string]any{
		"callbackId": fmt.Sprintf("ap-%d-%d-%d-0", portal, devWorkflowID, devActionID),
		"origin":     map[string]any{"portalId": portal, "actionDefinitionId": devActionDef, "actionDefinitionVersion": 1},
		"context":    context,
		"fields":     fields, "inputFields": fields,
	}
	if o := i.Object; o != nil {
		payload["object"] = map[string]any{
			"objectId": platformID(o.ID), "objectType": o.ObjectType, "properties": o.Properties,
		}
	}
	return payload
}

func (i Invocation) invokePayload() any {
	payload := map[string]any{"input": orEmpty(i.Input)}
	if i.Object != nil {
		payload["object"] = i.Object
	}
	payload["install"] = i.installPayload()
	return payload
}

// installPayload returns the install that a granted request names.
func (i Invocation) installPayload() Install {
	install := Install{}
	if i.Install != nil {
		install = *i.Install
	}
	portal := i.Install.portal()
	install.PortalID = &portal
	return install
}

// platformID returns a record's id as the platform sends it: as a number if possible.
func platformID(id string) any {
	if id != "" && strings.Trim(id, "0123456789") == "" && (id[0] != '0' || len(id) == 1) && len(id) < 16 {
		return json.Number(id)
	}
	return id
}

// platformFields returns the input as a workflow sends it: every value is a string.
func platformFields(input json.RawMessage) (map[string]any, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(orEmpty(input), &values); err != nil {
		return nil, fmt.Errorf("invalid input: expected a JSON object: %w", err)
	}
	fields := map[string]any{}
	for name, raw := range values {
		var text string
		switch {
		case string(raw) == "null":
			fields[name] = nil
		case json.Unmarshal(raw, &text) == nil:
			fields[name] = text
		default:
			fields[name] = string(raw)
		}
	}
	return fields, nil
}

func orEmpty(input json.RawMessage) json.RawMessage {
	if len(input) == 0 {
		return json.RawMessage("{}")
	}
	return input
}
