package appworker

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/disposable"
)

// openServer returns the app worker that the server of a folder runs, or nil if no server answers.
func openServer(ctx context.Context, env *cli.Env, dir string) *Target {
	s := localserver.Find(dir)
	if s == nil {
		return nil
	}
	key, err := control.ParseKey(s.Beacon.ControlKey, s.Beacon.Environment)
	if err != nil {
		return nil
	}
	var records live.RecordsAnswer
	refresh := func(ctx context.Context) error { return s.Ask(ctx, live.RecordsPath, nil, &records) }
	limited, cancel := context.WithTimeout(ctx, controlWait)
	defer cancel()
	if refresh(limited) != nil {
		return nil
	}
	now := func() time.Time { return env.Now().Add(time.Duration(records.AheadMs) * time.Millisecond) }
	return &Target{
		Client: &control.Client{Origin: s.URL, Key: key, Do: s.Do, Now: now, Random: rand.Reader},
		Where:  "the local state, served at " + s.URL.Host, Refresh: refresh, Close: func() error { return nil },
		Worker: func(name string) (*control.Client, error) {
			at := s.WorkerURL(name)
			return &control.Client{Origin: at, Key: key, Do: s.DoAtWorker, Now: now, Random: rand.Reader}, nil
		},
	}
}

// devOrigin is the origin that the app worker in this process has. Nothing listens there.
const devOrigin = "http://app.localhost"

// openDev returns the app worker of the folder's local state: that of the running server, else one in this process.
func (f *Flags) openDev(ctx context.Context, env *cli.Env) (*Target, error) {
	dir, err := env.Folder(f.Dir)
	if err != nil {
		return nil, err
	}
	if served := openServer(ctx, env, dir); served != nil {
		return served, nil
	}
	if err := cmdutil.NeedApp(dir); err != nil {
		return nil, err
	}
	if cmdutil.HasDisposable(env) {
		// The process runs the command, so that this one must end in any case.
		return nil, cmp.Or(cmdutil.RunActing(ctx, env), error(cli.Exit(cli.ExitOK)))
	}
	session, err := local.Open(env, dir, f.profile)
	if err != nil {
		return nil, err
	}
	if err := session.Load(ctx); err != nil {
		return nil, err
	}
	disposable.Commit(disposable.Unlimited) // what follows runs no code of the project
	if session.Project.App == nil {
		return nil, session.ShowLoadErrors(cli.Usage(
			"this folder has no app", "name the folder of svc.config.ts with -C, or a deployed app worker with --url",
		))
	}
	if err := session.ShowLoadErrors(nil); err != nil {
		return nil, err
	}
	opened, err := session.NewHost()
	if err != nil {
		return nil, err
	}
	app, err := opened.App(ctx)
	if err != nil {
		return nil, errors.Join(heldState(local.RunError(err)), opened.Close())
	}
	at, err := url.Parse(devOrigin)
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return &Target{
		Client: &control.Client{
			Origin: at, Key: opened.ControlKey(), Do: control.InProcess(app), Now: opened.Now, Random: rand.Reader,
		},
		Where:  "the local state (" + host.StateFolder + ")",
		Worker: func(string) (*control.Client, error) { return nil, errNotServing }, Idle: true,
		Refresh: func(ctx context.Context) error { return local.StateError(opened.TakeRecords(ctx)) },
		Close:   func() error { return local.StateError(opened.Close()) },
	}, nil
}

// heldState adds the fix for state that another process has locked.
func heldState(err error) error {
	var locked *cli.Error
	if errors.As(err, &locked) && locked.Code == cli.ExitMoved && errors.Is(err, host.ErrState) {
		locked.Fix = "wait for it or stop it, or reach its server with --url"
	}
	return err
}
