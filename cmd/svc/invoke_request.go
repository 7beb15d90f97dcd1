// This file makes the invocation of what the user gave: surface, record and install.

package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/store"
)

// ownSurfaces are the surfaces of each kind when --surface says nothing.
var ownSurfaces = map[string]devserver.Surface{
	devserver.KindTool: devserver.SurfaceAction, devserver.KindCardBackend: devserver.SurfaceCard,
	devserver.KindTrigger: devserver.SurfaceEvents, devserver.KindSync: devserver.SurfaceSync, devserver.KindSource: devserver.SurfacePost,
}

// chooseSurface is the surface of the flag, or the capability's own.
func chooseSurface(c devserver.Capability, flag string) (devserver.Surface, error) {
	surface := devserver.Surface(flag)
	isCard := c.Kind == devserver.KindCardBackend
	switch {
	case flag == "":
		return ownSurfaces[c.Kind], nil
	case c.Kind == devserver.KindTool && surface == devserver.SurfaceAgent && !c.Agent:
		return "", cli.Usage(
			fmt.Sprintf("no agent can run %q: it has no agent block", c.Name()),
			"declare agent: { description, expose } on the tool, or leave out --surface",
		)
	case c.Kind == devserver.KindTool, isCard && surface == devserver.SurfaceInvoke:
		return surface, nil
	case isCard:
		return "", cli.Usage(
			fmt.Sprintf("--surface %s is for tools, and %q is a %s", flag, c.Name(), kindWords[c.Kind]),
			"leave out --surface, or write --surface invoke",
		)
	}
	return "", cli.Usage(
		fmt.Sprintf("--surface is for tools and card backends, and %q is a %s", c.Name(), kindWords[c.Kind]),
		"leave out --surface: there is one way to reach it",
	)
}

// invocation puts together what is sent.
func (r *invokeRun) invocation(host *devserver.Host, given store.LastInput) (devserver.Invocation, error) {
	i := devserver.Invocation{Capability: r.capability, Surface: r.surface, Input: given.Input}
	if err := r.checkInput(given.Input); err != nil {
		return i, err
	}
	var err error
	if i.Install, err = r.install(given.Install); err != nil {
		return i, err
	}
	if i.Object, err = r.object(host, given.Object); err != nil {
		return i, err
	}
	if r.surface == devserver.SurfaceEvents {
		if i.Input, err = host.Events(r.capability, given.Input, i.Install); err != nil {
			return i, cli.Usage(
				"--input: "+err.Error(),
				`write an event such as {"objectId": 101}, a list of them, or leave out --input for a sample`,
			)
		}
	}
	return i, nil
}

// checkInput refuses an input that the surface cannot carry.
func (r *invokeRun) checkInput(input json.RawMessage) error {
	takesLists := r.surface == devserver.SurfaceEvents || r.surface == devserver.SurfacePost
	switch {
	case input == nil || takesLists:
		return nil
	case r.surface == devserver.SurfaceSync:
		return cli.Usage(
			fmt.Sprintf("--input is not for syncs: %q reads its own source", r.capability.Name()), "leave out --input",
		)
	case input[0] != '{':
		return notAnObject("--input", input)
	}
	return nil
}

// looseID is an id that may be written as a number.
type looseID string

func (id *looseID) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) != nil {
		if s = string(text); strings.Trim(s, "0123456789") != "" {
			what := jsonKind(text[0])
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
func (r *invokeRun) object(host *devserver.Host, text json.RawMessage) (*devserver.Object, error) {
	var flag struct {
		ID         looseID        `json:"id"`
		ObjectType string         `json:"objectType"`
		Properties map[string]any `json:"properties"`
	}
	if text != nil {
		switch r.surface {
		case devserver.SurfaceEvents, devserver.SurfaceSync, devserver.SurfacePost:
			return nil, cli.Usage(
				fmt.Sprintf("--object is for tools, and %q is a %s", r.capability.Name(), kindWords[r.capability.Kind]),
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
	if r.options.crm == devserver.CRMLive {
		if text == nil && objectType != "" {
			return nil, cli.Usage(
				fmt.Sprintf("%q needs a record, and there are no samples with --crm live", r.capability.Name()),
				`name one of your account: --object '{"id": "123"}'`,
			)
		}
		return object, nil
	}
	sample, err := host.Sample(objectType, object.ID)
	switch {
	case err == nil && object.Properties == nil:
		return &sample, nil
	case err == nil:
		object.ObjectType = sample.ObjectType
	case text == nil:
		r.env.Notef("note: %v, so the tool is enrolled with none; give one with --object", err)
		return nil, nil
	case object.Properties == nil:
		r.env.Notef("note: %v, so the tool gets it without properties", err)
	}
	return object, nil
}

func (r *invokeRun) install(text json.RawMessage) (*devserver.Install, error) {
	if text == nil {
		return nil, nil
	}
	var install devserver.Install
	if err := decodeMember("--install", text, &install); err != nil {
		return nil, err
	}
	if (install.ID != "" || install.State != "") && r.surface != devserver.SurfaceInvoke &&
		r.surface != devserver.SurfaceSync {
		return nil, cli.Usage(
			"--install: id and state are not the platform's to say on this surface: it names a portal only",
			"give portalId and config, or add --surface invoke",
		)
	}
	if install.PortalID != nil && *install.PortalID < 0 {
		return nil, cli.Usage(fmt.Sprintf("--install: portalId cannot be %d", *install.PortalID), memberFix["--install"])
	}
	return &install, nil
}
