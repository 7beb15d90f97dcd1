// This file reads what links a folder to what is deployed of it.

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/typo"
)

// projectFile links a folder to its project, and names for each environment what is deployed.
const projectFile = link.File

// readLink reads the link of a folder that must have one.
func readLink(dir string) (*link.Project, error) {
	linked, err := link.Read(dir)
	var told *link.Error
	switch {
	case errors.As(err, &told):
		return nil, &cli.Error{Code: cli.ExitUsage, What: "cannot use " + projectFile, Why: told.Why, Fix: "restore it, or name the app worker with --url ORIGIN", Err: err}
	case err != nil:
		return nil, err
	case linked == nil:
		return nil, &cli.Error{Code: cli.ExitUsage, What: "this folder is linked to no project", Why: "there is no " + projectFile, Fix: "name the app worker with --url ORIGIN"}
	}
	return linked, nil
}

// linkedEnvironment is what is deployed under a name.
func linkedEnvironment(linked *link.Project, name string) (link.Environment, error) {
	found, known := linked.Environments[name]
	names := linked.Names()
	switch {
	case known:
		return found, nil
	case len(names) == 0:
		return found, cli.Usage(projectFile+" names no environment", "name the app worker with --url ORIGIN")
	}
	fix := "the environments are " + strings.Join(names, ", ")
	if near := typo.Nearest(name, names); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return found, cli.Usage(fmt.Sprintf("there is no environment %q", name), fix)
}

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
	found, err := linkedEnvironment(linked, f.env)
	if err == nil && found.Origin == "" {
		err = cli.Usage(fmt.Sprintf("the environment %q has no origin yet", f.env), "name the app worker with --url ORIGIN")
	}
	return found.Origin, err
}
