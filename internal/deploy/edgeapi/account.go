package edgeapi

import (
	"context"
	"net/http"

	"github.com/appsvc/svc/internal/apiclient"
)

// Account is an account that the token may use.
type Account struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// TokenStatus is the state of the token.
type TokenStatus struct {
	ID string `json:"id"`
	// Status is "active", "disabled" or "expired".
	Status    string `json:"status"`
	ExpiresOn string `json:"expires_on,omitempty"`
}

// Accounts returns all accounts of the token.
func (c *Client) Accounts(ctx context.Context) ([]Account, error) {
	accounts, err := pages[Account](ctx, c, "/accounts")
	for i := range accounts {
		accounts[i].Name = apiclient.Shorten(accounts[i].Name)
	}
	return accounts, err
}

// VerifyToken returns the state of the token.
func (c *Client) VerifyToken(ctx context.Context) (TokenStatus, error) {
	return ask[TokenStatus](ctx, c, request{method: http.MethodGet, path: "/user/tokens/verify"})
}

// AccountSubdomain returns the account's label in `<script>.<label>.workers.dev`; "" for none.
func (c *Client) AccountSubdomain(ctx context.Context) (string, error) {
	var result struct {
		Subdomain string `json:"subdomain"`
	}
	err := c.call(ctx, request{method: http.MethodGet, path: c.workersPath("/subdomain")}, &result)
	if IsCode(err, CodeNotFound) {
		return "", nil
	}
	return result.Subdomain, err
}

// PutAccountSubdomain sets the label of the account, for all its scripts.
func (c *Client) PutAccountSubdomain(ctx context.Context, label string) error {
	in := map[string]string{"subdomain": label}
	return c.call(ctx, request{method: http.MethodPut, path: c.workersPath("/subdomain"), json: in}, nil)
}
