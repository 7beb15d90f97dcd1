// Command serve measures the server of `svc dev` under load: a card backend that returns a constant, through
// real HTTP, router, signature check, context and checkpoint, on one VM. Run it at the root of the
// repository:
//
//	go run ./test/bench/serve
//
// It prints requests a second and the latencies at several concurrencies, the memory after 10,000 and after
// 100,000 requests, and how long a poisoned VM is missed. It fails when a promise is broken (see promises).
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/appsvc/svc/internal/devserver"
	devhost "github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/sdk"
)

// What the server promises on two cores of which the client takes its part.
const (
	minRate      = 700                    // requests a second at concurrency 4
	maxP99       = 10 * time.Millisecond  // at concurrency 4
	maxGrowth    = 1.1                    // resident memory after 100,000 requests against 10,000
	maxMissed    = 100 * time.Millisecond // from the death of a VM to the first answer of the next
	gcPercent    = 400                    // as `svc dev` sets it
	promisedAt   = 4                      // the concurrency of the promises
	clientSecret = "bench client secret"
)

const config = `import { defineApp } from '@svc/sdk';
export default defineApp({ name: 'Bench', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: [] });
`

const worker = `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('main');
worker.cardBackend('constant', { handler: () => ({ total: 1 }) });
worker.cardBackend('poison', { handler: () => { const deep = () => deep(); return deep(); } });
export default worker;
`

func main() {
	short := flag.Bool("short", false, "a tenth of the requests, and no promise about memory")
	flag.Parse()
	debug.SetGCPercent(gcPercent)
	if err := run(*short); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(short bool) (err error) {
	dir, err := os.MkdirTemp("", "svc-bench-serve-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	server, err := start(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	listener := httptest.NewServer(server)
	defer listener.Close()
	return measure(newLoad(listener), short)
}

// start builds the project in dir and serves it.
func start(dir string) (*devserver.Server, error) {
	for name, text := range map[string]string{"svc.config.ts": config, "src/workers/main.ts": worker} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			return nil, err
		}
	}
	ctx, options := context.Background(), project.Options{Dir: dir}
	loaded, err := project.Load(ctx, options)
	if err != nil {
		return nil, err
	}
	built, err := devhost.BuildWorker(ctx, options, loaded, "src/workers/main.ts")
	if err != nil {
		return nil, err
	}
	text, err := sdk.Profiles.ReadFile("src/profiles/" + platform.DefaultProfile + ".json")
	if err != nil {
		return nil, err
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		return nil, err
	}
	h, err := devhost.New(devhost.Options{
		Dir: dir, Profile: profile, App: loaded.App, CRM: devhost.CRMEmulated, Now: time.Now, Random: rand.Reader,
		Bindings: map[string]string{"CRM_CLIENT_SECRET": clientSecret},
		Manifest: func(ctx context.Context) ([]byte, error) { return project.ManifestOf(ctx, options, loaded) },
	})
	if err != nil {
		return nil, err
	}
	return devserver.NewServer(ctx, h, devserver.ServerOptions{Workers: map[string]*project.Worker{"main": built}})
}
