package appworker

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/lazyregexp"
)

var installID = lazyregexp.New(`^(static|[0-9]{1,15})$`)

// CheckInstallID validates the id of an install that the user named.
func CheckInstallID(id string) error {
	if installID().MatchString(id) {
		return nil
	}
	return cli.Usage(
		fmt.Sprintf("invalid portal %q", id),
		"use the portal's id, such as 1000001, or static for an app with static auth",
	)
}

// InstallFlags select an install of an app worker.
type InstallFlags struct {
	Flags
	// Install is the id that the user named; "" is the only install of an app with static auth.
	Install string
}

// AddTo adds the flags to a command.
func (f *InstallFlags) AddTo(cmd *cobra.Command) {
	f.Flags.AddTo(cmd)
	cmd.Flags().StringVar(&f.Install, "install", "", "the install of this `portal`")
}

// Run finds the app worker, works with it, and closes it. An error of the control client becomes one for the user.
func (f *InstallFlags) Run(ctx context.Context, env *cli.Env, work func(*Target) error) error {
	if f.Install != "" {
		if err := CheckInstallID(f.Install); err != nil {
			return err
		}
	}
	return f.Flags.Run(ctx, env, func(t *Target) error { return f.userError(t, work(t)) })
}

// userError turns an error of the control client into one for the user. Other errors stay as they are.
func (f *InstallFlags) userError(t *Target, err error) error {
	var apiError *control.Error
	var unreachable *control.UnreachableError
	var userError *cli.Error
	switch {
	case errors.As(err, &userError):
		return err
	case IsNotInstalled(err) && f.Install == "":
		return cli.Usage("--install is missing", "add --install <portal>; 'svc installs list' lists the installs")
	case IsNotInstalled(err):
		return t.NotInstalledError(f.Install, err)
	case errors.As(err, &apiError), errors.As(err, &unreachable):
		return t.Error(err)
	}
	return err
}
