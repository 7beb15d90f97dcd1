package devserver

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/sdk"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		fmt.Println(serveToBeKilled(dir)) // it never returns but with an error
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serveToBeKilled serves the project in dir, and says where.
func serveToBeKilled(dir string) error {
	ctx, options := context.Background(), project.Options{Dir: dir}
	loaded, err := project.Load(ctx, options)
	if err != nil {
		return err
	}
	built, err := host.BuildWorker(ctx, options, loaded, "src/workers/main.ts")
	if err != nil {
		return err
	}
	text, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		return err
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		return err
	}
	h, err := host.NewWithHooks(host.Options{
		Dir: dir, Profile: profile, App: loaded.App, CRM: host.CRMEmulated, Now: time.Now, Random: rand.Reader,
		Network: &offline{}, Bindings: map[string]string{clientSecret: crashSecret, "SVC_CONTROL_KEY_k": crashKey},
		Manifest: func(ctx context.Context) ([]byte, error) { return project.ManifestOf(ctx, options, loaded) },
	}, host.Hooks{ExtraActors: testActor})
	if err != nil {
		return err
	}
	server, err := NewServer(ctx, h, ServerOptions{Workers: map[string]*project.Worker{"main": built}})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/", server)
	mux.HandleFunc("POST /test/actor", func(w http.ResponseWriter, r *http.Request) {
		call, _ := io.ReadAll(r.Body)
		answer, err := h.CallActor(r.Context(), string(call))
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
		_, _ = io.WriteString(w, answer)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return (&http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}).Serve(listener)
}
