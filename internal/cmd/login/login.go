// Package login is svc login, svc logout and svc whoami.
package login

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

// platformNames are what login and logout take.
var platformNames = []string{"edge", "crm"}

type loginOptions struct {
	dir, profile, account string
	json                  bool
}

func New(env *cli.Env) *cobra.Command {
	o := &loginOptions{}
	cmd := &cobra.Command{
		Use:   "login edge|crm",
		Short: "Keep a token of the edge platform or a key of the CRM on this machine",
		Long: `Login asks for a credential, tries it, and keeps it in the keyring of this machine; where there is none, in a
file that only you can read. On a terminal it is typed or pasted unseen, elsewhere it comes from standard
input. It is never a flag: other processes see those.

edge: an API token with the permissions Workers Scripts: Edit and Account Settings: Read for the account. Login
sees that the token can read the account's workers; whether it may write shows at the first deploy.

crm: a personal access key of the developer account, with the permission for developer projects.

On build servers set variables in place of a login; they win over what is kept:
  SVC_EDGE_TOKEN, SVC_EDGE_ACCOUNT  token and id of the account of the edge platform
  SVC_CRM_KEY                       personal access key of the CRM
  SVC_KEYRING=off                   keep secrets in the file, ask no keyring

Exit codes: 0 logged in, 2 usage, 3 the tool failed, 6 nobody could be asked, 7 the credential is refused or lacks
a permission, 8 the platform gives no answer.`,
		Example: `  svc login edge
  svc login edge --account 0123456789abcdef0123456789abcdef < token.txt
  svc login crm --profile hubspot`,
		Args:      cmdutil.UsageArgs(cobra.ExactArgs(1)),
		ValidArgs: platformNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(platformNames, args[0]) { // it may be the credential: nothing repeats it
				fix := "write svc login edge or svc login crm; the credential comes from standard input, or is typed unseen"
				if near := typo.Nearest(args[0], platformNames); near != "" {
					fix = fmt.Sprintf("did you mean %q?", near)
				}
				return cli.Usage("there is no such platform", fix)
			}
			if args[0] == "edge" {
				return o.edge(cmd.Context(), env)
			}
			return o.crm(cmd.Context(), env)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.account, "account", "", "edge: the `id` of the account, where the token has several")
	flags.StringVarP(&o.dir, "dir", "C", ".", "crm: the `folder` of the app, whose profile is taken")
	flags.StringVar(&o.profile, "profile", "", "crm: vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+
		" (default: profile in svc.platform.json, else crm)")
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

// loginDocument is what --json prints.
type loginDocument struct {
	SchemaVersion int             `json:"schemaVersion"`
	Platform      string          `json:"platform"`
	Account       accountDocument `json:"account"`
	// KeptIn is "keyring" or "file".
	KeptIn credentials.Place `json:"keptIn"`
}

type accountDocument struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// readCredential asks for the credential of a platform.
func readCredential(env *cli.Env, r *remote.Platform) (string, error) {
	value, err := env.Secret(r.CredentialTitle)
	if err != nil {
		return "", err
	}
	value = strings.TrimSpace(value)
	return value, r.CheckFormat(value)
}

// needs says which permission a credential lacks.
func needs(r *remote.Platform, err error) error {
	if told, is := err.(*cli.Error); is && told.Code == cli.ExitAuth {
		told.Fix = "make one with the permission " + r.Permissions
	}
	return err
}

func (o *loginOptions) keep(
	env *cli.Env, store *credentials.Store, r *remote.Platform, value string, account accountDocument,
) error {
	place, err := store.Set(r.Key, value)
	if err != nil {
		return remote.StoreError(err)
	}
	if env.Getenv(r.Variable) != "" {
		env.Notef("note: %s is set, and wins over what is kept", r.Variable)
	}
	if o.json {
		return env.JSON(loginDocument{1, r.Name, account, place})
	}
	env.Notef("logged in to %s as account %s; kept in the %s", r.Title, account, place)
	return nil
}

// String is "1000001 (My account)".
func (a accountDocument) String() string {
	if a.Name == "" {
		return a.ID
	}
	return a.ID + " (" + a.Name + ")"
}
