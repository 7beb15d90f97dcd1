package crmapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// States of builds and deploys that have ended.
const (
	StatusSuccess = "SUCCESS"
	StatusFailure = "FAILURE"
)

// Build is the platform's build of an upload.
type Build struct {
	ID     int64  `json:"buildId"`
	Status string `json:"status"`
	// Message is that of the upload. A deploy identifies its build by it.
	Message         string `json:"uploadMessage"`
	PlatformVersion string `json:"platformVersion"`
	Parts           []Part `json:"subbuildStatuses"`
	// AutoDeployID is the deploy that the platform started by itself; 0 for none.
	AutoDeployID int64 `json:"autoDeployId"`
}

// Part is one component in a build or a deploy.
type Part struct {
	ID     string `json:"id"`
	Name   string `json:"-"`
	Type   string `json:"-"`
	Status string `json:"status"`
	// Message is the platform's description of a failure.
	Message string         `json:"errorMessage"`
	Cause   *StandardError `json:"standardError"`
}

// StandardError is the platform's form of an error.
type StandardError struct {
	SubCategory string `json:"subCategory"`
	Errors      []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

// UnmarshalJSON decodes a part of a build or a deploy, which name its members differently.
func (p *Part) UnmarshalJSON(raw []byte) error {
	type plain Part
	named := struct {
		*plain
		BuildName, BuildType, DeployName, DeployType string
	}{plain: (*plain)(p)}
	if err := json.Unmarshal(raw, &named); err != nil {
		return err
	}
	p.Name, p.Type = named.BuildName+named.DeployName, named.BuildType+named.DeployType
	p.Name, p.Message = apiclient.Shorten(p.Name), apiclient.Shorten(p.Message)
	if p.Cause != nil {
		p.Cause.Errors = p.Cause.Errors[:min(len(p.Cause.Errors), apiclient.MaxDetails)]
		for i := range p.Cause.Errors {
			p.Cause.Errors[i].Message = apiclient.Shorten(p.Cause.Errors[i].Message)
		}
	}
	return nil
}

// Done reports whether the build has ended.
func (b Build) Done() bool { return b.Status == StatusSuccess || b.Status == StatusFailure }

// Failures returns the first parts that have failed.
func (b Build) Failures() []Part { return failures(b.Parts) }

func failures(parts []Part) []Part {
	var failed []Part
	for _, part := range parts {
		if part.Status == StatusFailure && len(failed) < apiclient.MaxDetails {
			failed = append(failed, part)
		}
	}
	return failed
}

// Upload sends a project, and returns the id of its build. It is not retried after a broken connection: Builds shows
// whether it took effect, by the message.
func (c *Client) Upload(ctx context.Context, name string, source Source, message string) (int64, error) {
	r, err := source.request(name, message)
	if err != nil {
		return 0, err
	}
	var result struct {
		Created int64 `json:"createdBuildId"`
	}
	if err = c.call(ctx, r, &result); err == nil && result.Created == 0 {
		err = unexpected(r.method, r.path, "the response has no id of a build")
	}
	return result.Created, err
}

// Builds returns the newest builds of a project, the newest first.
func (c *Client) Builds(ctx context.Context, project string) ([]Build, error) {
	path := buildsPath + "/" + url.PathEscape(project) + "/builds"
	var result struct {
		Results []Build `json:"results"`
	}
	err := c.call(ctx, request{method: http.MethodGet, path: path}, &result)
	if err == nil && result.Results == nil {
		err = unexpected(http.MethodGet, path, "the response has no list of builds")
	}
	return result.Results, err
}

// build returns the status of a build.
func (c *Client) build(ctx context.Context, project string, id int64) (Build, error) {
	path := fmt.Sprintf("%s/%s/builds/%d/status", buildsPath, url.PathEscape(project), id)
	return ask[Build](ctx, c, request{method: http.MethodGet, path: path})
}

const (
	// pollEvery is the interval between status requests, as in the vendor's own tool.
	pollEvery = 2 * time.Second
	// BuildWait and DeployWait limit the time of a build and of a deploy.
	BuildWait  = 10 * time.Minute
	DeployWait = 10 * time.Minute
)

// WaitBuild follows a build until it has ended. seen receives each status; it may be nil.
func (c *Client) WaitBuild(ctx context.Context, project string, id int64, seen func(Build)) (Build, error) {
	return poll(ctx, c, poller[Build]{
		what: fmt.Sprintf("build %d of project %q", id, project), limit: BuildWait, seen: seen,
		ask: func() (Build, error) { return c.build(ctx, project, id) },
	})
}

// poller describes what poll waits for.
type poller[T interface{ Done() bool }] struct {
	what  string
	limit time.Duration
	// seen receives each status; it may be nil.
	seen func(T)
	ask  func() (T, error)
}

// poll asks until the status is done or the limit is exceeded.
func poll[T interface{ Done() bool }](ctx context.Context, c *Client, p poller[T]) (T, error) {
	end := c.Now().Add(p.limit)
	for {
		state, err := p.ask()
		if err != nil {
			return state, err
		}
		if p.seen != nil {
			p.seen(state)
		}
		if state.Done() {
			return state, nil
		}
		if c.Now().After(end) {
			return state, &TimeoutError{What: p.what, After: p.limit}
		}
		if err := c.Sleep(ctx, pollEvery); err != nil {
			return state, err
		}
	}
}
