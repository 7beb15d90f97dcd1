package cmdutil

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/disposable/process"
	"github.com/appsvc/svc/internal/projectfs"
)

// folderVariable gives a disposable process the folder that its parent found.
const folderVariable = "SVC_APP_FOLDER"

// AppFolder returns the folder of the app that the user stands in: the current one or the nearest above it with a
// config, relative to the current one. It names the folder on standard error if it is not the current one.
func AppFolder(env *cli.Env) string {
	home := env.Getenv("HOME")
	if disposable.Joined() {
		if found := env.Getenv(folderVariable); found != "" {
			return found // the parent names it
		}
		home = env.Getenv(process.HomeVariable)
	}
	dir := projectfs.NearestApp(env.Dir, home)
	rel, err := filepath.Rel(env.Dir, dir)
	if err != nil || rel == "." {
		return "."
	}
	env.AppFolder = rel
	if !disposable.Joined() {
		noteFolder(env)
	}
	return rel
}

// noteFolder names the folder that AppFolder found above the current one.
func noteFolder(env *cli.Env) {
	if env.AppFolder != "" {
		env.Notef("using the app in %s", env.Path(env.AppFolder))
	}
}

// FolderArg returns the folder that a command has as its argument, else the nearest app.
func FolderArg(env *cli.Env, args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return AppFolder(env)
}

// NeedApp returns an error for a folder without an app.
func NeedApp(dir string) error {
	if projectfs.IsApp(dir) {
		return nil
	}
	if name := projectfs.ConfigFolder(dir); name != "" {
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read %q", filepath.Join(dir, name)),
			Why: "it is a folder: expected a file", Fix: "replace it with a file, or remove it",
		}
	}
	fix := "create an app with 'svc init', or name its folder"
	if apps := projectfs.AppsBelow(dir); len(apps) > 0 {
		fix = "change to the folder of an app, or name it: " + cli.OneLine(strings.Join(apps, ", "))
	}
	return cli.Usage("no svc.config.ts in "+cli.OneLine(dir), fix)
}

// ChooseFolder gives --dir of AddDirFlag the nearest app, unless the user gave a folder. --dir of a command that makes
// an app has a default of its own.
func ChooseFolder(env *cli.Env, cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup(dirFlag)
	if flag == nil || flag.Changed || flag.DefValue != "" {
		return nil
	}
	return flag.Value.Set(AppFolder(env))
}
