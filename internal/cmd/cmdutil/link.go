package cmdutil

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/typo"
)

// ReadLink reads what a folder is linked to; nil when it is to nothing.
func ReadLink(dir string) (*link.Project, error) {
	linked, err := link.Read(dir)
	var unusable *link.Error
	if errors.As(err, &unusable) {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: "cannot use " + link.File, Why: unusable.Why, Err: err,
			Fix: fmt.Sprintf("restore it from your version control: %s is made by deploys, and not written by hand", link.File),
		}
	}
	return linked, err
}

// NotLinked says that nothing is known of a deploy of this folder. way is how to go on without.
func NotLinked(way string) error {
	return &cli.Error{
		Code: cli.ExitUsage, What: "this folder is linked to no project", Why: "there is no " + link.File, Fix: way,
	}
}

// LinkedEnvironment is what is deployed of a folder under a name. way is how to go on without.
func LinkedEnvironment(linked *link.Project, name, way string) (link.Environment, error) {
	if linked == nil {
		return link.Environment{}, NotLinked(way)
	}
	names := linked.Names()
	switch {
	case slices.Contains(names, name):
		return linked.Environment(name), nil
	case len(names) == 0:
		return link.Environment{}, cli.Usage(link.File+" names no environment", way)
	}
	fix := "the environments are " + strings.Join(names, ", ")
	if near := typo.Nearest(name, names); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return link.Environment{}, cli.Usage(fmt.Sprintf("there is no environment %q", name), fix)
}
