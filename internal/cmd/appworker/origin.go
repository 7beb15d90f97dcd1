package appworker

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/loopback"
)

// parseOrigin validates the origin of a deployed app worker. It requires https, as the answers contain users' data.
func parseOrigin(text, from string) (*url.URL, error) {
	at, err := url.Parse(text)
	isOrigin := err == nil && at.Host != "" && at.User == nil && strings.Trim(at.Path, "/") == "" && at.RawQuery == "" &&
		at.Fragment == ""
	if !isOrigin || at.Scheme != "https" && at.Scheme != "http" {
		return nil, cli.Usage(
			fmt.Sprintf("invalid origin %q in %s: expected a scheme and a host", cmdutil.WithoutUser(text), from),
			"write an origin such as https://my-app.example.workers.dev",
		)
	}
	if at.Scheme == "http" && !loopback.IsHost(at.Hostname()) {
		return nil, cli.Usage(
			fmt.Sprintf("invalid origin %q in %s: expected https", text, from),
			"use https; http is allowed for this machine only",
		)
	}
	at.Path = ""
	return at, nil
}

// UseOrigin is the fix for an app worker that the link does not know.
const UseOrigin = "name the app worker with --url ORIGIN"

// linkedOrigin returns the origin of the app worker of --env.
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
		err = cli.Usage(fmt.Sprintf("environment %q has no origin yet", f.Env), UseOrigin)
	}
	return found.Origin, err
}
