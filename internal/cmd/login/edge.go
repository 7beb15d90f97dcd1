package login

import (
	"context"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// edge logs in to the edge platform.
func (o *loginOptions) edge(ctx context.Context, env *cli.Env) error {
	r, err := remote.Edge(env)
	if err != nil {
		return err
	}
	token, err := readCredential(env, r)
	if err != nil {
		return err
	}
	client := r.NewEdgeClient(env, token, "")
	account, err := o.chooseAccount(ctx, env, client)
	if err != nil {
		return err
	}
	client.Account = account.ID
	if _, err := client.Scripts(ctx); err != nil {
		return withPermissions(r, remote.APIError(err))
	}
	store := remote.NewStore(env)
	if _, err := store.Set(r.AccountKey(), account.ID); err != nil {
		return remote.StoreError(err)
	}
	return o.keep(env, store, r, token, accountDocument{account.ID, account.Name})
}

// chooseAccount returns the token's account. If the token has several, the user chooses one.
func (o *loginOptions) chooseAccount(
	ctx context.Context, env *cli.Env, client *edgeapi.Client,
) (edgeapi.Account, error) {
	wanted := o.account
	if wanted == "" {
		wanted = env.Getenv(remote.EdgeAccountVariable)
	}
	accounts, err := client.Accounts(ctx)
	if err != nil {
		return edgeapi.Account{}, remote.APIError(err)
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
