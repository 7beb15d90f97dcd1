// This file has the calls about a project as a whole.

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
	// DeployedBuildID is the build that portals have; 0 for none.
	DeployedBuildID int64 `json:"deployedBuildId"`
	// LatestBuild is the newest one; nil for none.
	LatestBuild *Build `json:"latestBuild"`
	Locked      bool   `json:"isLocked"`
}

// Project finds a project by its name; nil without an error when there is none.
func (c *Client) Project(ctx context.Context, name string) (*Project, error) {
	var result Project
	err := c.call(ctx, request{method: http.MethodGet, path: projectsPath + "/by-name/" + url.PathEscape(name)}, &result)
	if IsStatus(err, http.StatusNotFound) {
		return nil, nil //nolint:nilnil // that there is none is an answer
	}
	if err != nil {
		return nil, err
	}
	return &result, nil
}

// CreateProject makes a project. It is not tried again when the connection breaks: Project tells.
func (c *Client) CreateProject(ctx context.Context, name string) (Project, error) {
	return ask[Project](ctx, c, request{
		method: http.MethodPost, path: projectsPath, json: map[string]string{"name": name},
	})
}

// PlatformVersions are the versions that the account may use.
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
	// Components are what portals lose.
	Components []struct {
		Type string `json:"componentType"`
		ID   string `json:"componentId"`
	} `json:"componentsToRemove"`
	HasDeployedComponents bool `json:"hasDeployedComponents"`
}

// RemoveComponents takes all components of a project off the portals; a dry run only says which.
func (c *Client) RemoveComponents(ctx context.Context, name string, dryRun bool) (Removal, error) {
	in := struct {
		Project string `json:"projectName"`
		DryRun  bool   `json:"dryRun"`
	}{name, dryRun}
	return ask[Removal](ctx, c, request{
		method: http.MethodPost, path: deployPath + "/v3/deploys/delete", json: in, idempotent: dryRun,
	})
}

// DeleteProject deletes a project whose components are removed; one that is not there is no error.
func (c *Client) DeleteProject(ctx context.Context, name string) error {
	err := c.call(ctx, request{method: http.MethodDelete, path: projectsPath + "/" + url.PathEscape(name)}, nil)
	if IsStatus(err, http.StatusNotFound) {
		return nil
	}
	return err
}
