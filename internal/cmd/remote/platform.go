// Package remote makes API clients of the two platforms with this machine's credentials. The environment wins over the
// keyring, and the keyring over the file.
package remote

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/platform"
)

// inEnvironment is the place of a credential that a variable gives.
const inEnvironment credentials.Place = "environment"

// Platform is one of the two platforms as this machine knows it.
type Platform struct {
	Name  string // "edge" or "crm"
	Title string // for people
	API   string // the base URL
	// variable and key are where its credential is: in the environment, and in the store. The key names the host:
	// a credential is sent nowhere else.
	Variable, Key string
	// asked names the credential in prompts; needs is the permission that it must have.
	CredentialTitle, Permissions string
}

// Edge is the edge platform.
func Edge(env *cli.Env) (*Platform, error) {
	api, host, err := apiURL(env, edgeAPIVariable, edgeapi.DefaultBaseURL)
	return &Platform{
		Name: "edge", Title: "the edge platform", API: api, Variable: EdgeTokenVariable, Key: "edge/token@" + host,
		CredentialTitle: "API token of the edge platform", Permissions: "Workers Scripts: Edit, and Account Settings: Read, for the account",
	}, err
}

// CRM is the CRM platform of a vendor profile.
func CRM(env *cli.Env, profile *platform.Profile) (*Platform, error) {
	api, host, err := apiURL(env, crmAPIVariable, profile.APIOrigin)
	return &Platform{
		Name: "crm", Title: "the CRM", API: api, Variable: crmKeyVariable, Key: "crm/key@" + host,
		CredentialTitle: "personal access key of the CRM", Permissions: "developer projects, for the developer account",
	}, err
}

// apiURL is where an API is. Over http whoever is in between would read the credential.
func apiURL(env *cli.Env, variable, standard string) (base, host string, err error) {
	text := env.Getenv(variable)
	if text == "" {
		text = standard
	}
	at, err := url.Parse(text)
	if err != nil || at.Host == "" || at.User != nil || at.RawQuery != "" || at.Fragment != "" ||
		at.Scheme != "https" && (at.Scheme != "http" || !cmdutil.IsLoopback(at.Hostname())) {
		return "", "", cli.Usage(
			fmt.Sprintf("%s=%q is no address of an API", variable, text),
			"give an https URL, or http for this machine, or unset it",
		)
	}
	return strings.TrimSuffix(text, "/"), at.Host, nil
}

// Credential finds the platform's credential. None is an error that says what to do.
func (r *Platform) Credential(env *cli.Env, store *credentials.Store) (string, credentials.Place, error) {
	value, place := env.Getenv(r.Variable), inEnvironment
	if value == "" {
		var err error
		if value, place, err = store.Get(r.Key); err != nil {
			return "", "", StoreError(err)
		}
	}
	if value == "" {
		return "", "", &cli.Error{
			Code: cli.ExitAuth, What: "not logged in to " +
				r.Title, Why: r.Variable + " is not set, and this machine keeps no " + r.CredentialTitle + " for " + r.API,
			Fix: "run 'svc login " + r.Name + "', or set " + r.Variable,
		}
	}
	return value, place, r.CheckFormat(value)
}

// CheckFormat refuses what cannot be a credential: it would only come back as an obscure answer.
func (r *Platform) CheckFormat(value string) error {
	if strings.IndexFunc(value, func(c rune) bool { return c <= ' ' || c > '~' }) < 0 {
		return nil
	}
	return cli.Usage("this is no "+r.CredentialTitle, "copy it anew: it has no spaces and no line breaks")
}

// AccountKey is where the store keeps the account that was chosen at the login.
func (r *Platform) AccountKey() string {
	return strings.Replace(r.Key, "edge/token", "edge/account", 1)
}

// Account is the account for what is not linked to one yet.
func (r *Platform) Account(env *cli.Env, store *credentials.Store) (string, error) {
	account := env.Getenv(EdgeAccountVariable)
	if account == "" {
		var err error
		if account, _, err = store.Get(r.AccountKey()); err != nil {
			return "", StoreError(err)
		}
	}
	if account == "" {
		return "", &cli.Error{
			Code: cli.ExitAuth, What: "no account of the edge platform is chosen", Why: EdgeAccountVariable +
				" is not set, and nobody has logged in here",
			Fix: "run 'svc login edge', or set " + EdgeAccountVariable + " beside " + EdgeTokenVariable,
		}
	}
	return account, nil
}
