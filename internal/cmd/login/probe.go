package login

import (
	"context"
	"errors"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/platform"
)

// identity is the account of this machine on one platform.
type identity struct {
	Platform string `json:"platform"`
	API      string `json:"api"`
	// State is good, missing, refused or unreachable.
	State   string            `json:"state"`
	Account *accountDocument  `json:"account,omitempty"`
	From    credentials.Place `json:"from,omitempty"`
	// ExpiresOn is the time when the edge platform's token expires, if any.
	ExpiresOn string `json:"expiresOn,omitempty"`
	Why       string `json:"why,omitempty"`
	Fix       string `json:"fix,omitempty"`
	code      int
}

// prober verifies the credentials of this machine.
type prober struct {
	env     *cli.Env
	store   *credentials.Store
	profile *platform.Profile
}

// identify verifies the credential of one platform. A rejected credential and an unreachable platform are results,
// not errors.
func (p prober) identify(ctx context.Context, r *remote.Platform) (*identity, error) {
	known := &identity{Platform: r.Name, API: r.API, State: "good"}
	value, from, err := r.Credential(p.env, p.store)
	if err == nil {
		known.From = from
		if r.Name == "edge" {
			err = p.identifyEdge(ctx, r, value, known)
		} else {
			account, failed := r.NewCRMClient(p.env, p.profile, value).Account(ctx)
			known.Account, err = &accountDocument{account.Portal, account.Name}, failed
		}
	}
	err = remote.APIError(err)
	var failure *cli.Error
	switch {
	case err == nil:
		return known, nil
	case !errors.As(err, &failure) || failure.Code != cli.ExitAuth && failure.Code != cli.ExitRemote:
		return nil, err
	}
	known.Account, known.Why, known.Fix, known.code = nil, failure.Error(), failure.Fix, failure.Code
	switch {
	case from == "":
		known.State, known.Why = "missing", failure.Why
	case failure.Code == cli.ExitAuth:
		known.State = "refused"
	default:
		known.State = "unreachable"
	}
	return known, nil
}

// identifyEdge verifies a token of the edge platform.
func (p prober) identifyEdge(ctx context.Context, r *remote.Platform, token string, known *identity) error {
	account, err := r.Account(p.env, p.store, "")
	if err != nil {
		return err
	}
	client := r.NewEdgeClient(p.env, token, account)
	if _, err := client.Scripts(ctx); err != nil {
		return err
	}
	known.Account = &accountDocument{ID: account}
	// Optional: a valid token may lack these permissions.
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
