package edgeapi

import (
	"context"
	"fmt"
	"net/http"
)

// MaxSecretChanges is how many secrets one call may change (edge docs, secrets).
const MaxSecretChanges = 100

// Secrets returns the names of the secrets of a script. The API does not return values.
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

// PatchSecrets sets secrets of an existing script, and deletes those whose value is nil. Others stay. It creates and
// deploys a new version. The API rejects it while the newest version does not get all traffic.
func (c *Client) PatchSecrets(ctx context.Context, script string, values map[string]*string) error {
	if len(values) > MaxSecretChanges {
		return fmt.Errorf("cannot change %d secrets in one call: the limit is %d", len(values), MaxSecretChanges)
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
