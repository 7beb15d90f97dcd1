package invoke

import (
	"encoding/json"
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/store"
)

// ownSurfaces are the default surfaces by kind.
var ownSurfaces = map[string]devserver.Surface{
	devserver.KindTool: devserver.SurfaceAction, devserver.KindCardBackend: devserver.SurfaceCard,
	devserver.KindTrigger: devserver.SurfaceEvents, devserver.KindSync: devserver.SurfaceSync,
	devserver.KindSource: devserver.SurfacePost,
}

// chooseSurface returns the surface of --surface, or the default of the capability.
func chooseSurface(c devserver.Capability, flag string) (devserver.Surface, error) {
	surface := devserver.Surface(flag)
	isCard := c.Kind == devserver.KindCardBackend
	switch {
	case flag == "":
		return ownSurfaces[c.Kind], nil
	case c.Kind == devserver.KindTool && surface == devserver.SurfaceAgent && !c.Agent:
		return "", cli.Usage(
			fmt.Sprintf("agents cannot run %q: it has no agent block", c.Name()),
			"declare agent: { description, expose } on the tool, or leave out --surface",
		)
	case c.Kind == devserver.KindTool, isCard && surface == devserver.SurfaceInvoke:
		return surface, nil
	case isCard:
		return "", cli.Usage(
			fmt.Sprintf("--surface %s applies to tools only: %q is a %s", flag, c.Name(), capability.KindWords[c.Kind]),
			"leave out --surface, or write --surface invoke",
		)
	}
	return "", cli.Usage(
		fmt.Sprintf("--surface applies to tools and card backends only: %q is a %s", c.Name(), capability.KindWords[c.Kind]),
		"leave out --surface",
	)
}

// request returns the request for the host.
func (r *invocation) request(h *host.Host, given store.LastInput) (devserver.Invocation, error) {
	i := devserver.Invocation{Capability: r.capability, Surface: r.surface, Input: given.Input}
	if r.options.again && r.surface != devserver.SurfaceEvents {
		return i, cli.Usage(
			fmt.Sprintf("--again applies to triggers only: %q is a %s and runs every time", r.capability.Name(),
				capability.KindWords[r.capability.Kind]),
			"leave out --again",
		)
	}
	if err := r.checkInput(given.Input); err != nil {
		return i, err
	}
	var err error
	if i.Install, err = r.install(given.Install); err != nil {
		return i, err
	}
	if i.Object, err = r.object(h, given.Object); err != nil {
		return i, err
	}
	if r.surface != devserver.SurfaceEvents {
		return i, nil
	}
	if i.Input, err = devserver.Events(h, r.capability, given.Input, i.Install); err != nil {
		return i, cli.Usage(
			"--input: "+err.Error(),
			`write an event such as {"objectId": 101}, a list of them, or leave out --input for a sample`,
		)
	}
	if r.options.again || r.options.watch {
		i.Input, err = devserver.Renewed(i.Input, r.Env.Now().UnixMicro())
	}
	return i, err
}

// checkInput rejects an input that the surface cannot carry.
func (r *invocation) checkInput(input json.RawMessage) error {
	takesLists := r.surface == devserver.SurfaceEvents || r.surface == devserver.SurfacePost
	switch {
	case input == nil || takesLists:
		return nil
	case r.surface == devserver.SurfaceSync:
		return cli.Usage(
			fmt.Sprintf("--input does not apply to syncs: %q reads its own source", r.capability.Name()), "leave out --input",
		)
	case input[0] != '{':
		return cmdutil.NotAnObject("--input", input)
	}
	r.noteUnknownFields(input)
	return nil
}

// install returns the install of --install, or nil for the default.
func (r *invocation) install(text json.RawMessage) (*devserver.Install, error) {
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
			"--install cannot have id and state on this surface, whose requests name a portal only",
			"use portalId and config, or add --surface invoke",
		)
	}
	if install.PortalID != nil && *install.PortalID < 0 {
		return nil, cli.Usage(
			fmt.Sprintf("invalid portalId %d in --install: expected a number from 0", *install.PortalID),
			memberFix["--install"],
		)
	}
	return &install, nil
}
