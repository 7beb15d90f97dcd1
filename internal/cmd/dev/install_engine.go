package dev

import (
	"context"
	"errors"
	"os/exec"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/workerd"
)

// haveEngine returns an error if the edge engine is needed and missing. With --install it installs the engine first.
func (o *options) haveEngine(ctx context.Context, env *cli.Env, dir string) error {
	edge, err := o.edge(dir)
	if err == nil && edge != nil {
		if err := (workerd.Found{Binary: edge.Binary}).Check(ctx); err != nil {
			return &cli.Error{
				Code: cli.ExitFailed, What: "cannot start the edge engine", Why: cli.Reason(err), Err: err,
				Fix: "install node_modules again on this machine; the engine needs glibc 2.35 or newer, or macOS 13.5 or newer",
			}
		}
	}
	installs := errors.Is(err, workerd.ErrNotInstalled) || errors.Is(err, workerd.ErrOtherPlatform) ||
		errors.Is(err, errTooOld)
	if !o.install || !installs {
		return err
	}
	if err := o.installEngine(ctx, env, dir); err != nil {
		return err
	}
	_, err = o.edge(dir)
	return err
}

// installEngine installs the edge engine with the package manager of the project, if the user agrees.
func (o *options) installEngine(ctx context.Context, env *cli.Env, dir string) error {
	root, err := projectfs.Open(dir, projectfs.Options{})
	if err != nil {
		return cmdutil.LoadError(err)
	}
	defer root.Close() //nolint:errcheck // it was only read
	line := installing(root)
	command := strings.Join(line, " ")
	if !o.yes {
		if !env.CanPrompt() {
			return cli.ConfirmationRequired("pass --yes to let svc run '" + command + "'")
		}
		if err := cli.NewPrompter(env).Confirm("Run '" + command + "' in " + root.Dir() + "?"); err != nil {
			return err
		}
	}
	install := exec.CommandContext(ctx, line[0], line[1:]...)
	install.Dir, install.Stdout, install.Stderr = root.Dir(), env.Err, env.Err
	if err := install.Run(); err != nil {
		return &cli.Error{
			Code: cli.ExitFailed, What: "cannot install the edge engine", Why: "'" + command + "' failed: " + cli.Reason(err),
			Fix: "run it in " + root.Dir() + " and read what it prints", Err: err,
		}
	}
	return nil
}
