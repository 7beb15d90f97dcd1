package remote

import (
	"math/rand/v2"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/platform"
)

// NewEdgeClient returns a client with a given token.
func (r *Platform) NewEdgeClient(env *cli.Env, token, account string) *edgeapi.Client {
	return &edgeapi.Client{
		BaseURL: r.API, Token: token, Account: account, Do: Do, Now: env.Now, Sleep: cmdutil.Sleep, Random: rand.Float64,
	}
}

// NewCRMClient returns a client with a given key.
func (r *Platform) NewCRMClient(env *cli.Env, profile *platform.Profile, key string) *crmapi.Client {
	return &crmapi.Client{
		Profile: profile, BaseURL: r.API, Key: key, Agent: "svc/" + env.Version, Do: Do, Now: env.Now, Sleep: cmdutil.Sleep,
		Random: rand.Float64,
	}
}

// EdgeClient returns a client with this machine's token, for the account as Platform.Account chooses it.
func EdgeClient(env *cli.Env, store *credentials.Store, account string) (*edgeapi.Client, error) {
	r, err := Edge(env)
	if err != nil {
		return nil, err
	}
	token, _, err := r.Credential(env, store)
	if err != nil {
		return nil, err
	}
	if account, err = r.Account(env, store, account); err != nil {
		return nil, err
	}
	return r.NewEdgeClient(env, token, account), nil
}

// CRMClient returns a client with this machine's key.
func CRMClient(env *cli.Env, store *credentials.Store, profile *platform.Profile) (*crmapi.Client, error) {
	r, err := CRM(env, profile)
	if err != nil {
		return nil, err
	}
	key, _, err := r.Credential(env, store)
	if err != nil {
		return nil, err
	}
	return r.NewCRMClient(env, profile, key), nil
}

// Do sends a request and returns redirects as they are.
func Do(request *http.Request) (*http.Response, error) {
	client := &http.Client{CheckRedirect: cmdutil.NoRedirects}
	return client.Do(request)
}
