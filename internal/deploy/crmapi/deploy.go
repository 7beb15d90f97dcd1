package crmapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/apiclient"
)

// Deploy is the installation of a build in the portals.
type Deploy struct {
	ID      int64  `json:"deployId"`
	BuildID int64  `json:"buildId"`
	Status  string `json:"status"`
	Parts   []Part `json:"subdeployStatuses"`
}

// Done reports whether the deploy has ended.
func (d Deploy) Done() bool {
	return d.Status == StatusSuccess || d.Status == StatusFailure || d.Status == "FINISHED"
}

// Failures returns the parts that have failed.
func (d Deploy) Failures() []Part { return failures(d.Parts) }

// BlockedError reports that the platform does not deploy a build.
type BlockedError struct {
	Build  int64
	Issues []Issue
}

// Issue has the reasons of one component against a deploy.
type Issue struct {
	UID      string    `json:"uid"`
	Type     string    `json:"componentTypeName"`
	Errors   []string  `json:"errorMessages"`
	Blocking []Blocker `json:"blockingMessages"`
}

// Blocker is one reason. Force overrides a warning.
type Blocker struct {
	Message string `json:"message"`
	Warning bool   `json:"isWarning"`
}

func (e *BlockedError) Error() string {
	return fmt.Sprintf("the CRM does not deploy build %d: %s", e.Build, strings.Join(e.Reasons(), "; "))
}

// Reasons returns one sentence per reason, with its component.
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

// Forceable reports whether all reasons are warnings, which Deploy with force overrides.
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

// Deploy queues the deploy of a build, and returns its id. force overrides warnings, such as that a component is
// removed. A rejection is a *BlockedError. It is not retried after a broken connection: Project shows which build is
// deployed.
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
		return 0, &BlockedError{Build: build, Issues: shortened(result.Issues)}
	}
	id, err := strconv.ParseInt(result.ID, 10, 64)
	if err != nil {
		return 0, unexpected(http.MethodPost, path, "the response has no id of a deploy")
	}
	return id, nil
}

// shortened bounds the issues for a message.
func shortened(issues []Issue) []Issue {
	issues = issues[:min(len(issues), apiclient.MaxDetails)]
	for i := range issues {
		issue := &issues[i]
		issue.UID = apiclient.Shorten(issue.UID)
		issue.Errors = issue.Errors[:min(len(issue.Errors), apiclient.MaxDetails)]
		for n, text := range issue.Errors {
			issue.Errors[n] = apiclient.Shorten(text)
		}
		issue.Blocking = issue.Blocking[:min(len(issue.Blocking), apiclient.MaxDetails)]
		for n := range issue.Blocking {
			issue.Blocking[n].Message = apiclient.Shorten(issue.Blocking[n].Message)
		}
	}
	return issues
}

// deployStatus returns the status of a deploy.
func (c *Client) deployStatus(ctx context.Context, project string, id int64) (Deploy, error) {
	path := fmt.Sprintf("%s/v1/deploy-status/projects/%s/deploys/%d", deployPath, url.PathEscape(project), id)
	return ask[Deploy](ctx, c, request{method: http.MethodGet, path: path})
}

// WaitDeploy follows a deploy until it has ended. seen receives each status; it may be nil.
func (c *Client) WaitDeploy(ctx context.Context, project string, id int64, seen func(Deploy)) (Deploy, error) {
	return poll(ctx, c, poller[Deploy]{
		what: fmt.Sprintf("deploy %d of project %q", id, project), limit: DeployWait, seen: seen,
		ask: func() (Deploy, error) { return c.deployStatus(ctx, project, id) },
	})
}
