package capability

import (
	"context"
	"crypto/rand"

	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
)

// Load loads the project of a session and finds a capability in it. If the app does not load, it prints the findings
// that say why.
func Load(ctx context.Context, s *local.Session, target, kind string) (devserver.Capability, error) {
	host.Warm(s.Env.Now, rand.Reader)
	if err := s.Load(ctx); err != nil {
		return devserver.Capability{}, err
	}
	found, err := find(devserver.Capabilities(s.Project), target, kind)
	if s.Project.App == nil || err != nil && len(s.Project.Problems) > 0 {
		err = s.ShowLoadErrors(err)
	}
	return found, err
}
