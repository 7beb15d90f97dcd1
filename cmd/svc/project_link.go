// This file finds what is deployed of a folder.

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/typo"
)

// notLinked says that nothing is known of a deploy of this folder. way is how to go on without.
func notLinked(way string) error {
	return &cli.Error{
		Code: cli.ExitUsage, What: "this folder is linked to no project", Why: "there is no " + link.File, Fix: way,
	}
}

// linkedEnvironment is what is deployed of a folder under a name. way is how to go on without.
func linkedEnvironment(linked *link.Project, name, way string) (link.Environment, error) {
	if linked == nil {
		return link.Environment{}, notLinked(way)
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

// nameTheOrigin is the way to an app worker without a link.
const nameTheOrigin = "name the app worker with --url ORIGIN"

// linkedOrigin is the origin of the app worker of an environment.
func (f *controlFlags) linkedOrigin(env *cli.Env) (string, error) {
	dir, err := env.Folder(f.dir)
	if err != nil {
		return "", err
	}
	linked, err := readLink(dir)
	if err != nil {
		return "", err
	}
	found, err := linkedEnvironment(linked, f.env, nameTheOrigin)
	if err == nil && found.Origin == "" {
		err = cli.Usage(fmt.Sprintf("the environment %q has no origin yet", f.env), nameTheOrigin)
	}
	return found.Origin, err
}
