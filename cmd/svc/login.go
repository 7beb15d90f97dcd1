// This file is `svc login`.

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

// platformNames are what login and logout take.
var platformNames = []string{"edge", "crm"}

type loginOptions struct {
	dir, profile, account string
	json                  bool
}

func newLoginCommand(env *cli.Env) *cobra.Command {
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
		Args:      usageArgs(cobra.ExactArgs(1)),
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

func (o *loginOptions) edge(ctx context.Context, env *cli.Env) error {
	r, err := edgeRemote(env)
	if err != nil {
		return err
	}
	token, err := r.read(env)
	if err != nil {
		return err
	}
	client := r.newEdgeClient(env, token, "")
	account, err := o.chooseAccount(ctx, env, client)
	if err != nil {
		return err
	}
	client.Account = account.ID
	if _, err := client.Scripts(ctx); err != nil {
		return needs(r, remoteFailed(err))
	}
	store := newStore(env)
	if _, err := store.Set(r.edgeAccountKey(), account.ID); err != nil {
		return storeFailed(err)
	}
	return o.keep(env, store, r, token, accountDocument{account.ID, account.Name})
}

// chooseAccount is the account of the token, or of several the one that the user names.
func (o *loginOptions) chooseAccount(
	ctx context.Context, env *cli.Env, client *edgeapi.Client,
) (edgeapi.Account, error) {
	wanted := o.account
	if wanted == "" {
		wanted = env.Getenv(edgeAccountVariable)
	}
	accounts, err := client.Accounts(ctx)
	if err != nil {
		return edgeapi.Account{}, remoteFailed(err)
	}
	var ids, lines []string
	for _, account := range accounts {
		if account.ID == wanted {
			return account, nil
		}
		ids, lines = append(ids, account.ID), append(lines, account.ID+" "+account.Name)
	}
	switch {
	case wanted != "" && len(accounts) > 0:
		return edgeapi.Account{}, &cli.Error{
			Code: cli.ExitAuth, What: fmt.Sprintf("the token is not for account %q", wanted),
			Fix: "its accounts are " + strings.Join(lines, ", "),
		}
	case wanted != "":
		return edgeapi.Account{ID: wanted}, nil // a token that may not list accounts can still be for one
	case len(accounts) == 0:
		return edgeapi.Account{}, &cli.Error{
			Code: cli.ExitAuth, What: "the token shows no account", Why: "it may lack the permission Account Settings: Read",
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
	chosen, err := cli.NewPrompter(env).Ask(cli.Question{Flag: "--account", Text: "Id of the account", Choices: ids})
	if err != nil {
		return edgeapi.Account{}, err
	}
	return edgeapi.Account{ID: chosen}, nil
}

func (o *loginOptions) crm(ctx context.Context, env *cli.Env) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	profile, err := loadProfile(dir, o.profile)
	if err != nil {
		return err
	}
	r, err := crmRemote(env, profile)
	if err != nil {
		return err
	}
	key, err := r.read(env)
	if err != nil {
		return err
	}
	client := r.newCRMClient(env, profile, key)
	account, err := client.Account(ctx)
	if err != nil {
		return remoteFailed(err)
	}
	if _, _, err := client.PlatformVersions(ctx); err != nil {
		return needs(r, remoteFailed(err))
	}
	return o.keep(env, newStore(env), r, key, accountDocument{account.Portal, account.Name})
}

// read asks for the credential.
func (r *remote) read(env *cli.Env) (string, error) {
	value, err := env.Secret(r.asked)
	if err != nil {
		return "", err
	}
	value = strings.TrimSpace(value)
	return value, r.check(value)
}

// needs says which permission a credential lacks.
func needs(r *remote, err error) error {
	if told, is := err.(*cli.Error); is && told.Code == cli.ExitAuth {
		told.Fix = "make one with the permission " + r.needs
	}
	return err
}

func (o *loginOptions) keep(
	env *cli.Env, store *credentials.Store, r *remote, value string, account accountDocument,
) error {
	place, err := store.Set(r.key, value)
	if err != nil {
		return storeFailed(err)
	}
	if env.Getenv(r.variable) != "" {
		env.Notef("note: %s is set, and wins over what is kept", r.variable)
	}
	if o.json {
		return env.JSON(loginDocument{1, r.name, account, place})
	}
	env.Notef("logged in to %s as account %s; kept in the %s", r.title, account, place)
	return nil
}

// String is "1000001 (My account)".
func (a accountDocument) String() string {
	if a.Name == "" {
		return a.ID
	}
	return a.ID + " (" + a.Name + ")"
}
