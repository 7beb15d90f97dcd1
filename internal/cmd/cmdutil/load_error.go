package cmdutil

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devvars"
)

// LoadError tells an unreadable folder from a failure of the tool.
func LoadError(err error) error {
	var path *fs.PathError
	var malformed *devvars.Error
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &path):
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read %q", path.Path), Why: path.Err.Error(),
			Fix: "make it readable, and a folder where the layout of an app wants one", Err: err,
		}
	}
	if errors.As(err, &malformed) {
		return cli.Usage(malformed.Error(), "write NAME=value, one a line")
	}
	return ToolError("the project could not be loaded: "+err.Error(), err)
}
