package dev

import (
	"context"
	"errors"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/cmd/statedir"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

// importState makes the folders of --import and --export-on-exit absolute. Without --persist=false it puts the imported
// state on disk, once: a server that is replaced continues with its own. State that is there is never overwritten.
func (o *options) importState(env *cli.Env) (err error) {
	if o.exportDir != "" {
		if o.exportDir, err = env.FolderPath(o.exportDir); err != nil {
			return err
		}
		if err := statedir.CheckTarget(o.exportDir, o.dir); err != nil {
			return err
		}
	}
	if o.importDir == "" {
		return nil
	}
	if o.importDir, err = env.FolderPath(o.importDir); err != nil {
		return err
	}
	imported, err := statedir.Read(o.importDir, o.dir)
	if err != nil || !o.persist {
		return err
	}
	has, err := host.HasState(o.dir)
	if err != nil {
		return local.StateError(err)
	}
	if has {
		return cli.Usage(
			"--import would replace the state in "+host.StateFolder,
			"add --persist=false to leave it alone, or remove it with 'svc dev state reset'",
		)
	}
	kept, err := host.ReplaceState(o.dir, imported)
	local.NoteKept(env, kept)
	return local.StateError(err)
}

// export writes the state and the records to the folder of --export-on-exit.
func (s *server) export(ctx context.Context) {
	if s.options.exportDir == "" {
		return
	}
	e, err := s.session.Export(ctx)
	if errors.Is(err, live.ErrNotServed) {
		s.env.Notef("exported nothing: the app has not loaded")
		return
	}
	if err == nil {
		err = statedir.Write(s.options.exportDir, s.app.Dir, e)
	}
	if err != nil {
		s.env.Fail(err)
		return
	}
	s.env.Notef("exported the state to %s", s.options.exportDir)
}
