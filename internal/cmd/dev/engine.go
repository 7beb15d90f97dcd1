package dev

import (
	"errors"
	"fmt"
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
	if o.install && o.engine != engineWorkerd {
		return cli.Usage("--install needs --engine workerd: it installs that engine", "add --engine workerd")
	}
	if o.yes && !o.install {
		return cli.Usage("--yes needs --install: nothing else asks", "leave out --yes")
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

// sockets returns how many sockets the server has: of the app, of the logs, of debuggers with --inspect, and of the
// public address of --portal.
func (o *options) sockets() int {
	count := 2
	if o.inspect != noInspect {
		count++
	}
	if o.portal.isPublic() {
		count++
	}
	return count
}

// errTooOld reports an edge engine that does not know the compatibility date of deployed workers.
var errTooOld = errors.New("too old")

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
	if err == nil && found.Built() < platform.CompatibilityDate {
		err = fmt.Errorf("workerd %s is %w", found.Version, errTooOld)
	}
	if err != nil {
		return nil, missingEngine(err, installing(root))
	}
	return &host.Edge{Binary: found.Binary, Inspect: o.targets}, nil
}

// installing returns the command line that installs the edge engine for a project.
func installing(root *projectfs.Root) []string {
	return managerOf(root).adding(root.Dir(), workerd.Package+"@latest")
}

// missingEngine explains why the edge engine was not found. The line installs it.
func missingEngine(err error, line []string) error {
	command := strings.Join(line, " ")
	e := &cli.Error{
		Code: cli.ExitFailed, What: "cannot start the edge engine", Why: cli.Reason(err), Err: err,
		Fix: "run '" + command + "', or add --install, which does it",
	}
	switch {
	case errors.Is(err, workerd.ErrNotInstalled):
		e.Why = "the npm package workerd is not installed in this project or its workspace"
	case errors.Is(err, workerd.ErrOtherPlatform):
		e.Fix = "install node_modules on this machine, with optional dependencies: run '" + line[0] + " install'"
	case errors.Is(err, errTooOld):
		e.Why += ": it does not know the compatibility date of deployed workers, " + platform.CompatibilityDate
	default:
		e.Fix = "leave out --engine to use the local engine"
	}
	return e
}
