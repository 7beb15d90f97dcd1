package sync

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/control"
)

// failed tells what is wrong with the install that was named, or not; everything else as it is.
func (f *commonFlags) failed(t *appworker.Target, err error) error {
	var told *control.Error
	var unreachable *control.UnreachableError
	var said *cli.Error
	switch {
	case errors.As(err, &said):
		return err
	case !appworker.IsNotInstalled(err) && (errors.As(err, &told) || errors.As(err, &unreachable)):
		return t.Error(err)
	case !appworker.IsNotInstalled(err):
		return err
	case f.install == "":
		return cli.Usage("--install is missing", "name the install by the id of its portal; see svc installs list")
	}
	return &cli.Error{
		Code: cli.ExitNegative, What: fmt.Sprintf("there is no install %s in %s", f.install, t.Where), Why: appworker.Message(err),
		Fix: "see svc installs list", Err: err,
	}
}

// isTold reports whether the app worker has answered with this error.
func isTold(err error, status int, code string) bool {
	var told *control.Error
	return errors.As(err, &told) && told.Status == status && told.Code == code
}

// unknownRow says that a row is not there, or not any more.
func unknownRow(t *appworker.Target, install string, ids []string) error {
	what := fmt.Sprintf("no row %q is set aside", ids[0])
	if len(ids) > 1 {
		what = fmt.Sprintf("%d of the rows are not set aside: %s", len(ids), strings.Join(ids, ", "))
	}
	why := "in " + t.Where
	if install != "" {
		why = "for the install " + install + " in " + t.Where
	}
	return &cli.Error{
		Code: cli.ExitNegative, What: what, Why: why,
		Fix: "see svc sync poison list: a row leaves the list when it is tried again, and is another one when its data has changed",
	}
}

func isUnknownRow(err error) bool { return isTold(err, http.StatusNotFound, "unknown_poison_row") }
