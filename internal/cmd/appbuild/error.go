package appbuild

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// otherFolder is the fix if the system refuses to write.
const otherFolder = "check the permissions of the folder, or choose another one with --out"

// WriteError turns an error of writing the output folder into one for the user.
func WriteError(out string, err error) error {
	failed := &cli.Error{
		Code: cli.ExitUsage, What: "cannot write to " + out, Fix: "choose an empty or new folder with --out", Err: err,
	}
	var foreign *build.ForeignError
	var edited *build.EditedError
	var path *fs.PathError
	var link *os.LinkError
	var refused *projectfs.Error
	switch {
	case errors.As(err, &foreign) && foreign.Name == "":
		failed.Why = "it is a file or a link; svc replaces the whole folder"
	case errors.As(err, &foreign):
		failed.Why = "it contains " + foreign.Name + ", which svc did not write; svc replaces the whole folder"
	case errors.As(err, &edited):
		failed.Why = "edited since svc wrote it: " + cli.OneLine(strings.Join(edited.Names, ", "))
		failed.Fix = "choose another folder with --out, or discard the edits with --force"
	case errors.As(err, &refused):
		failed.Why = refused.Error()
	case errors.As(err, &path):
		failed.Why, failed.Fix = reason.Of(path.Err), projectfs.WriteFix(err, otherFolder)
	case errors.As(err, &link):
		failed.Why, failed.Fix = reason.Of(link.Err), projectfs.WriteFix(err, otherFolder)
	default:
		return cmdutil.InternalError("cannot write the output: "+err.Error(), err)
	}
	return failed
}

// buildError turns an error of a build into one for the user. Limits of the platform are usage errors.
func buildError(err error) error {
	var refused *build.Refused
	var unknown *declared.UnknownEnvironment
	var code *project.CodeError
	switch {
	case errors.As(err, &code):
		return cmdutil.LoadError(err)
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &unknown):
		return cmdutil.UnknownEnvironment(unknown.Name, unknown.Known)
	case errors.As(err, &refused):
		return &cli.Error{Code: cli.ExitUsage, What: refused.What, Why: refused.Why, Fix: refused.Fix, Err: err}
	}
	return cmdutil.InternalError("cannot build the project: "+err.Error(), err)
}
