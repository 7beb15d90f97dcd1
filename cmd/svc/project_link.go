// This file reads what links a folder to what is deployed of it.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/typo"
)

// projectFile links a folder to its project, and names for each environment what is deployed.
const projectFile = ".svc/project.json"

// linkedOrigin is the origin of the app worker of an environment.
func (f *controlFlags) linkedOrigin(env *cli.Env) (string, error) {
	dir, err := env.Folder(f.dir)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(projectFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return "", &cli.Error{Code: cli.ExitUsage, What: "this folder is linked to no project", Why: "there is no " + projectFile, Fix: "name the app worker with --url ORIGIN", Err: err}
	}
	// Other members belong to other commands.
	var link struct {
		Environments map[string]struct {
			Origin string `json:"origin"`
		} `json:"environments"`
	}
	if err == nil {
		err = json.Unmarshal(text, &link)
	}
	if err != nil {
		return "", &cli.Error{Code: cli.ExitUsage, What: "cannot use " + projectFile, Why: cli.Reason(err), Fix: "restore it, or name the app worker with --url ORIGIN", Err: err}
	}
	found, known := link.Environments[f.env]
	names := slices.Sorted(maps.Keys(link.Environments))
	switch {
	case !known && len(names) == 0:
		return "", cli.Usage(projectFile+" names no environment", "name the app worker with --url ORIGIN")
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
