// This file makes the clients of the two platforms' APIs, with the credentials of this machine: the environment
// wins, then the keyring, then the file.

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/platform"
)

// Variables that win over what is kept on this machine.
const (
	edgeTokenVariable   = "SVC_EDGE_TOKEN"   // an API token of the edge platform
	edgeAccountVariable = "SVC_EDGE_ACCOUNT" // the id of the account that it is for
	crmKeyVariable      = "SVC_CRM_KEY"      // a personal access key of the CRM
	edgeAPIVariable     = "SVC_EDGE_API_URL" // where the APIs are
	crmAPIVariable      = "SVC_CRM_API_URL"
	keyringVariable     = "SVC_KEYRING" // "off" keeps secrets in the file alone
)

// inEnvironment is the place of a credential that a variable gives.
const inEnvironment credentials.Place = "environment"

// newStore is the store of this machine's secrets. It tells the user when it is a file.
func newStore(env *cli.Env) *credentials.Store {
	store := &credentials.Store{
		Keyring: credentials.System{}, File: credentials.DefaultFile(env.Getenv), After: time.After,
		Notice: func(text string) { env.Notef("note: %s", text) },
	}
	if env.Getenv(keyringVariable) == "off" {
		store.Keyring = nil
	}
	return store
}

// storeFailed says why secrets cannot be kept or found.
func storeFailed(err error) error {
	var told *credentials.FileError
	if errors.As(err, &told) {
		return &cli.Error{Code: cli.ExitUsage, What: "cannot use " + told.Path, Why: told.Why, Fix: told.Fix, Err: err}
	}
	return err
}

// remote is one of the two platforms as this machine knows it.
type remote struct {
	name  string // "edge" or "crm"
	title string // for people
	api   string // the base URL
	// variable and key are where its credential is: in the environment, and in the store. The key names the host:
	// a credential is sent nowhere else.
	variable, key string
	// asked names the credential in prompts; needs is the permission that it must have.
	asked, needs string
}

// edgeRemote is the edge platform.
func edgeRemote(env *cli.Env) (*remote, error) {
	api, host, err := apiURL(env, edgeAPIVariable, edgeapi.DefaultBaseURL)
	return &remote{
		name: "edge", title: "the edge platform", api: api, variable: edgeTokenVariable, key: "edge/token@" + host,
		asked: "API token of the edge platform", needs: "Workers Scripts: Edit, and Account Settings: Read, for the account",
	}, err
}

// crmRemote is the CRM platform of a vendor profile.
func crmRemote(env *cli.Env, profile *platform.Profile) (*remote, error) {
	api, host, err := apiURL(env, crmAPIVariable, profile.APIOrigin)
	return &remote{
		name: "crm", title: "the CRM", api: api, variable: crmKeyVariable, key: "crm/key@" + host,
		asked: "personal access key of the CRM", needs: "developer projects, for the developer account",
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
		at.Scheme != "https" && (at.Scheme != "http" || !isLoopback(at.Hostname())) {
		return "", "", cli.Usage(
			fmt.Sprintf("%s=%q is no address of an API", variable, text),
			"give an https URL, or http for this machine, or unset it",
		)
	}
	return strings.TrimSuffix(text, "/"), at.Host, nil
}

// credential finds the platform's credential. None is an error that says what to do.
func (r *remote) credential(env *cli.Env, store *credentials.Store) (string, credentials.Place, error) {
	value, place := env.Getenv(r.variable), inEnvironment
	if value == "" {
		var err error
		if value, place, err = store.Get(r.key); err != nil {
			return "", "", storeFailed(err)
		}
	}
	if value == "" {
		return "", "", &cli.Error{
			Code: cli.ExitAuth, What: "not logged in to " +
				r.title, Why: r.variable + " is not set, and this machine keeps no " + r.asked + " for " + r.api,
			Fix: "run 'svc login " + r.name + "', or set " + r.variable,
		}
	}
	return value, place, r.check(value)
}

// check refuses what cannot be a credential: it would only come back as an obscure answer.
func (r *remote) check(value string) error {
	if strings.IndexFunc(value, func(c rune) bool { return c <= ' ' || c > '~' }) < 0 {
		return nil
	}
	return cli.Usage("this is no "+r.asked, "copy it anew: it has no spaces and no line breaks")
}

// edgeAccountKey is where the store keeps the account that was chosen at the login.
func (r *remote) edgeAccountKey() string {
	return strings.Replace(r.key, "edge/token", "edge/account", 1)
}

// newEdgeClient makes a client without asking for a credential anywhere.
func (r *remote) newEdgeClient(env *cli.Env, token, account string) *edgeapi.Client {
	return &edgeapi.Client{
		BaseURL: r.api, Token: token, Account: account, Do: remoteDo, Now: env.Now, Sleep: sleep, Random: rand.Float64,
	}
}

func (r *remote) newCRMClient(env *cli.Env, profile *platform.Profile, key string) *crmapi.Client {
	return &crmapi.Client{
		Profile: profile, BaseURL: r.api, Key: key, Agent: "svc/" + version, Do: remoteDo, Now: env.Now, Sleep: sleep,
		Random: rand.Float64,
	}
}

// edgeClient is a client with the credentials of this machine. account is that of the link; "" for the one that
// was chosen at the login.
func edgeClient(env *cli.Env, store *credentials.Store, account string) (*edgeapi.Client, error) {
	r, err := edgeRemote(env)
	if err != nil {
		return nil, err
	}
	token, _, err := r.credential(env, store)
	if err != nil {
		return nil, err
	}
	if account == "" {
		if account, err = r.account(env, store); err != nil {
			return nil, err
		}
	}
	return r.newEdgeClient(env, token, account), nil
}

// account is the account for what is not linked to one yet.
func (r *remote) account(env *cli.Env, store *credentials.Store) (string, error) {
	account := env.Getenv(edgeAccountVariable)
	if account == "" {
		var err error
		if account, _, err = store.Get(r.edgeAccountKey()); err != nil {
			return "", storeFailed(err)
		}
	}
	if account == "" {
		return "", &cli.Error{
			Code: cli.ExitAuth, What: "no account of the edge platform is chosen", Why: edgeAccountVariable +
				" is not set, and nobody has logged in here",
			Fix: "run 'svc login edge', or set " + edgeAccountVariable + " beside " + edgeTokenVariable,
		}
	}
	return account, nil
}

// crmClient is a client with the credentials of this machine.
func crmClient(env *cli.Env, store *credentials.Store, profile *platform.Profile) (*crmapi.Client, error) {
	r, err := crmRemote(env, profile)
	if err != nil {
		return nil, err
	}
	key, _, err := r.credential(env, store)
	if err != nil {
		return nil, err
	}
	return r.newCRMClient(env, profile, key), nil
}

// remoteDo sends requests and follows nobody elsewhere: a credential is for one host.
func remoteDo(request *http.Request) (*http.Response, error) {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return client.Do(request)
}

// sleep waits, and gives up with the context.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
