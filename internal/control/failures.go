package control

import (
	"context"
	"net/http"
	"net/url"
)

const errorsPath = "/_svc/control/errors"

// Failure is the uncaught errors of invocations with one fingerprint. Times are Unix milliseconds.
type Failure struct {
	// Fingerprint is equal for errors with the same name and message, numbers aside.
	Fingerprint string `json:"fingerprint"`
	Name        string `json:"name"`
	Message     string `json:"message"`
	Count       int    `json:"count"`
	// First and Last are the starts of the first and last invocation that failed with it.
	First float64 `json:"first"`
	Last  float64 `json:"last"`
	// Worker to Portal are where it failed last. Portal is "none" without a portal.
	Worker       string `json:"worker"`
	CapabilityID string `json:"capabilityId"`
	Kind         string `json:"kind"`
	Surface      string `json:"surface"`
	DeployID     string `json:"deployId"`
	Portal       string `json:"portal"`
	// Invocation, Stack and Input are those of the last failure. Lists lack them, and so does an erased portal.
	Invocation string `json:"invocation,omitempty"`
	Stack      string `json:"stack,omitempty"`
	// Sources are digests of the files of the project in Stack, by path. A deployed app worker has none.
	Sources map[string]string `json:"sources,omitempty"`
	// Input is redacted JSON, or its start if it has more than 16,384 characters.
	Input string `json:"input,omitempty"`
}

// Failures lists the failures of the project, the last one first.
func (c *Client) Failures(ctx context.Context) ([]Failure, error) {
	var found struct {
		Errors []Failure `json:"errors"`
	}
	err := c.call(ctx, http.MethodGet, errorsPath, nil, &found)
	return append([]Failure{}, found.Errors...), err
}

// Failure returns the failures with a fingerprint, with the last one.
func (c *Client) Failure(ctx context.Context, fingerprint string) (Failure, error) {
	var found struct {
		Failure Failure `json:"failure"`
	}
	err := c.call(ctx, http.MethodGet, errorsPath+"/"+url.PathEscape(fingerprint), nil, &found)
	return found.Failure, err
}
