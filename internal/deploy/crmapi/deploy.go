// This file deploys a build to the portals and follows it.

package crmapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Deploy is how a build reaches the portals.
type Deploy struct {
	ID      int64  `json:"deployId"`
	BuildID int64  `json:"buildId"`
	Status  string `json:"status"`
	Parts   []Part `json:"subdeployStatuses"`
}

// Done reports whether the deploy is over.
func (d Deploy) Done() bool {
	return d.Status == StatusSuccess || d.Status == StatusFailure || d.Status == "FINISHED"
}

// Failures are the parts that went wrong.
func (d Deploy) Failures() []Part { return failures(d.Parts) }

// BlockedError says that the platform will not deploy a build as it is.
type BlockedError struct {
	Build  int64
	Issues []Issue
}

// Issue is what one component has against a deploy.
type Issue struct {
	UID      string    `json:"uid"`
	Type     string    `json:"componentTypeName"`
	Errors   []string  `json:"errorMessages"`
	Blocking []Blocker `json:"blockingMessages"`
}

// Blocker is one reason; a warning can be overruled.
type Blocker struct {
	Message string `json:"message"`
	Warning bool   `json:"isWarning"`
}

func (e *BlockedError) Error() string {
	return fmt.Sprintf("the CRM will not deploy build %d: %s", e.Build, strings.Join(e.Reasons(), "; "))
}

// Reasons are one sentence each, with the component that it is about.
func (e *BlockedError) Reasons() []string {
	var reasons []string
	for _, issue := range e.Issues {
		for _, text := range issue.Errors {
			reasons = append(reasons, issue.UID+": "+text)
		}
		for _, blocker := range issue.Blocking {
			reasons = append(reasons, issue.UID+": "+blocker.Message)
		}
	}
	return reasons
}

// Forceable reports whether all reasons are warnings, so that Deploy with force would go through.
func (e *BlockedError) Forceable() bool {
	for _, issue := range e.Issues {
		if len(issue.Errors) > 0 {
			return false
		}
		for _, blocker := range issue.Blocking {
			if !blocker.Warning {
				return false
			}
		}
	}
	return len(e.Issues) > 0
}

// Deploy queues the deploy of a build, and gives its id. force overrules warnings, such as that a component
// is removed. What it refuses is a *BlockedError. It is not tried again when the connection breaks: Project
// tells which build is deployed.
func (c *Client) Deploy(ctx context.Context, project string, build int64, force bool) (int64, error) {
	in := struct {
		Project string `json:"projectName"`
		Build   int64  `json:"targetBuildId"`
		Force   bool   `json:"ignoreWarnings"`
	}{project, build, force}
	var result struct {
		Type   string  `json:"buildResultType"`
		ID     string  `json:"id"`
		Issues []Issue `json:"issues"`
	}
	path := deployPath + "/v3/deploys/queue/async"
	if err := c.call(ctx, request{method: http.MethodPost, path: path, json: in}, &result); err != nil {
		return 0, err
	}
	if result.Type == "DEPLOY_BLOCKED" {
		return 0, &BlockedError{Build: build, Issues: result.Issues}
	}
	id, err := strconv.ParseInt(result.ID, 10, 64)
	if err != nil {
		return 0, &Error{Status: http.StatusOK, Call: http.MethodPost + " " + path, Message: "the answer names no deploy"}
	}
	return id, nil
}

// DeployStatus reads the status of a deploy.
func (c *Client) DeployStatus(ctx context.Context, project string, id int64) (Deploy, error) {
	path := fmt.Sprintf("%s/v1/deploy-status/projects/%s/deploys/%d", deployPath, url.PathEscape(project), id)
	return ask[Deploy](ctx, c, request{method: http.MethodGet, path: path})
}

// WaitDeploy follows a deploy until it is over. seen is called with each status; it may be nil.
func (c *Client) WaitDeploy(ctx context.Context, project string, id int64, seen func(Deploy)) (Deploy, error) {
	return poll(ctx, c, fmt.Sprintf("deploy %d of project %q", id, project), DeployWait, seen, func() (Deploy, error) {
		return c.DeployStatus(ctx, project, id)
	})
}
