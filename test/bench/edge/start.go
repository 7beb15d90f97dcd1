// This file measures how long a worker's modules take to evaluate, in fresh processes of the engine.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/workerd"
)

// starterModule imports the worker at the first request: what it takes is compiling and evaluating it.
const starterModule = `export default { async fetch() {
  const start = performance.now();
  await import('./` + edge.MainModule + `');
  return Response.json({ ms: performance.now() - start });
} };
`

// startUp takes the median of several processes.
func startUp(ctx context.Context, out io.Writer, o options, binary string, built *workers) error {
	for name, modules := range map[string][]edge.Module{
		"start-up of a worker with one card": built.worker, "start-up of the app worker": built.app,
	} {
		var took []float64
		for range o.starts {
			ms, err := startOnce(ctx, binary, modules)
			if err != nil {
				return err
			}
			took = append(took, ms)
		}
		fmt.Fprintf(out, "%-34s %10.1f ms (median of %d processes)\n", name, median(took, func(
			ms float64,
		) float64 {
			return ms
		}), len(took))
	}
	return nil
}

func startOnce(ctx context.Context, binary string, modules []edge.Module) (float64, error) {
	const name = "starter"
	s := service(name, modules, nil)
	s.Modules = append([]workerd.Module{{Name: "starter.js", Text: []byte(starterModule)}}, s.Modules...)
	p, err := workerd.Start(ctx, workerd.Options{
		Binary: binary, Config: workerd.Config{CompatibilityDate: platform.CompatibilityDate, Services: []workerd.Service{s}},
	})
	if err != nil {
		return 0, err
	}
	defer p.Stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.Address(name)+"/", nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	var answer struct{ Ms float64 }
	return answer.Ms, json.NewDecoder(response.Body).Decode(&answer)
}
