package deploy

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// liveProject is the deployed CRM project.
type liveProject struct {
	Name   string
	Exists bool
	// Foreign reports that it has builds, none of which svc uploaded for this environment.
	Foreign bool
	// Other is the owner of the newest build that svc uploaded for another project or environment, if any.
	Other owner.Owner
	// Build is the newest build. Digest is the digest of its content if svc uploaded it, else "".
	Build  int64
	Digest string
	Status string `json:"-"` // changes without a deploy
	// Deployed is the build that portals use, or 0. DeployedDigest is like Digest.
	Deployed       int64
	DeployedDigest string
}

// buildMessage is the message of an upload: it names project, environment and a digest of the content.
func buildMessage(deploy string, own owner.Owner, digest string) string {
	return fmt.Sprintf("svc deploy %s of %s/%s, content %s", deploy, own.Project, own.Environment, digest[:32])
}

var buildMessageForm = lazyregexp.New(`^svc deploy (\S+) of ([^/\s]+)/(\S+), content ([0-9a-f]{32})$`)

// readBuildMessage parses the owner and digest of a build. It returns the zero owner for a build of another tool.
func readBuildMessage(message string) owner.Owner {
	found := buildMessageForm().FindStringSubmatch(message)
	if found == nil {
		return owner.Owner{}
	}
	return owner.Owner{Project: found[2], Environment: found[3], Digest: found[4]}
}

// takenOver reports whether a deploy takes the project over from another tool: the app names it, and svc uploaded no
// build of it.
func (l *liveProject) takenOver(declared string) bool {
	return l.Foreign && l.Other.IsZero() && l.Name == declared
}

// observeProject reads a project from the CRM.
func observeProject(ctx context.Context, crm port.CRM, own owner.Owner, name string) (liveProject, error) {
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
	newest, other := crmapi.Build{}, int64(0)
	for _, build := range builds {
		if build.ID > newest.ID {
			newest = build
		}
		whose := readBuildMessage(build.Message)
		if !whose.Owns(own) {
			if !whose.IsZero() && build.ID > other {
				live.Other, other = whose, build.ID
			}
			continue
		}
		live.Foreign = false
		if build.ID == live.Deployed {
			live.DeployedDigest = whose.Digest
		}
	}
	live.Build, live.Status = newest.ID, newest.Status
	if whose := readBuildMessage(newest.Message); whose.Owns(own) {
		live.Digest = whose.Digest
	}
	return live, nil
}
