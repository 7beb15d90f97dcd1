// This file has the calls about the secrets of a script that exists. A first upload carries its own.

package edgeapi

import (
	"context"
	"fmt"
	"net/http"
)

// MaxSecretChanges is how many secrets one call may change (edge docs, secrets).
const MaxSecretChanges = 100

// Secrets lists the names of the secrets of a script. Their values cannot be read.
func (c *Client) Secrets(ctx context.Context, script string) ([]string, error) {
	var result []struct {
		Name string `json:"name"`
	}
	if err := c.call(ctx, request{method: http.MethodGet, path: c.scriptPath(script, "/secrets")}, &result); err != nil {
		return nil, err
	}
	names := make([]string, len(result))
	for i, secret := range result {
		names[i] = secret.Name
	}
	return names, nil
}

// PatchSecrets sets secrets, and deletes those whose value is nil; others stay. It makes and deploys a new
// version, and is refused while the newest version is not the one with the traffic.
func (c *Client) PatchSecrets(ctx context.Context, script string, values map[string]*string) error {
	if len(values) > MaxSecretChanges {
		return fmt.Errorf("%d secrets are more than the %d that one call may change", len(values), MaxSecretChanges)
	}
	in := struct {
		Secrets map[string]*Binding `json:"secrets"`
	}{make(map[string]*Binding, len(values))}
	var texts []string
	for name, value := range values {
		if value == nil {
			in.Secrets[name] = nil
			continue
		}
		binding := Secret(name, *value)
		in.Secrets[name] = &binding
		texts = append(texts, *value)
	}
	return c.call(ctx, request{
		method: http.MethodPatch, path: c.scriptPath(script, "/secrets-bulk"), json: in,
		contentType: "application/merge-patch+json", idempotent: true, secrets: texts,
	}, nil)
}
