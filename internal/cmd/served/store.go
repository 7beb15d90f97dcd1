package served

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/live"
)

type storeOptions struct {
	ofInstall
	after string
}

func newStoreCommand(env *cli.Env) *cobra.Command {
	o := &storeOptions{ofInstall: ofInstall{env: env}}
	cmd := &cobra.Command{
		Use:   "store <command>",
		Short: "Show and change the entries of ctx.store",
		Long: `Show and change the ctx.store entries of an install, on the server that 'svc dev' runs in this folder. A
running handler that has already read an entry does not see the change. 'svc dev state show' shows what svc
itself stores.

Exit codes: 0 success, 1 the app does not load, 2 usage error, 3 internal error, 9 no running server.`,
		Example: `  svc dev store list
  svc dev store set cursor '{"page": 3}'`,
		Args: cmdutil.Subcommand,
	}
	cmdutil.Group(cmd)
	cmd.AddCommand(o.listCommand(), o.showCommand(), o.setCommand(), o.deleteCommand())
	cmdutil.AddExitCodes(cmd)
	o.addTo(cmd)
	return cmd
}

// storeDocument is the output of list --json.
type storeDocument struct {
	SchemaVersion int    `json:"schemaVersion"`
	Install       string `json:"install"`
	live.StoreAnswer
}

// deletedEntryDocument is the output of delete --json.
type deletedEntryDocument struct {
	SchemaVersion int    `json:"schemaVersion"`
	Install       string `json:"install"`
	Key           string `json:"key"`
	Deleted       bool   `json:"deleted"`
}

// entryDocument is the output of the other commands with --json.
type entryDocument struct {
	SchemaVersion int    `json:"schemaVersion"`
	Install       string `json:"install"`
	live.StoreEntry
}

func (o *storeOptions) listCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [prefix]",
		Short: "List the entries by key",
		Example: `  svc dev store list
  svc dev store list invoice/ --after invoice/0100 --json`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			request := live.StoreRequest{After: o.after}
			if len(args) == 1 {
				request.Prefix = args[0]
			}
			page, err := o.ask(cmd.Context(), &request)
			if err != nil {
				return err
			}
			if o.asJSON {
				return o.env.JSON(storeDocument{1, request.Install, page})
			}
			var rows [][]string
			for _, entry := range page.Entries {
				rows = append(rows, []string{entry.Key, string(entry.Value)})
			}
			if len(rows) == 0 {
				o.env.Notef("no entries")
				return nil
			}
			if page.More {
				o.env.Notef("more entries: add --after %s", page.Entries[len(page.Entries)-1].Key)
			}
			return o.env.Table([]string{"KEY", "VALUE"}, rows)
		},
	}
	cmd.Flags().StringVar(&o.after, "after", "", "list entries after this `key` only")
	return cmd
}

func (o *storeOptions) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show <key>",
		Short: "Print the value of an entry as JSON",
		Example: `  svc dev store show cursor | jq .page
  svc dev store show greeting --install 1000001`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			request := live.StoreRequest{Prefix: args[0]}
			page, err := o.ask(cmd.Context(), &request)
			switch {
			case err != nil:
				return err
			case len(page.Entries) == 0 || page.Entries[0].Key != args[0]: // the shortest key with the prefix is the first
				problem := fmt.Sprintf("install %q has no entry %q", request.Install, args[0])
				return cli.Usage(problem, "'svc dev store list' lists the keys")
			case o.asJSON:
				return o.env.JSON(entryDocument{1, request.Install, page.Entries[0]})
			}
			_, err = fmt.Fprintln(o.env.Out, cli.OneLine(string(page.Entries[0].Value)))
			return err
		},
	}
}

func (o *storeOptions) setCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "set <key> <json>",
		Short: "Set the value of an entry, which is JSON",
		Long: `Set the value of an entry of ctx.store, as ctx.store.put does. The value is JSON, @file, or - for standard
input; a string needs double quotes, as in '"hello"'.`,
		Example: `  svc dev store set cursor '{"page": 3}'
  svc dev store set greeting '"hello"' --install 1000001`,
		Args: cmdutil.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			value, err := cmdutil.ReadJSON(o.env, "the value", args[1])
			if err != nil {
				return err
			}
			return o.set(cmd.Context(), live.StoreEntry{Key: args[0], Value: value})
		},
	}
}

func (o *storeOptions) deleteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "delete <key>",
		Short: "Delete an entry",
		Example: `  svc dev store delete cursor
  svc dev store delete greeting --install 1000001`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.remove(cmd.Context(), args[0])
		},
	}
}

func (o *storeOptions) set(ctx context.Context, entry live.StoreEntry) error {
	request := live.StoreRequest{Key: entry.Key, Value: entry.Value}
	switch _, err := o.change(ctx, &request); {
	case err != nil:
		return err
	case o.asJSON:
		return o.env.JSON(entryDocument{1, request.Install, entry})
	}
	o.env.Notef("set %s of install %s", cli.OneLine(entry.Key), request.Install)
	return nil
}

// remove deletes an entry. One that does not exist is not an error.
func (o *storeOptions) remove(ctx context.Context, key string) error {
	request := live.StoreRequest{Key: key}
	switch answer, err := o.change(ctx, &request); {
	case err != nil:
		return err
	case o.asJSON:
		return o.env.JSON(deletedEntryDocument{1, request.Install, key, answer.Deleted})
	case !answer.Deleted:
		o.env.Notef("there was no entry %s of install %s", cli.OneLine(key), request.Install)
	default:
		o.env.Notef("deleted %s of install %s", cli.OneLine(key), request.Install)
	}
	return nil
}

// change sends a request that names the key of an entry.
func (o *storeOptions) change(ctx context.Context, request *live.StoreRequest) (answer live.StoreAnswer, err error) {
	if request.Key == "" {
		return answer, cli.Usage(`invalid key "": expected a string`, "'svc dev store list' lists the keys")
	}
	return o.ask(ctx, request)
}

// ask chooses the install of a request, and sends it.
func (o *storeOptions) ask(ctx context.Context, request *live.StoreRequest) (page live.StoreAnswer, err error) {
	const command, fix = "svc dev store", "run 'svc dev store --help'"
	if request.Install, err = o.choose(ctx, command); err == nil {
		err = caller{o.env, o.dir, command, fix}.ask(ctx, live.StorePath, request, &page)
	}
	return page, err
}
