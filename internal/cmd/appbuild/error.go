package appbuild

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// WriteError says why nothing was written to a folder.
func WriteError(out string, err error) error {
	failed := &cli.Error{
		Code: cli.ExitUsage, What: "cannot write to " + out, Fix: "name an empty or a new folder with --out", Err: err,
	}
	var foreign *build.ForeignError
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &foreign) && foreign.Name == "":
		failed.Why = "it is a file or a link, and a folder is replaced as a whole"
	case errors.As(err, &foreign):
		failed.Why = "it holds " + foreign.Name + ", which svc has not made, and the folder is replaced as a whole"
	case errors.As(err, &path):
		failed.Why = path.Err.Error()
	case errors.As(err, &link):
		failed.Why = link.Err.Error()
	default:
		return cmdutil.ToolError("the output cannot be written: "+err.Error(), err)
	}
	return failed
}

// buildError tells what cannot be deployed under this name or size from a failure of the tool.
func buildError(err error) error {
	var refused *build.Refused
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &refused):
		return &cli.Error{Code: cli.ExitUsage, What: refused.What, Why: refused.Why, Fix: refused.Fix, Err: err}
	}
	return cmdutil.ToolError("the project could not be built: "+err.Error(), err)
}
