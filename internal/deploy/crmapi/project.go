package crmapi

import (
	"context"
	"net/http"
	"net/url"
)

// Project is a project of the account.
type Project struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	// DeployedBuildID is the deployed build; 0 for none.
	DeployedBuildID int64 `json:"deployedBuildId"`
	// LatestBuild is the newest build; nil for none.
	LatestBuild *Build `json:"latestBuild"`
	Locked      bool   `json:"isLocked"`
}

// Project returns a project by its name; nil without an error for none.
func (c *Client) Project(ctx context.Context, name string) (*Project, error) {
	var result Project
	path := projectsPath + "/by-name/" + url.PathEscape(name)
	err := c.call(ctx, request{method: http.MethodGet, path: path}, &result)
	if isMissing(err) {
		return nil, nil //nolint:nilnil // no project is a valid result
	}
	switch {
	case err != nil:
		return nil, err
	case result.Name == "":
		return nil, unexpected(http.MethodGet, path, "the response has no name of a project")
	}
	return &result, nil
}

// CreateProject creates a project. It is not retried after a broken connection: Project shows whether it took effect.
func (c *Client) CreateProject(ctx context.Context, name string) (Project, error) {
	return ask[Project](ctx, c, request{
		method: http.MethodPost, path: projectsPath, json: map[string]string{"name": name},
	})
}

// PlatformVersions returns the versions that the account may use, and its default.
func (c *Client) PlatformVersions(ctx context.Context) (active []string, standard string, err error) {
	var result struct {
		Default string   `json:"defaultPlatformVersion"`
		Active  []string `json:"activePlatformVersions"`
	}
	err = c.call(ctx, request{method: http.MethodGet, path: projectsPath + "/platformVersion"}, &result)
	return result.Active, result.Default, err
}

// Removal is the first half of deleting a project: a deploy that removes its components.
type Removal struct {
	// DeployID is the deploy to wait for; 0 when nothing is deployed.
	DeployID int64 `json:"deployId"`
	// Components are removed from the portals.
	Components []struct {
		Type string `json:"componentType"`
		ID   string `json:"componentId"`
	} `json:"componentsToRemove"`
	HasDeployedComponents bool `json:"hasDeployedComponents"`
}

// RemoveComponents removes all components of a project from the portals. A dry run only returns them.
func (c *Client) RemoveComponents(ctx context.Context, name string, dryRun bool) (Removal, error) {
	in := struct {
		Project string `json:"projectName"`
		DryRun  bool   `json:"dryRun"`
	}{name, dryRun}
	return ask[Removal](ctx, c, request{
		method: http.MethodPost, path: deployPath + "/v3/deploys/delete", json: in, idempotent: dryRun,
	})
}

// DeleteProject deletes a project without components. A missing project is not an error.
func (c *Client) DeleteProject(ctx context.Context, name string) error {
	err := c.call(ctx, request{method: http.MethodDelete, path: projectsPath + "/" + url.PathEscape(name)}, nil)
	if isMissing(err) {
		return nil
	}
	return err
}
