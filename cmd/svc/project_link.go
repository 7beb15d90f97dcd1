// This file finds the origin of what is deployed of a folder.

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/typo"
)

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
	if linked == nil {
		return "", &cli.Error{Code: cli.ExitUsage, What: "this folder is linked to no project", Why: "there is no " + link.File, Fix: "name the app worker with --url ORIGIN"}
	}
	names := linked.Names()
	found := linked.Environment(f.env)
	switch known := slices.Contains(names, f.env); {
	case !known && len(names) == 0:
		return "", cli.Usage(link.File+" names no environment", "name the app worker with --url ORIGIN")
	case !known:
		fix := "the environments are " + strings.Join(names, ", ")
		if near := typo.Nearest(f.env, names); near != "" {
			fix = fmt.Sprintf("did you mean %q? %s", near, fix)
		}
		return "", cli.Usage(fmt.Sprintf("there is no environment %q", f.env), fix)
	case found.Origin == "":
		return "", cli.Usage(fmt.Sprintf("the environment %q has no origin yet", f.env), "name the app worker with --url ORIGIN")
	}
	return found.Origin, nil
}
