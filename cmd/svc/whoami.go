// This file is `svc whoami`.

package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/platform"
)

type whoamiOptions struct {
	dir, profile string
	json         bool
}

func newWhoamiCommand(env *cli.Env) *cobra.Command {
	o := &whoamiOptions{}
	cmd := &cobra.Command{
		Use:   "whoami",
		Short: "Say as whom this machine deploys, and try its credentials",
		Long: `Whoami asks both platforms for the account of the credential that a deploy from here would use, and says where
that credential comes from: the environment, the keyring, or the file.

Exit codes: 0 both credentials are good, 2 usage, 3 the tool failed, 7 one is missing or refused, 8 a platform gives
no answer.`,
		Example: `  svc whoami
  svc whoami --json --profile hubspot`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), env) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app, whose profile is taken")
	flags.StringVar(
		&o.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

// identity is what is known about one platform.
type identity struct {
	Platform string `json:"platform"`
	API      string `json:"api"`
	// State is good, missing, refused or unreachable.
	State   string            `json:"state"`
	Account *accountDocument  `json:"account,omitempty"`
	From    credentials.Place `json:"from,omitempty"`
	// ExpiresOn is when the edge platform's token ends, if it does.
	ExpiresOn string `json:"expiresOn,omitempty"`
	Why       string `json:"why,omitempty"`
	Fix       string `json:"fix,omitempty"`
	code      int
}

func (o *whoamiOptions) run(ctx context.Context, env *cli.Env) error {
	found, profile, err := remotes(env, platformNames, o.dir, o.profile)
	if err != nil {
		return err
	}
	store := newStore(env)
	var identities []*identity
	worst := 0
	for _, r := range found {
		known, err := r.identify(ctx, env, store, profile)
		if err != nil {
			return err
		}
		worst = max(worst, known.code)
		identities = append(identities, known)
	}
	if o.json {
		err = env.JSON(struct {
			SchemaVersion int         `json:"schemaVersion"`
			Platforms     []*identity `json:"platforms"`
		}{1, identities})
	} else {
		err = printIdentities(env, identities)
	}
	if err == nil && worst != 0 {
		err = cli.Exit(worst)
	}
	return err
}

// identify tries the credential of one platform. Only what keeps the tool from looking is an error.
func (r *remote) identify(
	ctx context.Context, env *cli.Env, store *credentials.Store, profile *platform.Profile,
) (*identity, error) {
	known := &identity{Platform: r.name, API: r.api, State: "good"}
	value, from, err := r.credential(env, store)
	if err == nil {
		known.From = from
		if r.name == "edge" {
			err = r.identifyEdge(ctx, env, store, value, known)
		} else {
			account, failed := r.newCRMClient(env, profile, value).Account(ctx)
			known.Account, err = &accountDocument{account.Portal, account.Name}, failed
		}
	}
	err = remoteFailed(err)
	var told *cli.Error
	switch {
	case err == nil:
		return known, nil
	case !errors.As(err, &told) || told.Code != cli.ExitAuth && told.Code != cli.ExitRemote:
		return nil, err
	}
	known.Account, known.Why, known.Fix, known.code = nil, told.Error(), told.Fix, told.Code
	switch {
	case from == "":
		known.State, known.Why = "missing", told.Why
	case told.Code == cli.ExitAuth:
		known.State = "refused"
	default:
		known.State = "unreachable"
	}
	return known, nil
}

func (r *remote) identifyEdge(
	ctx context.Context, env *cli.Env, store *credentials.Store, token string, known *identity,
) error {
	account, err := r.account(env, store)
	if err != nil {
		return err
	}
	client := r.newEdgeClient(env, token, account)
	if _, err := client.Scripts(ctx); err != nil {
		return err
	}
	known.Account = &accountDocument{ID: account}
	// What follows is good to know, and some good tokens may not ask it.
	if status, err := client.VerifyToken(ctx); err == nil {
		known.ExpiresOn = status.ExpiresOn
	}
	if accounts, err := client.Accounts(ctx); err == nil {
		for _, a := range accounts {
			if a.ID == account {
				known.Account.Name = a.Name
			}
		}
	}
	return ctx.Err()
}

func printIdentities(env *cli.Env, identities []*identity) error {
	var rows [][]string
	for _, known := range identities {
		account := ""
		if known.Account != nil {
			account = known.Account.String()
		}
		rows = append(rows, []string{known.Platform, known.State, account, string(known.From), known.ExpiresOn})
	}
	if err := env.Table([]string{"PLATFORM", "STATE", "ACCOUNT", "FROM", "EXPIRES"}, rows); err != nil {
		return err
	}
	for _, known := range identities {
		if known.Why != "" {
			env.Notef("%s: %s", known.Platform, known.Why)
			env.Notef("  fix: %s", known.Fix)
		}
	}
	return nil
}
