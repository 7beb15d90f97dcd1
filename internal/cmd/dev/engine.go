package dev

import (
	"errors"
	"runtime"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/workerd"
)

// Values of --engine: what runs the code of user workers.
const (
	engineLocal   = "local"
	engineWorkerd = "workerd"
)

const (
	// noInspect is the value of --inspect without the flag.
	noInspect = -1
	// defaultInspectPort is where debuggers of Node look.
	defaultInspectPort = 9229
)

// checkEngine validates --engine and --inspect.
func (o *options) checkEngine(inspects bool) error {
	if inspects && !o.child {
		if err := cmdutil.InRange("--inspect", o.inspect, 0, 65535); err != nil {
			return err
		}
		if o.engine != engineWorkerd {
			return cli.Usage("--inspect needs --engine workerd: the local engine has no debugger", "add --engine workerd")
		}
	}
	if err := cmdutil.OneOf("--engine", o.engine, []string{engineLocal, engineWorkerd}); err != nil {
		return err
	}
	if o.engine != engineWorkerd {
		return nil
	}
	if o.untrusted {
		return cli.Usage(
			"--engine workerd and --untrusted exclude each other: the engine is a program of the app's node_modules",
			"leave out --engine to use the local engine",
		)
	}
	if runtime.GOOS == "windows" {
		return cli.Usage("--engine workerd is not available on Windows", "leave it out, or run svc in WSL")
	}
	return nil
}

// sockets returns how many sockets the server has: of the app, of the logs, and of debuggers with --inspect.
func (o *options) sockets() int {
	if o.inspect == noInspect {
		return 2
	}
	return 3
}

// edge returns the edge engine of the project in a folder; nil for the local engine.
func (o *options) edge(dir string) (*host.Edge, error) {
	if o.engine != engineWorkerd {
		return nil, nil
	}
	root, err := projectfs.Open(dir, projectfs.Options{})
	if err != nil {
		return nil, cmdutil.LoadError(err)
	}
	defer root.Close() //nolint:errcheck // it was only read
	found, err := workerd.Find(root.Dir(), root.Workspace(), workerd.Package)
	if err != nil {
		return nil, noEngine(err)
	}
	if built := found.Built(); built < platform.CompatibilityDate {
		return nil, &cli.Error{
			Code: cli.ExitFailed, What: "cannot start the edge engine: workerd " + found.Version + " is too old",
			Why: "it does not know the compatibility date of deployed workers, " + platform.CompatibilityDate,
			Fix: "install a newer one: run 'npm install --save-dev workerd@latest'",
		}
	}
	return &host.Edge{Binary: found.Binary, Inspect: o.targets}, nil
}

// noEngine explains why there is no edge engine.
func noEngine(err error) error {
	e := &cli.Error{Code: cli.ExitFailed, What: "cannot start the edge engine", Why: cli.Reason(err), Err: err}
	switch {
	case errors.Is(err, workerd.ErrNotInstalled):
		e.Why = "the npm package workerd is not installed in this project or its workspace"
		e.Fix = "run 'npm install --save-dev workerd', or leave out --engine to use the local engine"
	case errors.Is(err, workerd.ErrOtherPlatform):
		e.Why = strings.TrimSuffix(e.Why, ".")
		e.Fix = "install node_modules on this machine, with optional dependencies: run 'npm install'"
	default:
		e.Fix = "leave out --engine to use the local engine"
	}
	return e
}
