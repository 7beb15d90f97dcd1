package workerd_test

import (
	"errors"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/workerd"
	"github.com/appsvc/svc/test/conformance/pinned"
)

func TestStartEndsAnEngineWhoseCodeDoesNotYieldAtTheTopLevel(t *testing.T) {
	binary, err := pinned.Binary("../..", pinned.Newest)
	if err != nil {
		t.Fatal(err)
	}
	worker := workerd.Service{Name: "worker", Modules: []workerd.Module{
		{Name: "index.js", Text: []byte("for (;;); export default { fetch() { return new Response() } }")},
	}}
	began := time.Now()
	p, err := workerd.Start(t.Context(), workerd.Options{
		Binary:     binary,
		Config:     workerd.Config{CompatibilityDate: "2026-01-01", Services: []workerd.Service{worker}},
		StartLimit: 300 * time.Millisecond,
	})
	if !errors.Is(err, workerd.ErrBlockedStart) {
		t.Errorf("it said %v", err)
	}
	if p != nil {
		p.Stop()
	}
	t.Logf("it ended after %s", time.Since(began))
}
