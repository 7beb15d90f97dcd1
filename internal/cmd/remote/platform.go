// Package remote makes clients of the two platforms' APIs with this machine's credentials. The environment takes
// precedence over the keyring, and the keyring over the file.
package remote

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/loopback"
	"github.com/appsvc/svc/internal/platform"
)

// inEnvironment is the place of a credential that comes from an environment variable.
const inEnvironment credentials.Place = "environment"

// Platform says where one of the two platforms is, and where its credential is.
type Platform struct {
	Name  string // "edge" or "crm"
	Title string // for messages
	API   string // the base URL
	// Variable is the environment variable of the credential, and Key its key in the store. The key contains the
	// host, so that the credential is sent to no other host.
	Variable, Key string
	// CredentialTitle names the credential in prompts. Permissions are those that it must have.
	CredentialTitle, Permissions string
}

// Edge returns the edge platform.
func Edge(env *cli.Env) (*Platform, error) {
	api, host, err := apiURL(env, edgeAPIVariable, edgeapi.DefaultBaseURL)
	return &Platform{
		Name: "edge", Title: "the edge platform", API: api, Variable: EdgeTokenVariable, Key: "edge/token@" + host,
		CredentialTitle: "API token of the edge platform",
		Permissions:     "Workers Scripts: Edit, and Account Settings: Read, for the account",
	}, err
}

// CRM returns the CRM of a vendor profile.
func CRM(env *cli.Env, profile *platform.Profile) (*Platform, error) {
	api, host, err := apiURL(env, crmAPIVariable, profile.APIOrigin)
	return &Platform{
		Name: "crm", Title: "the CRM", API: api, Variable: crmKeyVariable, Key: "crm/key@" + host,
		CredentialTitle: "personal access key of the CRM", Permissions: "developer projects, for the developer account",
	}, err
}

// Registry returns the base URL of the npm registry that has the releases of svc.
func Registry(env *cli.Env) (string, error) {
	for _, variable := range []string{registryVariable, npmRegistryVariable} {
		if env.Getenv(variable) != "" {
			base, _, err := apiURL(env, variable, "")
			return base, err
		}
	}
	return "", cli.Usage(
		"no npm registry is named", "set "+registryVariable+" to the address that npm config get registry prints",
	)
}

// apiURL returns the base URL of an API. It requires https, which keeps the credential secret, except on this machine.
func apiURL(env *cli.Env, variable, defaultURL string) (base, host string, err error) {
	text := env.Getenv(variable)
	if text == "" {
		text = defaultURL
	}
	at, err := url.Parse(text)
	if err != nil || at.Host == "" || at.User != nil || at.RawQuery != "" || at.Fragment != "" ||
		at.Scheme != "https" && (at.Scheme != "http" || !loopback.IsHost(at.Hostname())) {
		return "", "", cli.Usage(
			fmt.Sprintf("invalid %s %q: expected an https URL", variable, cmdutil.WithoutUser(text)),
			"use an https URL, or http for this machine, or unset the variable",
		)
	}
	return strings.TrimSuffix(text, "/"), at.Host, nil
}

// Credential returns the platform's credential and its place. A missing credential is an error.
func (r *Platform) Credential(env *cli.Env, store *credentials.Store) (string, credentials.Place, error) {
	value, place := env.Getenv(r.Variable), inEnvironment
	if value == "" {
		var err error
		if value, place, err = store.Get(r.Key); err != nil {
			return "", "", StoreError(err)
		}
	}
	env.LearnSecret(value)
	if value == "" {
		return "", "", &cli.Error{
			Code: cli.ExitAuth, What: "not logged in to " + r.Title,
			Why: r.Variable + " is not set, and no " + r.CredentialTitle + " is stored for " + r.API,
			Fix: "run 'svc login " + r.Name + "', or set " + r.Variable,
			Err: &missing{r.CredentialTitle, r.Variable, "svc login " + r.Name},
		}
	}
	return value, place, r.CheckFormat(value)
}

// CheckFormat rejects a value that cannot be a credential, such as one with line breaks.
func (r *Platform) CheckFormat(value string) error {
	if strings.IndexFunc(value, func(c rune) bool { return c <= ' ' || c > '~' }) < 0 {
		return nil
	}
	return cli.Usage("invalid "+r.CredentialTitle+": it contains spaces or control characters", "copy the value again")
}

// AccountKey is the key of the login's account in the store.
func (r *Platform) AccountKey() string {
	return strings.Replace(r.Key, "edge/token", "edge/account", 1)
}

// Account returns the edge account that the link names, else that of the environment, else that of the login. linked is
// "" for none. The environment must not name another one than the link.
func (r *Platform) Account(env *cli.Env, store *credentials.Store, linked string) (string, error) {
	account := env.Getenv(EdgeAccountVariable)
	switch {
	case linked != "" && account != "" && account != linked:
		return "", &cli.Error{
			Code: cli.ExitMoved, What: "the app is deployed in another account of the edge platform",
			Why: fmt.Sprintf(
				".svc/project.json has account %s, and %s is %s", cli.OneLine(linked), EdgeAccountVariable, cli.OneLine(account),
			),
			Fix: "set " + EdgeAccountVariable + " to that account or unset it, or choose another environment with --env",
		}
	case linked != "":
		return linked, nil
	case account == "":
		var err error
		if account, _, err = store.Get(r.AccountKey()); err != nil {
			return "", StoreError(err)
		}
	}
	if account == "" {
		return "", &cli.Error{
			Code: cli.ExitAuth, What: "no account of the edge platform is selected",
			Why: EdgeAccountVariable + " is not set, and no login is stored on this machine",
			Fix: "run 'svc login edge', or set " + EdgeAccountVariable + " and " + EdgeTokenVariable,
			Err: &missing{"account of the edge platform", EdgeAccountVariable, "svc login edge"},
		}
	}
	return account, nil
}
