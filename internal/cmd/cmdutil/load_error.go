package cmdutil

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devvars"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// LoadError turns an error of loading a project into one for the user. An unreadable file and a malformed .dev.vars
// are usage errors.
func LoadError(err error) error {
	var path *fs.PathError
	var malformed *devvars.Error
	var refused *projectfs.Error
	var faulty *project.SourceError
	var code *project.CodeError
	switch {
	case errors.As(err, &refused):
		return unreadable(refused.Path, err)
	case errors.As(err, &faulty):
		return notLoaded(faulty)
	case errors.As(err, &code):
		return notLoaded(code)
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &path):
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read %q", path.Path), Why: reason.Of(path.Err),
			Fix: projectfs.Fix(err), Err: err,
		}
	case errors.As(err, &malformed):
		return cli.Usage(malformed.Error(), DevVarsFix)
	}
	return InternalError("cannot load the project: "+reason.Of(err), err)
}

// notLoaded is an error of the app's source.
func notLoaded(why error) error {
	return &cli.Error{
		Code: cli.ExitNegative, What: "the app's source does not load", Why: reason.Of(why),
		Fix: "run 'svc check' and fix its findings", Err: why,
	}
}

// unreadable is the error of a file of the project that svc does not read because of what it is. It is not a usage
// error: the project is at fault.
func unreadable(name string, err error) error {
	return &cli.Error{
		Code: cli.ExitNegative, What: fmt.Sprintf("cannot read %q", name), Why: projectfs.Reason(err),
		Fix: projectfs.Fix(err), Err: err,
	}
}

// DevVarsFix is the fix for a malformed .dev.vars.
const DevVarsFix = "write one NAME=value per line"
