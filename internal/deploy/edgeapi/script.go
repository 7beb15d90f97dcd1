package edgeapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
)

// Service describes a script.
type Service struct {
	// Exists is false for an unused name. All other members are zero then.
	Exists bool
	// MigrationTag is the tag of the last migration of its Durable Objects; "" for none.
	MigrationTag string
	// Tags are the tags of its uploads. Those of a deploy identify the owner of the script.
	Tags []string
	// ETag changes with its content.
	ETag string
	// DeployedFrom is the tool that uploaded it last; "" for unknown.
	DeployedFrom string
}

// Has reports whether the script has a tag.
func (s Service) Has(tag string) bool { return slices.Contains(s.Tags, tag) }

// Service returns the description of a script.
func (c *Client) Service(ctx context.Context, script string) (Service, error) {
	var result struct {
		Environment struct {
			Script struct {
				MigrationTag string   `json:"migration_tag"`
				Tags         []string `json:"tags"`
				ETag         string   `json:"etag"`
				DeployedFrom string   `json:"last_deployed_from"`
			} `json:"script"`
		} `json:"default_environment"`
	}
	err := c.call(
		ctx, request{method: http.MethodGet, path: c.workersPath("/services/" + url.PathEscape(script))}, &result,
	)
	if IsCode(err, CodeNotFound) || IsCode(err, CodeEnvironmentNotFound) {
		return Service{}, nil
	}
	if err != nil {
		return Service{}, err
	}
	found := result.Environment.Script
	return Service{
		Exists: true, MigrationTag: found.MigrationTag, Tags: found.Tags, ETag: found.ETag, DeployedFrom: found.DeployedFrom,
	}, nil
}

// Scripts returns the names of all scripts of the account, with their tags.
func (c *Client) Scripts(ctx context.Context) ([]ListedScript, error) {
	return ask[[]ListedScript](ctx, c, request{method: http.MethodGet, path: c.workersPath("/scripts")})
}

// ListedScript is an entry of the list of scripts.
type ListedScript struct {
	Name string   `json:"id"`
	Tags []string `json:"tags"`
}

// Settings are the settings of a deployed script. Secrets have a name and no text.
type Settings struct {
	Bindings           []Binding       `json:"bindings"`
	CompatibilityDate  string          `json:"compatibility_date"`
	CompatibilityFlags []string        `json:"compatibility_flags"`
	Tags               []string        `json:"tags"`
	Limits             *Limits         `json:"limits"`
	Observability      json.RawMessage `json:"observability"`
}

// Settings returns the settings of a script.
func (c *Client) Settings(ctx context.Context, script string) (Settings, error) {
	return ask[Settings](ctx, c, request{method: http.MethodGet, path: c.scriptPath(script, "/settings")})
}

// ScriptSettings are settings of all versions of a script. A nil member leaves the setting unchanged.
type ScriptSettings struct {
	Observability *Observability `json:"observability,omitempty"`
	Tags          []string       `json:"tags,omitempty"`
	Logpush       *bool          `json:"logpush,omitempty"`
}

// PatchScriptSettings changes settings of a script without a new version.
func (c *Client) PatchScriptSettings(ctx context.Context, script string, settings ScriptSettings) error {
	return c.call(
		ctx,
		request{method: http.MethodPatch, path: c.scriptPath(script, "/script-settings"), json: settings, idempotent: true},
		nil,
	)
}

// DeleteScript deletes a script. A missing script is not an error. With force it also deletes a script that others
// refer to, and its Durable Objects with their data.
func (c *Client) DeleteScript(ctx context.Context, script string, force bool) error {
	path := c.scriptPath(script, "")
	if force {
		path += "?force=true"
	}
	err := c.call(ctx, request{method: http.MethodDelete, path: path}, nil)
	if IsCode(err, CodeNotFound) {
		return nil
	}
	return err
}
