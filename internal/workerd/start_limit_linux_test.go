package workerd_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/workerd"
)

// lateEngine listens late, and hardly uses the processor: like an engine on a busy machine.
const lateEngine = `#!/bin/sh
sleep 1
echo '{"event": "listen", "socket": "worker", "port": 1}' >&3
exec sleep 60
`

func TestAnEngineThatWaitsForTheProcessorMayStartLate(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "engine")
	if err := os.WriteFile(binary, []byte(lateEngine), 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := workerd.Start(t.Context(), workerd.Options{
		Binary:     binary,
		Config:     workerd.Config{CompatibilityDate: "2026-01-01", Services: []workerd.Service{{Name: "worker"}}},
		StartLimit: 200 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	if got := p.Address("worker"); got != "127.0.0.1:1" {
		t.Errorf("it listens on %q", got)
	}
}
