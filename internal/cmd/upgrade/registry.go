package upgrade

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/semver"
)

const (
	// latest is the newest release of the package with the binary.
	latest = "/@svc%2Fcli/latest"
	// wait limits the request. maxResponse is how much of the response is read, in bytes: package.json has 1 KiB.
	wait        = 10 * time.Second
	maxResponse = 256 << 10
)

// newestVersion asks the registry.
func newestVersion(ctx context.Context, registry, own string) (newest string, err error) {
	client := &apiclient.Client{
		BaseURL: registry, Do: remote.Do, MaxResponse: maxResponse, Header: http.Header{"User-Agent": {"svc/" + own}},
		Unreachable: func(f apiclient.Failure) error { return noVersion(f.Why) },
	}
	request := apiclient.Request{Method: http.MethodGet, Path: latest, Timeout: wait, Repeatable: true}
	err = client.Call(ctx, request, func(r apiclient.Response) error {
		var about struct{ Version string }
		switch {
		case r.Status != http.StatusOK:
			return noVersion(fmt.Sprintf("the registry answered with status %d", r.Status))
		case json.Unmarshal(r.Body, &about) != nil || !semver.IsValid(about.Version):
			return noVersion("the registry did not answer with a version")
		}
		newest = about.Version
		return nil
	})
	return newest, err
}

func noVersion(why string) error {
	return &cli.Error{
		Code: cli.ExitRemote, What: "cannot read the newest version of svc", Why: why,
		Fix: "check the network and the address of the registry, or set " + checkVariable + "=off",
	}
}
