package rollback

import (
	"context"
	"errors"

	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/step"
)

// findInterrupted finds the deploy of this folder that did not succeed. The process of an interrupted one has ended,
// because this rollback has the local lock: the rollback takes its lock on the platform over, as the next deploy would.
func (r *Rollback) findInterrupted() {
	past := journal.Unfinished(r.history, r.Environment)
	if past == nil {
		return
	}
	if past.IsLatest(r.history) {
		r.failed = past.ID
	}
	if past.Outcome == journal.Interrupted {
		r.Ends, r.mark.Resumes = past.ID, past.ID
	}
}

// endSteps returns the step that ends the interrupted deploy, as one that failed. It comes last, so that the lock of
// the deploy keeps others away until then.
func (r *Rollback) endSteps() []step.Action {
	if r.Ends == "" {
		return nil
	}
	title := "end deploy " + r.Ends + ", which was interrupted"
	return []step.Action{step.New("end:"+r.Ends, title, step.Plain(func(ctx context.Context) error {
		if r.app != "" {
			if err := r.mark.Release(ctx, r.app, ""); err != nil {
				return err
			}
		}
		j, err := journal.Open(r.Dir, r.Ends, r.Clock.Now)
		if err != nil {
			return err
		}
		return errors.Join(j.End(errors.New("it was interrupted, and rollback "+r.ID+" ended it")), j.Close())
	}))}
}
