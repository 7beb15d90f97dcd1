package dev

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/projectfs"
)

// portalFolder is the folder of the CRM project of --portal, in the folder of svc.
const portalFolder = "portal"

// localFile tells the local development of the CRM's own tools which origins are on this machine.
const localFile = "src/app/local.json"

// localConfig is the content of localFile.
type localConfig struct {
	// Proxy has the origins that cards call, and where requests to them are sent.
	Proxy map[string]string `json:"proxy"`
}

// cardLogToken returns the token by which cards of a test account send their log entries to this run of the server. It
// says nothing about the token of the tool's routes, from which it is made.
func cardLogToken(token string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("log entries of cards"))
	return hex.EncodeToString(mac.Sum(nil))
}

// writePortal writes the CRM project after a round that loads, if --portal asks for it.
func (s *server) writePortal(ctx context.Context, round live.Round, failing []diag.Finding) {
	if !s.options.portal.enabled {
		return
	}
	if round.Err != nil || len(failing) > 0 {
		s.env.Notef("the CRM project of --portal is not written: the app has errors")
		return
	}
	files, err := s.portalFiles(ctx, round)
	if err == nil {
		err = writeChanged(projectfs.Own(s.app.Dir, portalFolder), files, s.portalBefore)
		s.portalBefore = files
	}
	if err != nil && ctx.Err() == nil {
		s.env.Notef("cannot write the CRM project of --portal: %s", cli.Reason(err))
	}
}

// portalFiles returns the files of the CRM project, whose URLs lead to this server.
func (s *server) portalFiles(ctx context.Context, round live.Round) (map[string][]byte, error) {
	linked, err := cmdutil.ReadLink(s.app.Dir)
	if err != nil {
		return nil, err
	}
	origins, local := s.portalOrigins()
	served := link.Project{}
	if linked != nil {
		served = *linked
	}
	served.Environments = maps.Clone(served.Environments)
	served.Set(s.options.environment, origins)
	token := "?" + live.TokenParameter + "=" + cardLogToken(s.beacon.Token)
	_, project, err := build.CRM(ctx, build.Options{
		Dir: s.app.Dir, Profile: s.app.Profile.Name, Project: round.Project, Environment: s.options.environment,
		Link: &served, Components: components.All, DevLog: origin(s.sockets[1]) + live.CardPath + token,
	})
	if err != nil {
		return nil, err
	}
	for _, f := range project.Findings {
		if f.Severity == diag.Error {
			return nil, &cli.Error{What: f.Message, Fix: f.Hint}
		}
	}
	files := map[string][]byte{}
	for _, file := range project.Files {
		files[file.Path] = file.Data
	}
	files[localFile] = codegen.JSON(local)
	return files, nil
}

// portalOrigins returns where the app is for the CRM, and for the local development of the CRM's tools. Without a
// public address, only those tools reach it: they send the requests of cards to this machine.
func (s *server) portalOrigins() (link.Environment, localConfig) {
	origins, local := link.Environment{Origins: map[string]string{}}, localConfig{Proxy: map[string]string{}}
	if public := s.options.portal.origin; public != nil {
		origins.Origin = public.String()
		local.Proxy[origins.Origin] = s.beacon.Origin
	}
	for _, worker := range s.served() {
		if origins.Origins[worker] = origins.Origin + "/w/" + worker; origins.Origin == "" {
			origins.Origins[worker] = codegen.Placeholder(worker)
			local.Proxy[origins.Origins[worker]] = s.beacon.Origin + "/w/" + worker
		}
	}
	return origins, local
}

// writeChanged writes the files that differ from those on disk, and removes those that are no longer made. Tools that
// follow the folder see only what has changed.
func writeChanged(folder projectfs.Folder, files, before map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		in := folder.Sub(path.Dir(name))
		if text, err := in.ReadFile(path.Base(name)); err == nil && bytes.Equal(text, files[name]) {
			continue
		}
		if err := in.WriteFile(path.Base(name), files[name], 0o644); err != nil {
			return err
		}
	}
	for name := range before {
		if _, still := files[name]; !still {
			if err := folder.Sub(path.Dir(name)).Remove(path.Base(name)); err != nil {
				return err
			}
		}
	}
	return nil
}
