package served

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/live"
)

// staticInstall is the only install of an app with static auth.
const staticInstall = "static"

// ofInstall are the flags of commands about one install, on the server that runs in a folder.
type ofInstall struct {
	env          *cli.Env
	dir, install string
	asJSON       bool
}

// addTo adds the flags to the commands of a group.
func (o *ofInstall) addTo(group *cobra.Command) {
	for _, child := range group.Commands() {
		child.Flags().StringVar(&o.install, "install", "", "the install of this `portal`; not for an app with static auth")
		cmdutil.AddDirFlag(child.Flags(), &o.dir)
		cmdutil.AddJSONFlag(child.Flags(), &o.asJSON)
	}
}

// choose returns the id of the install. Another id than that of an install would make a new one.
func (o *ofInstall) choose(ctx context.Context, command string) (string, error) {
	if o.install != "" {
		if err := appworker.CheckInstallID(o.install); err != nil {
			return "", err
		}
	}
	c := caller{env: o.env, dir: o.dir, command: command}
	var app live.Overview
	if err := c.ask(ctx, live.OverviewPath, nil, &app); err != nil {
		return "", err
	}
	const fix = "'svc installs list' lists the installs"
	switch {
	case !app.OAuth && (o.install == "" || o.install == staticInstall):
		return staticInstall, nil
	case !app.OAuth:
		return "", cli.Usage(fmt.Sprintf("no install %q: the app has static auth", o.install), "leave out --install")
	case o.install == "":
		return "", cli.Usage("--install is missing", "add --install <portal>; "+fix)
	}
	isThere, err := isInstalled(ctx, c.ask, o.install)
	if err == nil && !isThere {
		err = cli.Usage(fmt.Sprintf("the app is not installed in portal %s", o.install), fix)
	}
	return o.install, err
}

// isInstalled asks a running server whether an app with OAuth has an install.
func isInstalled(
	ctx context.Context, ask func(ctx context.Context, path string, in, out any) error, install string,
) (bool, error) {
	var answer live.ControlAnswer
	request := live.ControlRequest{Method: http.MethodGet, Path: controlPaths + "installs/" + url.PathEscape(install)}
	err := ask(ctx, live.ControlPath, request, &answer)
	return answer.Status == http.StatusOK, err
}
