package served

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// onlyVariation is the variation of a flag that has one value.
const onlyVariation = "value"

type flagOptions struct {
	caller
	asJSON bool
}

func newFlagsCommand(env *cli.Env) *cobra.Command {
	const fix = "run 'svc dev flags list' for the flags, or 'svc docs flags' for their form"
	o := &flagOptions{caller: caller{env: env, command: "svc dev flags", fix: fix}}
	cmd := &cobra.Command{
		Use:   "flags <command>",
		Short: "Show and change feature flags",
		Long: `Show and change the feature flags that ctx.flags evaluates, on the server that 'svc dev' runs in this folder. A
change takes effect within 10 seconds. In a deployed app, your own system sets flags over HTTP: see 'svc docs
flags'.

Exit codes: 0 success, 1 the app does not load, 2 usage error, 3 internal error, 9 no running server.`,
		Example: `  svc dev flags list
  svc dev flags set short-summaries true`,
		Args: cmdutil.Subcommand,
	}
	cmdutil.Group(cmd)
	cmd.AddCommand(o.listCommand(), o.showCommand(), o.setCommand(), o.deleteCommand())
	cmdutil.AddExitCodes(cmd)
	for _, child := range cmd.Commands() {
		cmdutil.AddDirFlag(child.Flags(), &o.dir)
		cmdutil.AddJSONFlag(child.Flags(), &o.asJSON)
	}
	return cmd
}

// The output of --json.
type (
	flagsDocument struct {
		SchemaVersion int       `json:"schemaVersion"`
		Flags         []flagRow `json:"flags"`
	}
	flagRow struct {
		Key       string `json:"key"`
		Type      string `json:"type"`
		Status    string `json:"status"`
		Version   int64  `json:"version"`
		UpdatedAt string `json:"updatedAt"`
	}
	flagDocument struct {
		SchemaVersion int             `json:"schemaVersion"`
		Flag          json.RawMessage `json:"flag"`
	}
	deletedFlagDocument struct {
		SchemaVersion int    `json:"schemaVersion"`
		Key           string `json:"key"`
		Deleted       bool   `json:"deleted"`
	}
)

func (o *flagOptions) listCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the flags by key",
		Example: `  svc dev flags list
  svc dev flags list --json | jq '.flags[].key'`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all := flagsDocument{SchemaVersion: 1}
			if err := o.control(cmd.Context(), http.MethodGet, "flags", nil, &all); err != nil {
				return err
			}
			if o.asJSON {
				return o.env.JSON(all)
			}
			if len(all.Flags) == 0 {
				o.env.Notef("no flags")
				return nil
			}
			var rows [][]string
			for _, one := range all.Flags {
				rows = append(rows, []string{one.Key, one.Type, one.Status, fmt.Sprint(one.Version), one.UpdatedAt})
			}
			return o.env.Table([]string{"KEY", "TYPE", "STATUS", "VERSION", "UPDATED"}, rows)
		},
	}
}

func (o *flagOptions) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show <key>",
		Short: "Print the snapshot of a flag as JSON",
		Example: `  svc dev flags show short-summaries
  svc dev flags show short-summaries > flag.json`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.callForFlag(cmd.Context(), http.MethodGet, args[0], nil)
		},
	}
}

func (o *flagOptions) setCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "set <key> <json>",
		Short: "Set a flag to a value or a snapshot, which is JSON",
		Long: `Set a flag. A boolean, number or string is its value in every portal. An object is a whole snapshot with
variations, rules and a rollout: see 'svc docs flags'. The JSON may be @file, or - for standard input.

Missing members of a snapshot get defaults: status active, the current time as version and updatedAt, the key as
salt, and no rules. A version that you set must be higher than the stored one.`,
		Example: `  svc dev flags set short-summaries true
  svc dev flags set short-summaries @flag.json`,
		Args: cmdutil.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			given, err := cmdutil.ReadJSON(o.env, "the flag", args[1])
			if err != nil {
				return err
			}
			snapshot, err := snapshotOf(args[0], given, o.env.Now())
			if err != nil {
				return err
			}
			return o.callForFlag(cmd.Context(), http.MethodPut, args[0], snapshot)
		},
	}
}

// snapshotOf returns the snapshot of a flag that a value or an incomplete snapshot describes.
func snapshotOf(key string, given json.RawMessage, now time.Time) (map[string]json.RawMessage, error) {
	snapshot := map[string]json.RawMessage{}
	switch kind := kindOf(given); kind {
	case "object":
		if err := json.Unmarshal(given, &snapshot); err != nil {
			return nil, cmdutil.InternalError(err.Error(), err)
		}
	case "":
		return nil, cli.Usage(
			"a flag is a boolean, number or string, or an object with its snapshot", "see 'svc docs flags' for a snapshot",
		)
	default:
		value := map[string]any{
			"type": kind, "variations": map[string]json.RawMessage{onlyVariation: given}, "default": onlyVariation,
			"off": onlyVariation,
		}
		if err := withDefaults(snapshot, value); err != nil {
			return nil, err
		}
	}
	return snapshot, withDefaults(snapshot, map[string]any{
		"key": key, "status": "active", "version": now.UnixMilli(), "updatedAt": now.UTC().Format(time.RFC3339), "salt": key,
		"rules": []any{},
	})
}

// kindOf returns the type of a flag with this value, object for a snapshot, or "".
func kindOf(value json.RawMessage) string {
	switch first := value[0]; {
	case first == '{':
		return "object"
	case first == '"':
		return "string"
	case first == 't' || first == 'f':
		return "boolean"
	case first == '-' || first >= '0' && first <= '9':
		return "number"
	}
	return ""
}

// callForFlag calls a route of a flag, and prints the flag.
func (o *flagOptions) callForFlag(ctx context.Context, method, key string, in any) error {
	if key == "" {
		return cli.Usage(`invalid key "": expected a string`, "'svc dev flags list' lists the keys")
	}
	found := flagDocument{SchemaVersion: 1}
	if err := o.control(ctx, method, "flags/"+url.PathEscape(key), in, &found); err != nil {
		return err
	}
	if o.asJSON {
		return o.env.JSON(found)
	}
	if method == http.MethodPut {
		o.env.Notef("set the flag %s", cli.OneLine(key))
		return nil
	}
	return o.env.JSON(found.Flag)
}

func (o *flagOptions) deleteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "delete <key>",
		Short: "Delete a flag",
		Example: `  svc dev flags delete short-summaries
  svc dev flags delete short-summaries --json`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			deleted := deletedFlagDocument{SchemaVersion: 1, Key: args[0]}
			if args[0] == "" {
				return cli.Usage(`invalid key "": expected a string`, "'svc dev flags list' lists the keys")
			}
			err := o.control(cmd.Context(), http.MethodDelete, "flags/"+url.PathEscape(args[0]), nil, &deleted)
			switch {
			case err != nil:
				return err
			case o.asJSON:
				return o.env.JSON(deleted)
			case !deleted.Deleted:
				o.env.Notef("there was no flag %s", cli.OneLine(args[0]))
				return nil
			}
			o.env.Notef("deleted the flag %s", cli.OneLine(args[0]))
			return nil
		},
	}
}
