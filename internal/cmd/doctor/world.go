package doctor

import (
	"context"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/doctor"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/projectfs"
)

// world gathers the facts that the checks read.
func (o *options) world(ctx context.Context, env *cli.Env) (*doctor.World, error) {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return nil, err
	}
	profile, err := cmdutil.LoadProfile(dir, o.profile)
	if err != nil {
		return nil, err
	}
	atEdge, err := remote.Edge(env)
	if err != nil {
		return nil, err
	}
	atCRM, err := remote.CRM(env, profile)
	if err != nil {
		return nil, err
	}
	root, err := projectfs.Open(dir, projectfs.Options{})
	if err != nil {
		return nil, err
	}
	w := &doctor.World{
		Files: root.FS(), Dir: root.Dir(), Workspace: root.Workspace(),
		Version: env.Version, SDKVersion: embeddedSDK(), Node: nodeVersion, Listen: canListen,
		Offline: o.offline, Now: env.Now, Do: remote.Do,
		Credentials: func() []doctor.Credential {
			kept := remote.NewStore(env)
			kept.Notice = func(string) {} // the result says where they are
			return []doctor.Credential{credentialOf(env, kept, atEdge), credentialOf(env, kept, atCRM)}
		},
	}
	w.Ignores, w.InRepository = ignoreFiles(dir)
	w.Link, w.LinkErr = link.Read(dir)
	if s := localserver.Find(dir); s != nil && s.Ask(ctx, live.RecordsPath, nil, nil) == nil {
		w.Serving = s.URL.String()
	}
	w.State = func() (bool, error) { return stateOf(dir) }
	var bindings map[string]string
	bindings, w.BindingsErr = project.Bindings(dir, host.Environment)
	w.Bindings = slices.Collect(maps.Keys(bindings))
	return w, o.declare(ctx, env, w, dir, profile.Name)
}
