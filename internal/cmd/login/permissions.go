package login

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// permission is what a credential may do, as far as svc can find out without a change.
type permission struct {
	What string `json:"what"`
	// State is allowed, denied or unknown.
	State string `json:"state"`
	// Needs is the name of the permission on the platform; "" for a state other than denied.
	Needs string `json:"needs,omitempty"`
}

// The states of permissions.
const (
	allowed = "allowed"
	denied  = "denied"
	unknown = "unknown"
)

// abilities are what a verified credential may do.
type abilities struct {
	Permissions []permission `json:"permissions"`
	// Scopes are the permissions of the CRM's key, as the CRM names them.
	Scopes []string `json:"scopes,omitempty"`
	// ExpiresOn is the time when the edge platform's token expires, if any.
	ExpiresOn string `json:"expiresOn,omitempty"`
}

// edgeAbilities finds out what a token may do that can read the workers of its account.
func edgeAbilities(ctx context.Context, client *edgeapi.Client, listsAccounts bool) (*abilities, error) {
	deploys, accounts := permission{"deploy workers", unknown, ""}, permission{"list accounts", allowed, ""}
	absent := make([]byte, 8)
	if _, err := rand.Read(absent); err != nil {
		return nil, err
	}
	switch may, err := client.MayWrite(ctx, "svc-login-check-"+hex.EncodeToString(absent)); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && may:
		deploys.State = allowed
	case err == nil:
		deploys.State, deploys.Needs = denied, "Workers Scripts: Edit"
	}
	if !listsAccounts {
		accounts.State, accounts.Needs = denied, "Account Settings: Read"
	}
	a := &abilities{Permissions: []permission{{"read workers", allowed, ""}, deploys, accounts}}
	if status, err := client.VerifyToken(ctx); err == nil { // tokens that belong to an account cannot ask this
		a.ExpiresOn = status.ExpiresOn
	}
	return a, ctx.Err()
}

// print says what the credential may do.
func (a *abilities) print(env *cli.Env) {
	byState := map[string][]string{}
	for _, p := range a.Permissions {
		text := p.What
		if p.Needs != "" {
			text += " (it needs the permission " + p.Needs + ")"
		}
		byState[p.State] = append(byState[p.State], text)
	}
	for _, line := range []struct{ state, text string }{
		{allowed, "it may"}, {denied, "it may not"}, {unknown, "unknown whether it may"},
	} {
		if list := byState[line.state]; len(list) > 0 {
			env.Notef("  %s: %s", line.text, cmdutil.AllOf(list))
		}
	}
	if len(a.Scopes) > 0 {
		env.Notef("  its scopes: %s", cli.OneLine(cmdutil.AllOf(a.Scopes)))
	}
	if a.ExpiresOn != "" {
		env.Notef("  it expires on %s", cli.OneLine(a.ExpiresOn))
	}
}
