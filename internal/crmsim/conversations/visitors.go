package conversations

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// identifyVisitor answers with a token for an identified visitor. The token has the platform's form. No endpoint of
// the emulation accepts it.
func (a *API) identifyVisitor(c *api.Call) (int, any, *api.Error) {
	var in struct {
		Email     string `json:"email"`
		FirstName string `json:"firstName"`
		LastName  string `json:"lastName"`
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Email == "" {
		return 0, nil, api.MissingFields("email")
	}
	email, ok := api.NormalizeEmail(in.Email)
	if !ok {
		return 0, nil, api.Invalid("%s", api.InvalidEmail(in.Email))
	}
	a.visitors++
	part := func(value any) string {
		text, err := json.Marshal(value)
		if err != nil {
			text = nil // impossible: the values are strings and numbers
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	claims := map[string]any{"email": email, "firstName": in.FirstName, "lastName": in.LastName, "jti": a.visitors}
	header, signature := map[string]any{"alg": "none", "typ": "JWT"}, fmt.Sprintf("emulated %d", a.visitors)
	return http.StatusOK, map[string]any{"token": part(header) + "." + part(claims) + "." + part(signature)}, nil
}
