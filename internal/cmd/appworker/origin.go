package appworker

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// parseOrigin reads the origin of a deployed app worker. Over http its answers, which hold the users' data,
// could be read by anybody in between.
func parseOrigin(text, from string) (*url.URL, error) {
	at, err := url.Parse(text)
	isOrigin := err == nil && at.Host != "" && at.User == nil && strings.Trim(at.Path, "/") == "" && at.RawQuery == "" &&
		at.Fragment == ""
	if !isOrigin || at.Scheme != "https" && at.Scheme != "http" {
		return nil, cli.Usage(
			fmt.Sprintf("%s: %q is no origin", from, text),
			"give scheme and host alone, such as https://my-app.example.workers.dev",
		)
	}
	if at.Scheme == "http" && !cmdutil.IsLoopback(at.Hostname()) {
		return nil, cli.Usage(
			fmt.Sprintf("%s: %q is not https", from, text),
			"write https: answers hold what users keep; http is for this machine only",
		)
	}
	at.Path = ""
	return at, nil
}

// UseOrigin is the way to an app worker without a link.
const UseOrigin = "name the app worker with --url ORIGIN"

// linkedOrigin is the origin of the app worker of an environment.
func (f *Flags) linkedOrigin(env *cli.Env) (string, error) {
	dir, err := env.Folder(f.Dir)
	if err != nil {
		return "", err
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return "", err
	}
	found, err := cmdutil.LinkedEnvironment(linked, f.Env, UseOrigin)
	if err == nil && found.Origin == "" {
		err = cli.Usage(fmt.Sprintf("the environment %q has no origin yet", f.Env), UseOrigin)
	}
	return found.Origin, err
}
