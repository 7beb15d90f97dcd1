package served

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

func newInstallCommand(env *cli.Env) *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "install [portal]",
		Short: "Install the app in a portal of the emulated CRM",
		Long: `Install the app of the server that 'svc dev' runs in this folder in a portal of the emulated CRM. The command
goes through the app's own routes, /oauth-start and /oauth-callback, and consents to every scope that the app
asks for. To choose scopes, open /oauth-start in a browser. An app with static auth needs no install.

The portals of the emulated CRM:

` + portalLines() + `
Without a portal the command installs the app in the first one. Installing again updates the scopes.
'svc installs' lists and erases installs.

Exit codes: 0 installed, 1 the app does not load, 2 the app cannot be installed there, 3 internal error, 9 no
running server.`,
		Example: `  svc dev install
  svc dev install 1000002 --json`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			request := live.InstallRequest{Portal: host.DefaultPortal}
			if len(args) == 1 {
				var err error
				if request.Portal, err = strconv.ParseInt(args[0], 10, 64); err != nil {
					return cli.Usage(fmt.Sprintf("invalid portal %q: expected a number", args[0]), portalFix)
				}
			}
			var installed live.InstallAnswer
			c := caller{env, dir, "svc dev install", portalFix}
			if err := c.ask(cmd.Context(), live.InstallPath, request, &installed); err != nil {
				return err
			}
			if asJSON {
				return env.JSON(installDocument{1, installed})
			}
			env.Notef("installed the app in portal %d (%s)", installed.ID, installed.Name)
			return nil
		},
	}
	cmdutil.AddDirFlag(cmd.Flags(), &dir)
	cmdutil.AddJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}

const portalFix = "run 'svc dev install --help' for the portals and the apps that can be installed"

// installDocument is the output of --json.
type installDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	live.InstallAnswer
}

// portalLines lists the portals of the emulated CRM.
func portalLines() string {
	var b strings.Builder
	for _, p := range host.Portals() {
		fmt.Fprintf(&b, "  %d  %s\n", p.ID, p.Name)
	}
	return b.String()
}
