// This file learns from the CRM which build of the project portals have. Uploads of svc carry a message that
// names project, environment and a digest of the content.

package deploy

import (
	"context"
	"fmt"
	"regexp"

	"github.com/appsvc/svc/internal/deploy/crmapi"
)

// liveProject is the CRM's project as it is.
type liveProject struct {
	Name   string
	Exists bool
	// Foreign says that it has builds, and that none of them is ours.
	Foreign bool
	// Build is the newest build; Digest that of its content when it is ours, else "".
	Build  int64
	Digest string
	Status string `json:"-"` // it changes by itself
	// Deployed is the build that portals have, 0 for none; DeployedDigest as above.
	Deployed       int64
	DeployedDigest string
}

// buildMessage goes with an upload.
func buildMessage(deploy string, own owner, digest string) string {
	return fmt.Sprintf("svc deploy %s of %s/%s, content %s", deploy, own.Project, own.Environment, digest[:32])
}

var buildMessageForm = regexp.MustCompile(`^svc deploy (\S+) of ([^/\s]+)/(\S+), content ([0-9a-f]{32})$`)

// readBuildMessage is whose a build is, with its digest; the zero owner when svc has not made it.
func readBuildMessage(message string) owner {
	found := buildMessageForm.FindStringSubmatch(message)
	if found == nil {
		return owner{}
	}
	return owner{Project: found[2], Environment: found[3], Digest: found[4]}
}

// observeProject asks the CRM about the project of a name.
func observeProject(ctx context.Context, crm CRM, own owner, name string) (liveProject, error) {
	live := liveProject{Name: name}
	found, err := crm.Project(ctx, name)
	if err != nil || found == nil {
		return live, err
	}
	live.Exists, live.Deployed = true, found.DeployedBuildID
	builds, err := crm.Builds(ctx, name)
	if err != nil {
		return live, err
	}
	live.Foreign = len(builds) > 0
	newest := crmapi.Build{}
	for _, build := range builds {
		if build.ID > newest.ID {
			newest = build
		}
		whose := readBuildMessage(build.Message)
		if !whose.owns(own) {
			continue
		}
		live.Foreign = false
		if build.ID == live.Deployed {
			live.DeployedDigest = whose.Digest
		}
	}
	live.Build, live.Status = newest.ID, newest.Status
	if whose := readBuildMessage(newest.Message); whose.owns(own) {
		live.Digest = whose.Digest
	}
	return live, nil
}
