package served

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/platform"
)

// maxRepeat bounds --repeat.
const maxRepeat = 1_000

type sendOptions struct {
	dir, target, kind, input, event, url string
	portal                               int64
	repeat                               int
	duplicate, badSignature, asJSON      bool
	skew                                 time.Duration
}

func newSendCommand(env *cli.Env) *cobra.Command {
	o := &sendOptions{}
	cmd := &cobra.Command{
		Use:   "send <trigger|source>",
		Short: "Send a signed webhook to the running server",
		Long: `Send a webhook to a trigger or a push source of the server that 'svc dev' runs in this folder, over HTTP and
signed as the CRM or the sender of the source signs it.

A trigger gets the events of --input, completed from a sample of its eventType; without --input it gets the
sample. --event chooses the type of the sample. A source gets --input as the body. Each delivery has events of
its own, so that the app processes all of them. --duplicate sends each delivery once more, as the CRM does when
it gets no response in time.

--bad-signature signs with a wrong key, and --skew with a time that is ahead of the server's clock, or behind it:
the app must reject both. A rejected request is printed with the text that was signed.

--url sends to another address, such as that of a tunnel to this server. The signature is for that address. The
receiver accepts it if it has the same secret: CRM_CLIENT_SECRET, or that of the source, in .dev.vars.

Exit codes: 0 every response has a status below 300, 1 another status, or the app does not load, 2 usage error,
3 internal error, 8 no response, 9 no running server.`,
		Example: `  svc dev send deal-closed
  svc dev send deal-closed -i '{"objectId": 302, "propertyValue": "closedwon"}' --duplicate
  svc dev send ledger-rows -i @rows.json --bad-signature
  svc dev send deal-closed --skew 6m --json`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.target = args[0]
			if err := o.validate(); err != nil {
				return err
			}
			return o.run(cmd.Context(), env)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *sendOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.input, "input", "i", "", "the events or the body as `json`, @file, or - for standard input")
	f.StringVar(&o.event, "event", "", "the `type` of the sample event (default: the eventType of the trigger)")
	f.Int64Var(&o.portal, "portal", host.DefaultPortal, "the `portal` that the webhook is about")
	f.IntVar(&o.repeat, "repeat", 1, "send this `number` of deliveries")
	f.BoolVar(&o.duplicate, "duplicate", false, "send each delivery twice")
	f.DurationVar(&o.skew, "skew", 0, "sign with a time that is this `duration` ahead of the server's clock")
	f.BoolVar(&o.badSignature, "bad-signature", false, "sign with a wrong key")
	f.StringVar(&o.url, "url", "", "send to this `address` instead of the running server")
	capability.AddKindFlag(f, &o.kind)
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddJSONFlag(f, &o.asJSON)
}

func (o *sendOptions) validate() error {
	if err := cmdutil.InRange("--repeat", o.repeat, 1, maxRepeat); err != nil {
		return err
	}
	if _, err := capability.ParseKind(o.kind); err != nil {
		return err
	}
	if o.portal < 0 {
		return cli.Usage(fmt.Sprintf("invalid --portal %d: expected a number from 0", o.portal), "")
	}
	if o.event != "" {
		if _, err := platform.ParseEventType(o.event); err != nil {
			return cli.Usage(fmt.Sprintf("invalid --event: %v", err), "")
		}
	}
	if o.url == "" {
		return nil
	}
	at, err := url.Parse(o.url)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" || at.User != nil || at.Fragment != "" {
		return cli.Usage(
			fmt.Sprintf("invalid --url %q: expected an address of http or https", cmdutil.WithoutUser(o.url)),
			"write an origin such as https://app.example.com, or the whole address of the route",
		)
	}
	return nil
}

const sendFix = "run 'svc dev send --help' for what can be sent"

