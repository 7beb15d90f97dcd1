package invoke

import (
	"encoding/json"
	"fmt"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
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
			fmt.Sprintf("--surface %s is for tools, and %q is a %s", flag, c.Name(), capability.KindWords[c.Kind]),
			"leave out --surface, or write --surface invoke",
		)
	}
	return "", cli.Usage(
		fmt.Sprintf("--surface is for tools and card backends, and %q is a %s", c.Name(), capability.KindWords[c.Kind]),
		"leave out --surface: there is one way to reach it",
	)
}

// invocation puts together what is sent.
func (r *invocation) invocation(h *host.Host, given store.LastInput) (devserver.Invocation, error) {
	i := devserver.Invocation{Capability: r.capability, Surface: r.surface, Input: given.Input}
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
	if r.surface == devserver.SurfaceEvents {
		if i.Input, err = devserver.Events(h, r.capability, given.Input, i.Install); err != nil {
			return i, cli.Usage(
				"--input: "+err.Error(),
				`write an event such as {"objectId": 101}, a list of them, or leave out --input for a sample`,
			)
		}
	}
	return i, nil
}

// checkInput refuses an input that the surface cannot carry.
func (r *invocation) checkInput(input json.RawMessage) error {
	takesLists := r.surface == devserver.SurfaceEvents || r.surface == devserver.SurfacePost
	switch {
	case input == nil || takesLists:
		return nil
	case r.surface == devserver.SurfaceSync:
		return cli.Usage(
			fmt.Sprintf("--input is not for syncs: %q reads its own source", r.capability.Name()), "leave out --input",
		)
	case input[0] != '{':
		return cmdutil.NotAnObject("--input", input)
	}
	return nil
}

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
			"--install: id and state are not the platform's to say on this surface: it names a portal only",
			"give portalId and config, or add --surface invoke",
		)
	}
	if install.PortalID != nil && *install.PortalID < 0 {
		return nil, cli.Usage(fmt.Sprintf("--install: portalId cannot be %d", *install.PortalID), memberFix["--install"])
	}
	return &install, nil
}
