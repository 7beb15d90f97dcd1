// Package state implements `svc dev state`, which shows, resets, exports and imports the local state.
package state

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/store"
)

type options struct {
	env       *cli.Env
	dir       string
	json, yes bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{env: env}
	cmd := &cobra.Command{
		Use:   "state",
		Short: "Show, reset, export and import the local state",
		Long: `Show the state of the app on this machine, in .svc/state: what its actors store, their alarms, the installs
in the emulated CRM and the clock. While 'svc dev' runs, these commands use its server.

Exit codes: 0 success, 1 the app of the running server does not load, 2 usage error, 3 internal error, 9
another process has locked the state.`,
		Example: `  svc dev state list
  svc dev state reset --yes`,
		Args: cmdutil.Subcommand,
	}
	cmdutil.Group(cmd)
	cmd.PersistentFlags().StringVarP(&o.dir, "dir", "C", ".",
		"the app's `folder` (default: the nearest one with svc.config.ts)")
	cmd.PersistentFlags().Lookup("dir").DefValue = "" // the text says it
	cmd.AddCommand(o.listCommand(), o.showCommand(), o.resetCommand(), o.exportCommand(), o.importCommand())
	cmdutil.AddExitCodes(cmd)
	return cmd
}

// folder returns the folder of the app.
func (o *options) folder() (string, error) {
	dir, err := o.env.Folder(o.dir)
	if err != nil {
		return "", err
	}
	return dir, cmdutil.NeedApp(dir)
}

// read returns the folder and its state: that of the running server, or that on disk.
func (o *options) read(ctx context.Context) (e *host.Export, dir string, err error) {
	if dir, err = o.folder(); err != nil {
		return nil, "", err
	}
	if server := localserver.Find(dir); server != nil {
		e = &host.Export{}
		err = server.Ask(ctx, live.StatePath, nil, e)
		if !errors.Is(err, localserver.ErrNoServer) {
			return e, dir, err
		}
	}
	e, err = host.ReadState(dir)
	return e, dir, local.StateError(err)
}

// actorName is how commands name an actor.
func actorName(a store.ActorState) string { return a.Class + "/" + a.Name }

// actor is an actor in the documents of list and show.
type actor struct {
	Actor   string `json:"actor"`
	Entries int    `json:"entries"`
	Bytes   int    `json:"bytes"`
	Alarm   string `json:"alarm,omitempty"`
}

func actorOf(a store.ActorState) actor {
	one := actor{Actor: actorName(a), Entries: len(a.Entries)}
	for key, value := range a.Entries {
		one.Bytes += len(key) + len(value)
	}
	if a.Alarm != nil {
		one.Alarm = time.UnixMilli(*a.Alarm).UTC().Format(time.RFC3339)
	}
	return one
}

// listed is what list --json prints.
type listed struct {
	SchemaVersion int     `json:"schemaVersion"`
	AheadMs       int64   `json:"aheadMs"`
	Installs      []int64 `json:"installs"`
	Actors        []actor `json:"actors"`
}

func (o *options) listCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List what the actors store",
		Example: `  svc dev state list
  svc dev state list --json | jq '.actors[].actor'`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, _, err := o.read(cmd.Context())
			if err != nil {
				return err
			}
			return o.list(e)
		},
	}
	cmdutil.AddJSONFlag(cmd.Flags(), &o.json)
	return cmd
}

func (o *options) list(e *host.Export) error {
	all := listed{SchemaVersion: 1, AheadMs: e.AheadMs, Installs: []int64{}, Actors: []actor{}}
	for _, grant := range e.CRM.Grants { // a portal that consented twice has two
		if !slices.Contains(all.Installs, grant.PortalID) {
			all.Installs = append(all.Installs, grant.PortalID)
		}
	}
	for _, a := range e.Actors {
		all.Actors = append(all.Actors, actorOf(a))
	}
	if o.json {
		return o.env.JSON(all)
	}
	var rows [][]string
	for _, a := range all.Actors {
		rows = append(rows, []string{a.Actor, fmt.Sprint(a.Entries), fmt.Sprint(a.Bytes), a.Alarm})
	}
	if len(rows) > 0 {
		if err := o.env.Table([]string{"ACTOR", "ENTRIES", "BYTES", "ALARM"}, rows); err != nil {
			return err
		}
	}
	o.env.Notef("%s, %s in the emulated CRM, clock %s ahead", cli.Count(len(rows), "actor"),
		cli.Count(len(all.Installs), "install"), cli.Duration(time.Duration(e.AheadMs)*time.Millisecond))
	return nil
}

// shown is what show --json prints.
type shown struct {
	SchemaVersion int `json:"schemaVersion"`
	actor
	Values map[string]json.RawMessage `json:"values"`
}

func (o *options) showCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show <actor> [prefix]",
		Short: "Show the entries of an actor",
		Long: `Show what one actor stores, by key. Entries of ctx.store have keys that begin with s/ in the InstallActor of
their install. A prefix selects keys.`,
		Example: `  svc dev state show InstallActor/static
  svc dev state show InstallActor/1000001 s/reminders/`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return cmdutil.ExactArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			e, _, err := o.read(cmd.Context())
			if err != nil {
				return err
			}
			return o.show(e, args[0], strings.Join(args[1:], ""))
		},
	}
	cmdutil.AddJSONFlag(cmd.Flags(), &o.json)
	return cmd
}

func (o *options) show(e *host.Export, name, prefix string) error {
	var names []string
	for _, a := range e.Actors {
		names = append(names, actorName(a))
	}
	at := slices.Index(names, name)
	if at < 0 {
		return cli.Usage(fmt.Sprintf("unknown actor %q", name), cli.Suggest(name, names, "run 'svc dev state list'"))
	}
	found := e.Actors[at]
	entries := maps.Clone(found.Entries)
	maps.DeleteFunc(entries, func(key string, _ json.RawMessage) bool { return !strings.HasPrefix(key, prefix) })
	if o.json {
		return o.env.JSON(shown{1, actorOf(found), entries})
	}
	var rows [][]string
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		rows = append(rows, []string{key, string(entries[key])})
	}
	if len(rows) == 0 {
		o.env.Notef("no key begins with %q: %s has %s", prefix, name, cli.Count(len(found.Entries), "key"))
		return nil
	}
	return o.env.Table([]string{"KEY", "VALUE"}, rows)
}
