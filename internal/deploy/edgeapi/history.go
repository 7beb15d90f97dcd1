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

// VersionNotes describe the origin of a version.
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

// Live returns the version that gets all traffic; "" when several share it.
func (d Deployment) Live() string {
	if len(d.Versions) == 1 {
		return d.Versions[0].VersionID
	}
	return ""
}

// Versions returns the deployable versions of a script, the newest first.
func (c *Client) Versions(ctx context.Context, script string) ([]Version, error) {
	var result struct {
		Items []Version `json:"items"`
	}
	err := c.call(ctx, request{method: http.MethodGet, path: c.scriptPath(script, "/versions?deployable=true")}, &result)
	return result.Items, err
}

// Deployments returns the deployments of a script. The first is live.
func (c *Client) Deployments(ctx context.Context, script string) ([]Deployment, error) {
	var result struct {
		Deployments []Deployment `json:"deployments"`
	}
	err := c.call(ctx, request{method: http.MethodGet, path: c.scriptPath(script, "/deployments")}, &result)
	return result.Deployments, err
}

// Deploy sends the traffic of a script to one of its versions, or splits it between two. The percentages of the shares
// sum up to 100. It is not retried after a broken connection: Deployments shows whether it took effect.
func (c *Client) Deploy(ctx context.Context, script, message string, shares ...Share) (Deployment, error) {
	in := struct {
		Strategy    string      `json:"strategy"`
		Versions    []Share     `json:"versions"`
		Annotations Annotations `json:"annotations"`
	}{"percentage", shares, Annotations{Message: message}}
	return ask[Deployment](ctx, c, request{method: http.MethodPost, path: c.scriptPath(script, "/deployments"), json: in})
}
