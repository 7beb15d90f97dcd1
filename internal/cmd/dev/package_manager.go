package dev

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
)

// packageManager is a program that installs npm packages.
type packageManager struct {
	name string
	// locks are the files that it writes.
	locks []string
	// add are its arguments that add a package for development.
	add []string
}

// packageManagers are those that init offers. The first one installs for a project without a sign of another.
var packageManagers = []packageManager{
	{"npm", []string{"package-lock.json", "npm-shrinkwrap.json"}, []string{"install", "--save-dev"}},
	{"pnpm", []string{"pnpm-lock.yaml"}, []string{"add", "--save-dev"}},
	{"yarn", []string{"yarn.lock"}, []string{"add", "--dev"}},
	{"bun", []string{"bun.lock", "bun.lockb"}, []string{"add", "--dev"}},
}

// workspaceFile marks the root of a workspace of pnpm, where it adds packages only with workspaceRoot.
const (
	workspaceFile = "pnpm-workspace.yaml"
	workspaceRoot = "--workspace-root"
)

// managerOf returns what installs the packages of a project: what its package.json names, else what has written the
// nearest lock file, up to the workspace.
func managerOf(root *projectfs.Root) packageManager {
	for at := root.Dir(); ; at = filepath.Dir(at) {
		if m, found := named(root, at); found {
			return m
		}
		for _, m := range packageManagers {
			if slices.ContainsFunc(m.locks, func(lock string) bool { return projectfs.Exists(at, lock) }) {
				return m
			}
		}
		if at == root.Workspace() || at == filepath.Dir(at) {
			return packageManagers[0]
		}
	}
}

// named returns the manager that the package.json of a folder names.
func named(root *projectfs.Root, dir string) (packageManager, bool) {
	text, err := root.ReadImport(filepath.Join(dir, "package.json"))
	var members struct{ PackageManager string }
	if err != nil || json.Unmarshal(projectfs.WithoutMark(text), &members) != nil {
		return packageManager{}, false
	}
	name, _, _ := strings.Cut(members.PackageManager, "@")
	at := slices.IndexFunc(packageManagers, func(m packageManager) bool { return m.name == name })
	if at < 0 {
		return packageManager{}, false
	}
	return packageManagers[at], true
}

// adding returns the command line that adds a package to the project in a folder.
func (m packageManager) adding(dir, name string) []string {
	line := append([]string{m.name}, m.add...)
	if m.name == "pnpm" && projectfs.Exists(dir, workspaceFile) {
		line = append(line, workspaceRoot)
	}
	return append(line, name)
}
