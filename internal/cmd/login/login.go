// Package login implements `svc login`, `svc logout` and `svc whoami`: the credentials of this machine.
package login

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/spf13/cobra"
)

// platformNames are the arguments of login and logout.
var platformNames = []string{"edge", "crm"}

type loginOptions struct {
	flags
	account   string
	noBrowser bool
}

// flags are those of all commands about credentials.
type flags struct {
	dir, profile string
	json         bool
}

func (f *flags) addTo(cmd *cobra.Command) {
	cmdutil.AddDirFlag(cmd.Flags(), &f.dir)
	cmdutil.AddProfileFlag(cmd.Flags(), &f.profile)
	cmdutil.AddJSONFlag(cmd.Flags(), &f.json)
}

// New makes svc login.
func New(env *cli.Env) *cobra.Command {
	o := &loginOptions{}
	cmd := &cobra.Command{
		Use:   "login edge|crm",
		Short: "Log in to the edge platform or the CRM",
		Long: `Login reads a credential, verifies it, and stores it in the keyring of this machine, or without a
keyring in a file that only you can read. It prints the address of the page where the credential is made,
and opens the page if it runs on a terminal, not on a build server and without --no-browser. It reads the
credential from a hidden prompt on a terminal, else from standard input. The credential cannot be a flag,
because other processes can read flags. Login prints what the credential may do.

edge: an API token with the permissions Workers Scripts: Edit and Account Settings: Read for the
account. The page has them filled in. Login verifies that the token can read the account's workers, and
finds out whether it can change them: it sends a change without content to a worker that does not exist.

crm: a personal access key of the developer account, with the permission for developer projects.

On build servers set environment variables instead. They take precedence over stored credentials:
  SVC_EDGE_TOKEN, SVC_EDGE_ACCOUNT  token and account id of the edge platform
  SVC_CRM_KEY                       personal access key of the CRM
  SVC_KEYRING=off                   store secrets in the file, without a keyring

Exit codes: 0 success, 2 usage error, 3 internal error, 6 no credential and no terminal, 7 credential
rejected, or a permission is missing, 8 platform unreachable.`,
		Example: `  svc login edge
  svc login edge --account 0123456789abcdef0123456789abcdef < token.txt
  svc login crm --profile hubspot`,
		Args:      cmdutil.ExactArgs(1),
		ValidArgs: platformNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(platformNames, args[0]) { // do not print it: it may be the credential
				return cli.Usage("unknown platform: expected edge or crm", cli.Suggest(
					args[0], platformNames, "run 'svc login edge' or 'svc login crm'; svc reads the credential from a prompt",
				))
			}
			if args[0] == "edge" {
				return o.edge(cmd.Context(), env)
			}
			return o.crm(cmd.Context(), env)
		},
	}
	cmd.Flags().StringVar(&o.account, "account", "", "edge: the `id` of the account, if the token has several")
	cmd.Flags().BoolVar(&o.noBrowser, "no-browser", false, "only print the address of the page, without opening it")
	o.addTo(cmd)
	return cmd
}

// loginDocument is the output of --json.
type loginDocument struct {
	SchemaVersion int             `json:"schemaVersion"`
	Platform      string          `json:"platform"`
	Account       accountDocument `json:"account"`
	// KeptIn is "keyring" or "file".
	KeptIn credentials.Place `json:"keptIn"`
	abilities
}

type accountDocument struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// readCredential reads the credential of a platform from the user.
func readCredential(env *cli.Env, r *remote.Platform) (string, error) {
	value, err := env.Secret(r.CredentialTitle)
	if err != nil {
		return "", err
	}
	value = strings.TrimSpace(value)
	return value, r.CheckFormat(value)
}

// withPermissions adds the required permissions to the error of a rejected credential.
func withPermissions(r *remote.Platform, err error) error {
	var rejected *cli.Error
	if errors.As(err, &rejected) && rejected.Code == cli.ExitAuth {
		rejected.Fix = "create a credential with the permission " + r.Permissions
	}
	return err
}

// verified is a credential that a platform has accepted.
type verified struct {
	*remote.Platform
	value   string
	account accountDocument
	may     *abilities
}

// keep stores a verified credential, and prints the account and what the credential may do.
func (o *loginOptions) keep(env *cli.Env, store *credentials.Store, r *verified) error {
	place, err := store.Set(r.Key, r.value)
	if err != nil {
		return remote.StoreError(err)
	}
	if env.Getenv(r.Variable) != "" {
		env.Notef("note: %s is set, and takes precedence over the stored credential", r.Variable)
	}
	if o.json {
		return env.JSON(loginDocument{1, r.Name, r.account, place, *r.may})
	}
	env.Notef("logged in to %s as account %s; stored in the %s", r.Title, r.account, place)
	r.may.print(env)
	return nil
}

