package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/doctor"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/store"
	"github.com/appsvc/svc/sdk"
)

// credentialOf says where the credential of a platform is.
func credentialOf(env *cli.Env, kept *credentials.Store, r *remote.Platform) doctor.Credential {
	fix := "run 'svc login " + r.Name + "', or set " + r.Variable
	c := doctor.Credential{Title: r.CredentialTitle, API: r.API, Fix: fix}
	var missing *cli.Error
	_, place, err := r.Credential(env, kept)
	switch {
	case err == nil:
		c.Place = string(place)
	case !errors.As(err, &missing) || missing.Code != cli.ExitAuth:
		c.Err = err
	}
	return c
}

// stateOf examines the state of a folder.
func stateOf(dir string) (found bool, err error) {
	found, err = store.Examine(host.StateDir(dir))
	var damaged *store.Error
	switch {
	case errors.Is(err, store.ErrLocked):
		return found, doctor.ErrBusy
	case errors.As(err, &damaged):
		return found, &doctor.StateError{What: damaged.What, Why: damaged.Why, Fix: damaged.Fix}
	}
	return found, err
}

// nodeVersion returns the version of Node on this machine.
func nodeVersion(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, nodeWait)
	defer cancel()
	text, err := exec.CommandContext(ctx, "node", "--version").Output()
	return strings.TrimSpace(string(text)), err
}

// nodeWait is the time limit for node --version.
const nodeWait = 5 * time.Second

// canListen reports whether a port is free.
func canListen(port int) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	return listener.Close()
}

// embeddedSDK returns the version of the SDK that is embedded in svc.
func embeddedSDK() string {
	text, err := fs.ReadFile(sdk.Files, "package.json")
	var about struct{ Version string }
	if err != nil || json.Unmarshal(text, &about) != nil {
		return ""
	}
	return about.Version
}

// ignoreFiles returns the .gitignore files from the root of the repository down to the folder. Without a repository it
// returns that of the folder.
func ignoreFiles(dir string) (files []doctor.IgnoreFile, inRepository bool) {
	prefix := ""
	for at := dir; ; at = filepath.Dir(at) {
		if text, err := projectfs.ReadAbove(filepath.Join(at, ".gitignore")); err == nil {
			files = slices.Insert(files, 0, doctor.IgnoreFile{Prefix: prefix, Text: string(text)})
		}
		if projectfs.Exists(at, ".git") {
			return files, true
		}
		if at == filepath.Dir(at) {
			break
		}
		prefix = filepath.Base(at) + "/" + prefix
	}
	return slices.DeleteFunc(files, func(f doctor.IgnoreFile) bool { return f.Prefix != "" }), false
}
