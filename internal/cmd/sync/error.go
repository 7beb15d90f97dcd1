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

// userError turns an error of the control client into one for the user. Other errors stay as they are.
func (f *commonFlags) userError(t *appworker.Target, err error) error {
	var apiError *control.Error
	var unreachable *control.UnreachableError
	var userError *cli.Error
	switch {
	case errors.As(err, &userError):
		return err
	case appworker.IsNotInstalled(err) && f.install == "":
		return cli.Usage("--install is missing", "add --install <portal>; 'svc installs list' lists the portals")
	case appworker.IsNotInstalled(err):
		return t.NotInstalledError(f.install, err)
	case errors.As(err, &apiError), errors.As(err, &unreachable):
		return t.Error(err)
	}
	return err
}

// unknownRow is the error for ids that are not poison rows, or no longer.
func unknownRow(t *appworker.Target, install string, ids []string) error {
	what := fmt.Sprintf("no poison row %q", ids[0])
	if len(ids) > 1 {
		what = fmt.Sprintf("%d of the rows are not poison rows: %s", len(ids), strings.Join(ids, ", "))
	}
	why := t.Place()
	if install != "" {
		why = "for the install " + install + " " + t.Place()
	}
	return &cli.Error{
		Code: cli.ExitNegative, What: what, Why: why,
		Fix: "run 'svc sync poison list': a retried row leaves the list, and a row with changed data has a new id",
	}
}

func isUnknownRow(err error) bool {
	return appworker.IsError(err, http.StatusNotFound, "unknown_poison_row")
}
