// This file has the calls about a script's past: its versions, and which of them had the traffic when.

package edgeapi

import (
	"context"
	"net/http"
	"time"
)

// Version is one upload of a script, or one change of its secrets.
type Version struct {
	ID string `json:"id"`
	// Number counts from 1 in each script.
	Number      int          `json:"number"`
	Metadata    VersionNotes `json:"metadata"`
	Annotations Annotations  `json:"annotations"`
}

// VersionNotes say where a version comes from.
type VersionNotes struct {
	CreatedOn time.Time `json:"created_on"`
	Source    string    `json:"source"`
}

// Deployment sends traffic to versions.
type Deployment struct {
	ID          string      `json:"id"`
	CreatedOn   time.Time   `json:"created_on"`
	Strategy    string      `json:"strategy"`
	Versions    []Share     `json:"versions"`
	Annotations Annotations `json:"annotations"`
}

// Share is the part of the traffic that a version gets.
type Share struct {
	VersionID  string `json:"version_id"`
	Percentage int    `json:"percentage"`
}

// Live is the version that has all the traffic; "" where it is shared.
func (d Deployment) Live() string {
	if len(d.Versions) == 1 {
		return d.Versions[0].VersionID
	}
	return ""
}

// Versions lists the versions of a script that can be deployed, newest first.
func (c *Client) Versions(ctx context.Context, script string) ([]Version, error) {
	var result struct {
		Items []Version `json:"items"`
	}
	err := c.call(ctx, request{method: http.MethodGet, path: c.scriptPath(script, "/versions?deployable=true")}, &result)
	return result.Items, err
}

// Deployments lists the deployments of a script; the first is live.
func (c *Client) Deployments(ctx context.Context, script string) ([]Deployment, error) {
	var result struct {
		Deployments []Deployment `json:"deployments"`
	}
	err := c.call(ctx, request{method: http.MethodGet, path: c.scriptPath(script, "/deployments")}, &result)
	return result.Deployments, err
}

// Deploy sends all traffic of a script to one of its versions. It is not tried again when the connection
// breaks: Deployments tells whether it happened.
func (c *Client) Deploy(ctx context.Context, script, version, message string) (Deployment, error) {
	in := struct {
		Strategy    string      `json:"strategy"`
		Versions    []Share     `json:"versions"`
		Annotations Annotations `json:"annotations"`
	}{"percentage", []Share{{version, 100}}, Annotations{Message: message}}
	return ask[Deployment](ctx, c, request{method: http.MethodPost, path: c.scriptPath(script, "/deployments"), json: in})
}