// String returns the id and the name, safe to print: "1000001 (My account)".
func (a accountDocument) String() string {
	if a.Name == "" {
		return cli.OneLine(a.ID)
	}
	return cli.OneLine(a.ID + " (" + a.Name + ")")
}

// crm logs in to the CRM.
func (o *loginOptions) crm(ctx context.Context, env *cli.Env) error {
	found, profile, err := o.remotes(env, []string{"crm"})
	if err != nil {
		return err
	}
	r := found[0]
	o.showPage(env, "your personal access key, with the permission for developer projects", profile.AccessKeyPage())
	key, err := readCredential(env, r)
	if err != nil {
		return err
	}
	client := r.NewCRMClient(env, profile, key)
	account, err := client.Account(ctx)
	if err != nil {
		return remote.APIError(err)
	}
	if _, _, err := client.PlatformVersions(ctx); err != nil {
		return withPermissions(r, remote.APIError(err))
	}
	may := &abilities{Permissions: []permission{{"read developer projects", allowed, ""}}, Scopes: account.Scopes}
	return o.keep(env, remote.NewStore(env), &verified{r, key, accountDocument{account.Portal, account.Name}, may})
}

// edge logs in to the edge platform.
func (o *loginOptions) edge(ctx context.Context, env *cli.Env) error {
	r, err := remote.Edge(env)
	if err != nil {
		return err
	}
	o.showPage(env, "create an API token; its permissions are filled in", edgeapi.TokenPage(o.wantedAccount(env)))
	token, err := readCredential(env, r)
	if err != nil {
		return err
	}
	client := r.NewEdgeClient(env, token, "")
	account, listed, err := o.chooseAccount(ctx, env, client)
	if err != nil {
		return err
	}
	client.Account = account.ID
	if _, err := client.Scripts(ctx); err != nil {
		return withPermissions(r, remote.APIError(err))
	}
	may, err := edgeAbilities(ctx, client, listed)
	if err != nil {
		return err
	}
	store := remote.NewStore(env)
	if _, err := store.Set(r.AccountKey(), account.ID); err != nil {
		return remote.StoreError(err)
	}
	return o.keep(env, store, &verified{r, token, accountDocument{account.ID, account.Name}, may})
}

// wantedAccount returns the account that the user names; "" for none.
func (o *loginOptions) wantedAccount(env *cli.Env) string {
	return cmp.Or(o.account, env.Getenv(remote.EdgeAccountVariable))
}

// chooseAccount returns the token's account, and whether the token lists accounts.
func (o *loginOptions) chooseAccount(
	ctx context.Context, env *cli.Env, client *edgeapi.Client,
) (account edgeapi.Account, listed bool, err error) {
	accounts, err := client.Accounts(ctx)
	if err != nil {
		return edgeapi.Account{}, false, remote.APIError(err)
	}
	account, err = chooseFrom(env, accounts, o.wantedAccount(env))
	return account, len(accounts) > 0, err
}

// chooseFrom returns the account of a token. If the token has several, the user chooses one.
func chooseFrom(env *cli.Env, accounts []edgeapi.Account, wanted string) (edgeapi.Account, error) {
	var ids, lines []string
	for _, account := range accounts {
		if account.ID == wanted {
			return account, nil
		}
		ids, lines = append(ids, account.ID), append(lines, cli.OneLine(account.ID+" "+account.Name))
	}
	switch {
	case wanted != "" && len(accounts) > 0:
		return edgeapi.Account{}, &cli.Error{
			Code: cli.ExitAuth, What: fmt.Sprintf("the token is not for account %q", wanted),
			Fix: "use one of its accounts: " + strings.Join(lines, ", "),
		}
	case wanted != "":
		return edgeapi.Account{ID: wanted}, nil // the token may lack the permission to list accounts
	case len(accounts) == 0:
		return edgeapi.Account{}, &cli.Error{
			Code: cli.ExitAuth, What: "the token lists no accounts", Why: "it may lack the permission Account Settings: Read",
			Fix: "name the account with --account",
		}
	case len(accounts) == 1:
		return accounts[0], nil
	case !env.CanPrompt():
		return edgeapi.Account{}, cli.Usage(
			"the token has several accounts", "choose one with --account: "+strings.Join(lines, ", "),
		)
	}
	env.Notef("the token has several accounts: %s", strings.Join(lines, ", "))
	chosen, err := cli.NewPrompter(env).Ask(cli.Question{Flag: "--account", Text: "Account id", Choices: ids})
	if err != nil {
		return edgeapi.Account{}, err
	}
	return edgeapi.Account{ID: chosen}, nil
}
