// This file uploads a project and follows its build.

package crmapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// States of builds and deploys that are over.
const (
	StatusSuccess = "SUCCESS"
	StatusFailure = "FAILURE"
)

// Build is what the platform makes of an upload.
type Build struct {
	ID     int64  `json:"buildId"`
	Status string `json:"status"`
	// Message is that of the upload: a deploy finds its own build by it.
	Message         string `json:"uploadMessage"`
	PlatformVersion string `json:"platformVersion"`
	Parts           []Part `json:"subbuildStatuses"`
	// AutoDeployID is the deploy that the platform began by itself; 0 for none.
	AutoDeployID int64 `json:"autoDeployId"`
}

// Part is one component in a build or a deploy.
type Part struct {
	ID     string `json:"id"`
	Name   string `json:"-"`
	Type   string `json:"-"`
	Status string `json:"status"`
	// Message is the platform's own word about a failure.
	Message string         `json:"errorMessage"`
	Cause   *StandardError `json:"standardError"`
}

// StandardError is the platform's form of what went wrong.
type StandardError struct {
	SubCategory string `json:"subCategory"`
	Errors      []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

// UnmarshalJSON reads a part: builds and deploys have other names for the same.
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
	return nil
}

// Done reports whether the build is over.
func (b Build) Done() bool { return b.Status == StatusSuccess || b.Status == StatusFailure }

// Failures are the parts that went wrong.
func (b Build) Failures() []Part { return failures(b.Parts) }

func failures(parts []Part) []Part {
	var failed []Part
	for _, part := range parts {
		if part.Status == StatusFailure {
			failed = append(failed, part)
		}
	}
	return failed
}

// Upload sends a project, and gives the id of the build that begins. It is not tried again when the
// connection breaks: Builds tells, by the message.
func (c *Client) Upload(ctx context.Context, name string, source Source, message string) (int64, error) {
	r, err := source.request(name, message)
	if err != nil {
		return 0, err
	}
	var result struct {
		Created int64 `json:"createdBuildId"`
	}
	err = c.call(ctx, r, &result)
	return result.Created, err
}

// Builds lists the newest builds of a project, newest first.
func (c *Client) Builds(ctx context.Context, project string) ([]Build, error) {
	var result struct {
		Results []Build `json:"results"`
	}
	err := c.call(
		ctx, request{method: http.MethodGet, path: buildsPath + "/" + url.PathEscape(project) + "/builds"}, &result,
	)
	return result.Results, err
}

// Build reads the status of a build.
func (c *Client) Build(ctx context.Context, project string, id int64) (Build, error) {
	path := fmt.Sprintf("%s/%s/builds/%d/status", buildsPath, url.PathEscape(project), id)
	return ask[Build](ctx, c, request{method: http.MethodGet, path: path})
}

const (
	// pollEvery is the vendor's own tool's pace.
	pollEvery = 2 * time.Second
	// BuildWait and DeployWait are how long a build or a deploy may take.
	BuildWait  = 10 * time.Minute
	DeployWait = 10 * time.Minute
)

// WaitBuild follows a build until it is over. seen is called with each status; it may be nil.
func (c *Client) WaitBuild(ctx context.Context, project string, id int64, seen func(Build)) (Build, error) {
	return poll(ctx, c, fmt.Sprintf("build %d of project %q", id, project), BuildWait, seen, func() (Build, error) {
		return c.Build(ctx, project, id)
	})
}

// poll asks until what it gets is done, or the time is over.
func poll[T interface{ Done() bool }](
	ctx context.Context, c *Client, what string, wait time.Duration, seen func(T), ask func() (T, error),
) (T, error) {
	end := c.Now().Add(wait)
	for {
		state, err := ask()
		if err != nil {
			return state, err
		}
		if seen != nil {
			seen(state)
		}
		if state.Done() {
			return state, nil
		}
		if c.Now().After(end) {
			return state, &TimeoutError{What: what, After: wait}
		}
		if err := c.Sleep(ctx, pollEvery); err != nil {
			return state, err
		}
	}
}

// BuildWarnings are the warnings in the log of a build.
func (c *Client) BuildWarnings(ctx context.Context, project string, id int64) ([]string, error) {
	return c.warnings(ctx, project, "builds", id)
}

// DeployWarnings are the warnings in the log of a deploy.
func (c *Client) DeployWarnings(ctx context.Context, project string, id int64) ([]string, error) {
	return c.warnings(ctx, project, "deploys", id)
}

func (c *Client) warnings(ctx context.Context, project, kind string, id int64) ([]string, error) {
	var result struct {
		Logs []struct {
			Message string `json:"message"`
		} `json:"logs"`
	}
	path := fmt.Sprintf("%s/%s/%s/%d/combined/warn", logsPath, url.PathEscape(project), kind, id)
	if err := c.call(ctx, request{method: http.MethodGet, path: path}, &result); err != nil {
		return nil, err
	}
	var lines []string
	for _, line := range result.Logs {
		lines = append(lines, line.Message)
	}
	return lines, nil
}
