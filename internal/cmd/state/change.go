package state

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/cmd/statedir"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

// done is what reset, export and import print with --json.
type done struct {
	SchemaVersion int    `json:"schemaVersion"`
	Actors        int    `json:"actors"`
	Folder        string `json:"folder,omitempty"`
	// Kept are the new names of files of the state that cannot be read.
	Kept []string `json:"kept,omitempty"`
}

func (o *options) resetCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "reset",
		Short: "Remove the local state",
		Long: `Remove the state in .svc/state: what the actors store, runs, checkpoints, the installs in the emulated CRM,
inputs for --last, and how far the clock is ahead. Stop 'svc dev' first. This cannot be undone; 'svc dev state
export' makes a copy. A state file that cannot be read is kept under another name, such as actors.db.damaged.

Exit codes: 0 removed, 2 usage error, 3 internal error, 6 cancelled, or --yes is missing, 9 'svc dev' is
running.`,
		Example: `  svc dev state reset
  svc dev state reset --yes`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.change(cmd.Context(), "Remove the local state of this folder?", "remove", func(dir string) (done, error) {
				kept, err := host.ResetState(dir)
				return done{SchemaVersion: 1, Kept: kept}, err
			})
		},
	}
	o.addChangeFlags(cmd)
	return cmd
}

func (o *options) exportCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export <folder>",
		Short: "Write the local state to a folder",
		Long: `Write the state to a folder: state.json, and with a running 'svc dev' also records.json with the records of
its emulated CRM. 'svc dev --import' and 'svc dev state import' read it.

The files contain what the app has stored. Values that the app seals need the CRM_CLIENT_SECRET or SVC_SEAL_KEY_<id> of
this machine, unless svc has generated it.`,
		Example: `  svc dev state export seed && svc dev --persist=false --import seed
  svc dev state export ../bug-17 --json`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := o.env.FolderPath(args[0])
			if err != nil {
				return err
			}
			e, dir, err := o.read(cmd.Context())
			if err != nil {
				return err
			}
			if err := statedir.Write(folder, dir, e); err != nil {
				return err
			}
			return o.report(done{1, len(e.Actors), args[0], nil}, "exported")
		},
	}
	cmdutil.AddJSONFlag(cmd.Flags(), &o.json)
	return cmd
}

func (o *options) importCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import <folder>",
		Short: "Replace the local state with an export",
		Long: `Replace the state in .svc/state with that of an export. Stop 'svc dev' first. Records of the emulated CRM are
not state: 'svc dev --import' reads them, too. A state file that cannot be read is kept under another name, such
as actors.db.damaged.

Exit codes: 0 imported, 2 usage error, 3 internal error, 6 cancelled, or --yes is missing, 9 'svc dev' is
running.`,
		Example: `  svc dev state import seed
  svc dev state import seed --yes`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := o.folder()
			if err != nil {
				return err
			}
			folder, err := o.env.FolderPath(args[0])
			if err != nil {
				return err
			}
			e, err := statedir.Read(folder, dir)
			if err != nil {
				return err
			}
			question := fmt.Sprintf("Replace the local state of this folder by %q?", args[0])
			return o.change(cmd.Context(), question, "imported", func(dir string) (done, error) {
				kept, err := host.ReplaceState(dir, e)
				return done{1, len(e.Actors), args[0], kept}, err
			})
		},
	}
	o.addChangeFlags(cmd)
	return cmd
}

func (o *options) addChangeFlags(cmd *cobra.Command) {
	cmdutil.AddYesFlag(cmd.Flags(), &o.yes)
	cmdutil.AddJSONFlag(cmd.Flags(), &o.json)
}

// change asks for a confirmation, and changes the state.
func (o *options) change(ctx context.Context, question, word string, do func(dir string) (done, error)) error {
	dir, err := o.folder()
	if err != nil {
		return err
	}
	if err := o.refuseServed(ctx, dir); err != nil {
		return err
	}
	if !o.yes {
		if !o.env.CanPrompt() {
			return cli.ConfirmationRequired("add --yes to change the state")
		}
		if err := cli.NewPrompter(o.env).Confirm(question + " This cannot be undone."); err != nil {
			return err
		}
	}
	changed, err := do(dir)
	if err != nil {
		return local.StateError(err)
	}
	return o.report(changed, word)
}

// refuseServed returns an error while a server holds the state.
func (o *options) refuseServed(ctx context.Context, dir string) error {
	server := localserver.Find(dir)
	if server == nil || errors.Is(server.Ask(ctx, live.RecordsPath, nil, nil), localserver.ErrNoServer) {
		return nil
	}
	return &cli.Error{
		Code: cli.ExitMoved, What: "'svc dev' is running in this folder", Why: "its server holds the state",
		Fix: "stop it and run the command again",
	}
}

func (o *options) report(d done, word string) error {
	switch {
	case o.json:
		return o.env.JSON(d)
	case d.Folder == "":
		o.env.Notef("removed the local state")
	default:
		o.env.Notef("%s the state of %s: %s", word, cli.Count(d.Actors, "actor"), d.Folder)
	}
	local.NoteKept(o.env, d.Kept)
	return nil
}
