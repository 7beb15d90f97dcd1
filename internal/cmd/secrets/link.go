package secrets

import (
	"crypto/rand"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/link"
)

// newLink returns a link with a new project id. Values that wait for a deploy are stored under the id.
func newLink(before *link.Project) (*link.Project, error) {
	id, err := link.NewProjectID(func(b []byte) error { _, err := rand.Read(b); return err })
	linked := &link.Project{ProjectID: id}
	if before != nil {
		linked.Environments = before.Environments
	}
	return linked, err
}

// linkingVault writes the link with the first value that it stores, so that svc deploy finds the values.
type linkingVault struct {
	remote.ScopedVault
	dir    string
	linked *link.Project
}

// Set stores a value, and the link if there is none.
func (v linkingVault) Set(name, value string) error {
	if before, err := cmdutil.ReadLink(v.dir); err != nil {
		return err
	} else if before == nil || before.ProjectID == "" {
		if err := link.Write(v.dir, v.linked); err != nil {
			return &cli.Error{
				Code: cli.ExitUsage, What: "cannot write " + link.File, Why: cli.Reason(err), Fix: "check the folder's permissions",
				Err: err,
			}
		}
	}
	return v.ScopedVault.Set(name, value)
}
