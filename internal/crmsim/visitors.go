// This file gives tokens by which a chat knows its visitor.

package crmsim

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
)

// identifyVisitor gives a token for a visitor that the app has identified. It looks like the platform's, and
// nothing here takes it.
func (c *call) identifyVisitor() (int, any, *apiError) {
	var in struct {
		Email     string `json:"email"`
		FirstName string `json:"firstName"`
		LastName  string `json:"lastName"`
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Email == "" {
		return 0, nil, unset("email")
	}
	email, bad := normaliseEmail(in.Email)
	if bad != nil {
		return 0, nil, invalid("%s", bad.message)
	}
	c.conversations.visitors++
	part := func(value any) string {
		text, err := json.Marshal(value)
		if err != nil {
			text = nil // cannot be: strings and numbers
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	claims := map[string]any{
		"email": email, "firstName": in.FirstName, "lastName": in.LastName, "jti": c.conversations.visitors,
	}
	token := part(map[string]any{"alg": "none", "typ": "JWT"}) + "." + part(claims) + "." + part(
		fmt.Sprintf("emulated %d", c.conversations.visitors),
	)
	return http.StatusOK, map[string]any{"token": token}, nil
}
