package cmdutil

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/link"
)

// ReadLink reads the link of a folder. It returns nil if there is none.
func ReadLink(dir string) (*link.Project, error) {
	linked, err := link.Read(dir)
	if unusable, ok := errors.AsType[*link.Error](err); ok {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: "cannot use " + link.File, Why: unusable.Why, Fix: unusable.Fix(), Err: err,
		}
	}
	return linked, err
}

// NotLinked is the error for a folder without a link.
func NotLinked(fix string) error {
	return &cli.Error{
		Code: cli.ExitUsage, What: "this folder is not linked to a project", Why: "it has no " + link.File, Fix: fix,
	}
}

// LinkedEnvironment returns an environment of the link. The fix is for a folder that has no environment.
func LinkedEnvironment(linked *link.Project, name, fix string) (link.Environment, error) {
	if linked == nil {
		return link.Environment{}, NotLinked(fix)
	}
	names := linked.Names()
	switch {
	case slices.Contains(names, name):
		return linked.Environment(name), nil
	case len(names) == 0:
		return link.Environment{}, cli.Usage(link.File+" has no environments", fix)
	}
	return link.Environment{}, cli.Usage(
		fmt.Sprintf("unknown environment %q", name), cli.Suggest(name, names, "use one of "+strings.Join(names, ", ")),
	)
}

// UnknownEnvironment is the error for a value of --env that an app with environments does not declare.
func UnknownEnvironment(name string, known []string) error {
	fix := cli.ListNames("use one of", known) + ", or declare it in environments of defineApp"
	return cli.Usage(fmt.Sprintf("unknown environment %q", name), cli.Suggest(name, known, fix))
}

// CheckEnvironment validates the value of --env.
func CheckEnvironment(name string) error {
	if err := link.CheckEnvironment(name); err != nil {
		return cli.Usage(err.Error(), "write a name such as --env staging")
	}
	return nil
}
