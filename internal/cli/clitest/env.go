// Package clitest makes environments for tests of commands.
package clitest

import (
	"bytes"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/redact"
)

// Env returns an Env without terminals, whose standard input is in and whose streams are buffers. vars are its
// environment variables; nil means none.
func Env(in string, vars map[string]string) (env *cli.Env, out, err *bytes.Buffer) {
	out, err = &bytes.Buffer{}, &bytes.Buffer{}
	secrets := &redact.Secrets{}
	return &cli.Env{
		In: strings.NewReader(in), Out: secrets.Writer(out), Err: secrets.Writer(err), Secrets: secrets,
		Width: 80, Dir: "/", Now: time.Now,
		Getenv: func(name string) string { return vars[name] },
	}, out, err
}
