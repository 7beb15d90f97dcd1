package step

import (
	"context"
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/port"
)

// Health returns the step that waits until a worker is healthy at its origin.
func (r *Runner) Health(checks port.Health, script, worker, origin string) Action {
	name := "health:" + script
	return New(name, "check the health of "+port.WorkerName(worker), Plain(func(ctx context.Context) error {
		began := r.Now()
		err := checks.Probe(ctx, origin, func(a health.Attempt) {
			r.Status(name, fmt.Sprintf(
				"%v (attempt %d of %d, after %s) at %s", a.Err, a.Number, a.Of, r.Now().Sub(began).Round(time.Second), a.URL,
			))
		})
		if err == nil || ctx.Err() != nil {
			return err
		}
		return &health.Error{Script: script, Origin: origin, Err: err}
	}))
}
