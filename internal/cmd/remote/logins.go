package remote

import (
	"errors"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/platform"
)

// Clients returns clients of both platforms with this machine's credentials. One error names all that are missing.
// Platform.Account chooses the account of the edge client.
func Clients(
	env *cli.Env, store *credentials.Store, account string, profile *platform.Profile,
) (*edgeapi.Client, *crmapi.Client, error) {
	edge, err := Edge(env)
	if err != nil {
		return nil, nil, err
	}
	crm, err := CRM(env, profile)
	if err != nil {
		return nil, nil, err
	}
	token, _, tokenErr := edge.Credential(env, store)
	account, accountErr := edge.Account(env, store, account)
	key, _, keyErr := crm.Credential(env, store)
	if err := joinMissing(tokenErr, accountErr, keyErr); err != nil {
		return nil, nil, err
	}
	return edge.NewEdgeClient(env, token, account), crm.NewCRMClient(env, profile, key), nil
}

// missing is a credential that this machine does not have.
type missing struct {
	name     string // "API token of the edge platform"
	variable string // that can be set instead of a login
	login    string // "svc login edge"
}

func (m *missing) Error() string { return "missing " + m.name }

// joinMissing returns one error for several missing credentials. Any other error comes first.
func joinMissing(all ...error) error {
	var names, variables, logins []string
	var only error
	for _, err := range all {
		lack, isMissing := errors.AsType[*missing](err)
		switch {
		case err == nil:
			continue
		case !isMissing:
			return err
		}
		only = err
		names, variables = append(names, lack.name), append(variables, lack.variable)
		if login := "'" + lack.login + "'"; !slices.Contains(logins, login) {
			logins = append(logins, login)
		}
	}
	if len(names) < 2 {
		return only
	}
	return &cli.Error{
		Code: cli.ExitAuth, What: "missing credentials: " + cmdutil.AllOf(names),
		Why: cmdutil.AllOf(variables) + " are not set, and this machine stores no login",
		Fix: "run " + cmdutil.AllOf(logins) + ", or set " + cmdutil.AllOf(variables),
	}
}
