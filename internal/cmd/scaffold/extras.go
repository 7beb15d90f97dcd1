package scaffold

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
)

const (
	// none is the answer for no extras, and for no package manager.
	none = "none"
	// gitExtra is a Git repository, which no template makes.
	gitExtra = "git"
	// defaultExtras are the extras that a new app has unless its author chooses others.
	defaultExtras = "agents"
)

// packageManagers are the values of --package-manager.
var packageManagers = []string{none, "npm", "pnpm", "yarn", "bun"}

// extraNames returns the values of --with.
func extraNames() []string { return append(slices.Clone(templates.Extras), gitExtra) }

// splitExtras returns the extras of a list.
func splitExtras(list string) (names []string) {
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" && name != none && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// checkExtras rejects a list with an unknown extra, and a repository without Git.
func checkExtras(list string) error {
	known := append(extraNames(), none)
	for _, name := range splitExtras(list) {
		if !slices.Contains(known, name) {
			return cli.Usage(
				fmt.Sprintf("invalid --with %q: expected one or more of %s", clip(name), strings.Join(extraNames(), ", ")),
				cli.Suggest(name, known, "separate them with commas, or write none"),
			)
		}
		if name == gitExtra {
			if err := checkInstalled("git"); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkInstalled rejects a program that this machine does not have.
func checkInstalled(program string) error {
	if program == none {
		return nil
	}
	if _, err := exec.LookPath(program); err != nil {
		return cli.Usage(program+" is not installed", "install it, or choose none")
	}
	return nil
}

// optional returns the questions whose flags have a default without a terminal.
func (opts *initOptions) optional() []question {
	return []question{
		{cli.Question{
			Flag: "--with", Text: "Also add (" + strings.Join(append(extraNames(), none), ", ") + "), separated by commas",
			Default: defaultExtras, Check: checkExtras,
		}, &opts.extras},
		{cli.Question{
			Flag: "--package-manager", Text: "Install packages with", Default: none, Choices: packageManagers,
			Check: checkInstalled,
		}, &opts.packageManager},
	}
}

// addExtras adds the files of the extras, and returns their paths: existing ones are kept.
func (opts *initOptions) addExtras(files templates.Files) (paths []string) {
	for _, name := range splitExtras(opts.extras) {
		if name != gitExtra {
			extra := templates.Extra(name, opts.values)
			paths = append(paths, slices.Sorted(maps.Keys(extra))...)
			maps.Copy(files, extra)
		}
	}
	return paths
}

// programs returns the command lines that init runs after it has written the files.
func (opts *initOptions) programs() (lines [][]string) {
	if slices.Contains(splitExtras(opts.extras), gitExtra) && repositoryOf(opts.dir) == "" {
		lines = append(lines, []string{"git", "init", "--quiet"})
	}
	if opts.packageManager != none {
		lines = append(lines, []string{opts.packageManager, "install"})
	}
	return lines
}

// repositoryOf returns the root of the Git repository around a folder, which need not exist, or "".
func repositoryOf(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if projectfs.Exists(at, ".git") {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// buildFiles are the files of extras for build servers, which read them only in the root of a repository.
var buildFiles = map[string]string{"github": ".github/workflows/svc.yml", "gitlab": ".gitlab-ci.yml"}

// noteBuildFiles names the root of the repository if the app is below it: the build server ignores the app's own file.
func (opts *initOptions) noteBuildFiles() {
	root := repositoryOf(opts.dir)
	if root == "" || root == opts.dir {
		return
	}
	for _, name := range splitExtras(opts.extras) {
		if file, found := buildFiles[name]; found {
			opts.env.Notef("note: the build server ignores %s here: move it to the repository's root, %s, and run its "+
				"commands in %s", file, root, filepath.ToSlash(cli.Shown(root, opts.dir)))
		}
	}
}

// runPrograms runs the programs in the app's folder. Their output are messages.
func (opts *initOptions) runPrograms() error {
	for _, line := range opts.programs() {
		cmd := exec.Command(line[0], line[1:]...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = opts.dir, opts.env.Err, opts.env.Err
		if err := cmd.Run(); err != nil {
			return &cli.Error{
				Code: cli.ExitFailed, What: fmt.Sprintf("the app is written, but '%s' failed", strings.Join(line, " ")),
				Why: err.Error(), Fix: "run it again in the app's folder", Err: err,
			}
		}
	}
	return nil
}

// initDocument is what --json prints: the plan, and the command lines that run after it.
type initDocument struct {
	*scaffold.Plan
	Run []string `json:"run"`
}

func (opts *initOptions) document(plan *scaffold.Plan) any {
	return initDocument{plan, opts.programLines()}
}

func (opts *initOptions) programLines() []string {
	lines := []string{} // [], not null
	for _, line := range opts.programs() {
		lines = append(lines, strings.Join(line, " "))
	}
	return lines
}