func (o *sendOptions) run(ctx context.Context, env *cli.Env) error {
	input, err := o.readInput(env) // first, since it needs no server
	if err != nil {
		return err
	}
	server, err := localserver.In(env, o.dir)
	if err != nil {
		return localserver.UserError(err, "svc dev send", sendFix)
	}
	request, err := o.request(ctx, env, server, input)
	if err != nil {
		return localserver.UserError(err, "svc dev send", sendFix)
	}
	sent := &sending{env: env, options: o, server: server, document: sentDocument{
		SchemaVersion: 1, OK: true, Worker: request.Worker, ID: request.ID, Kind: request.Kind, Responses: []sentResponse{},
	}}
	for n := range o.repeat {
		var signed live.SignAnswer
		if err := server.Ask(ctx, live.SignPath, request, &signed); err != nil {
			return localserver.UserError(err, "svc dev send", sendFix)
		}
		for again, r := range signed.Requests {
			if err := sent.send(ctx, r, n+1, again > 0); err != nil {
				return err
			}
		}
	}
	return sent.print()
}

// readInput reads --input, nil without it.
func (o *sendOptions) readInput(env *cli.Env) (json.RawMessage, error) {
	if o.input == "" {
		return nil, nil
	}
	return cmdutil.ReadJSONObjectOrList(env, "--input", o.input)
}

// request returns what the server signs.
func (o *sendOptions) request(
	ctx context.Context, env *cli.Env, server *localserver.Server, input json.RawMessage,
) (live.SignRequest, error) {
	request := live.SignRequest{
		EventType: o.event, Portal: o.portal, URL: o.url, SkewMs: o.skew.Milliseconds(), WrongKey: o.badSignature,
		Again: o.duplicate, Input: input,
	}
	var served live.Overview
	if err := server.Ask(ctx, live.OverviewPath, nil, &served); err != nil {
		return request, err
	}
	c, err := receiver(served.Capabilities, o.target, o.kind)
	if err != nil && len(served.Unserved) > 0 {
		return request, &cli.Error{
			Code: cli.ExitNegative, What: fmt.Sprintf("no trigger or push source %q is served", o.target),
			Why: strings.Join(served.Unserved, ", ") + " does not load, and no earlier version of it is served",
			Fix: "run 'svc check' and fix its findings",
		}
	}
	if err != nil {
		return request, err
	}
	if o.event != "" && c.Kind != devserver.KindTrigger {
		return request, cli.Usage("--event applies to triggers only: "+c.Name()+" is a push source", "leave out --event")
	}
	request.Worker, request.Kind, request.ID = c.Worker, c.Kind, c.ID
	if o.url != "" {
		return request, nil
	}
	request.URL = server.WorkerURL(c.Worker).String()
	if portal := strconv.FormatInt(o.portal, 10); served.OAuth && c.Kind == devserver.KindTrigger {
		isThere, err := isInstalled(ctx, server.Ask, portal)
		if err != nil {
			return request, err
		}
		if !isThere {
			env.Notef("the app is not installed in portal %s, whose webhooks the CRM would not send: run 'svc dev install %s'",
				portal, portal)
		}
	}
	return request, nil
}

// receiver returns the trigger or push source that an id names.
func receiver(served []live.Served, target, kind string) (devserver.Capability, error) {
	var all, others []devserver.Capability
	for _, s := range served {
		one := devserver.Capability{Worker: s.Worker, ID: s.ID, Kind: s.Kind, EventType: s.EventType}
		if s.Kind == devserver.KindTrigger || s.Kind == devserver.KindSource {
			all = append(all, one)
		} else {
			others = append(others, one)
		}
	}
	if len(all) == 0 {
		return devserver.Capability{}, cli.Usage(
			"the app has no triggers and no push sources", "add one with 'svc add trigger' or 'svc add source'",
		)
	}
	found, err := capability.Find(all, target, kind)
	if err == nil {
		return found, nil
	}
	if other, otherErr := capability.Find(others, target, kind); otherErr == nil {
		return found, cli.Usage(
			fmt.Sprintf("%q is a %s, which receives no webhooks", target, capability.KindWords[other.Kind]),
			"run 'svc dev invoke "+target+"', or "+cli.ListNames("use one of", capability.Names(all)),
		)
	}
	return found, err
}
