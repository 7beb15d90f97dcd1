package scaffold

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/portal"
	"github.com/appsvc/svc/internal/portal/read"
	"github.com/appsvc/svc/internal/project"
)

// savedPortal returns the snapshot of the folder; nil without one.
func savedPortal(dir string) (*portal.Snapshot, error) {
	saved, err := project.Portal(dir)
	if _, malformed := errors.AsType[*portal.Error](err); malformed {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: "cannot use " + portal.FileName, Why: err.Error(), Err: err,
			Fix: "restore the file from version control, or run 'svc types --portal' to write it again",
		}
	}
	if err != nil {
		return nil, cmdutil.LoadError(err)
	}
	return saved, nil
}

// fetchPortal reads the schema of the portal.
func (o *typesOptions) fetchPortal(
	ctx context.Context, dir string, profile *platform.Profile,
) (*portal.Snapshot, error) {
	api, err := o.portalAPI(ctx, dir, profile)
	if err != nil {
		return nil, err
	}
	api.Paths = profile.Paths
	snapshot, notes, err := read.Read(ctx, api)
	if err != nil {
		return nil, remoteError(err)
	}
	for _, note := range notes {
		o.env.Notef("note: %s", note)
	}
	if len(snapshot.Objects) == 0 {
		return nil, &cli.Error{
			Code: cli.ExitAuth, What: "the token may read no object type of the portal",
			Why: "the CRM refused every request for properties",
			Fix: "create a personal access key with permissions for the objects that the app uses, and run 'svc login crm'",
		}
	}
	for _, name := range snapshot.Unread {
		o.env.Notef("note: the token may not read %s", name)
	}
	return snapshot, nil
}

// remoteError turns an error of a read into one for the user.
func remoteError(err error) error {
	known := remote.APIError(err)
	if _, isUser := errors.AsType[*cli.Error](known); isUser || cli.IsStopped(err) {
		return known
	}
	return &cli.Error{
		Code: cli.ExitRemote, What: "cannot read the portal's schema", Why: cli.OneLine(err.Error()),
		Fix: "run the command again; if it fails again, report it with the text above", Err: err,
	}
}

// portalAPI returns what reads the portal: with this machine's credential, or through the running server.
func (o *typesOptions) portalAPI(ctx context.Context, dir string, profile *platform.Profile) (read.API, error) {
	if o.crm == host.CRMEmulated {
		return emulatedAPI(dir)
	}
	client, err := remote.CRMClient(o.env, remote.NewStore(o.env), profile)
	if err != nil {
		return read.API{}, err
	}
	account, err := client.Account(ctx)
	if err != nil {
		return read.API{}, remote.APIError(err)
	}
	return read.API{Get: client.Get, Status: statusOf, Portal: account.Portal, Scopes: account.Scopes}, nil
}

func statusOf(err error) int {
	var refused *crmapi.Error
	if errors.As(err, &refused) {
		return refused.Status
	}
	return 0
}

// emulatedError is an error response of the emulated CRM.
type emulatedError struct {
	status int
	body   []byte
}

func (e *emulatedError) Error() string {
	return fmt.Sprintf("the emulated CRM answered %d: %s", e.status, e.body)
}

// emulatedAPI reads the emulated CRM of the server that runs in a folder.
func emulatedAPI(dir string) (read.API, error) {
	server := localserver.Find(dir)
	if server == nil {
		return read.API{}, noServer(nil)
	}
	get := func(ctx context.Context, path string, out any) error {
		var answer live.CRMAnswer
		err := server.Ask(ctx, live.CRMPath, live.CRMRequest{Path: path}, &answer)
		switch {
		case errors.Is(err, localserver.ErrNoServer):
			return noServer(err)
		case err != nil:
			return err
		case answer.Status != http.StatusOK:
			return &emulatedError{answer.Status, answer.Body}
		}
		return json.Unmarshal(answer.Body, out)
	}
	status := func(err error) int {
		if refused, ok := errors.AsType[*emulatedError](err); ok {
			return refused.status
		}
		return 0
	}
	return read.API{Get: get, Status: status, Portal: fmt.Sprint(host.DefaultPortal)}, nil
}

func noServer(err error) error {
	return &cli.Error{
		Code: cli.ExitMoved, What: "no server is running in this folder",
		Why: "--crm emulated reads the emulated CRM of 'svc dev'", Fix: "start 'svc dev' in another terminal", Err: err,
	}
}

// diffDocument is the output of --diff --json.
type diffDocument struct {
	SchemaVersion int             `json:"schemaVersion"`
	Changes       []portal.Change `json:"changes"`
}

var changeSigns = map[string]string{portal.Added: "+", portal.Removed: "-", portal.Changed: "~"}

// showDiff prints the changes of the portal since its snapshot. Changes are exit code 1.
func (o *typesOptions) showDiff(saved, now *portal.Snapshot) error {
	changes := portal.Compare(saved, now)
	if o.asJSON {
		if err := o.env.JSON(diffDocument{1, append([]portal.Change{}, changes...)}); err != nil {
			return err
		}
	} else {
		for _, c := range changes {
			text := changeSigns[c.Action] + " " + c.Path
			if c.Text != "" {
				text += "  " + c.Text
			}
			fmt.Fprintln(o.env.Out, cli.OneLine(text))
		}
	}
	if len(changes) == 0 {
		o.env.Notef("the portal's schema is that of %s", portal.FileName)
		return nil
	}
	return cli.Exit(cli.ExitNegative)
}
