package conformance

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// group sends all copies of all requests of a group concurrently, and compares the answers.
func (w *running) group(ctx context.Context, s step) error {
	w.world.answered.Store(0)
	answers := make([][]answer, len(s.group))
	var sending sync.WaitGroup
	for i, one := range s.group {
		copies, err := parseMessage(one.request).number("Times", 1)
		if err != nil {
			return err
		}
		answers[i] = make([]answer, copies)
		for n := range copies {
			r, err := w.request(one.request, n)
			if err != nil {
				return err
			}
			sending.Go(func() {
				answers[i][n] = w.sendInTime(ctx, r)
				w.world.answered.Add(1)
			})
		}
	}
	sending.Wait()
	for i, one := range s.group {
		if err := w.repeat(ctx, one, answers[i]); err != nil {
			return err
		}
		w.compare(one, answers[i])
	}
	return nil
}

// sendInTime sends a request of a group when its headers Delay and After allow that.
func (w *running) sendInTime(ctx context.Context, r *request) answer {
	time.Sleep(r.delay)
	if r.after != "" {
		if err := w.until(ctx, r.after); err != nil {
			return answer{err: err}
		}
	}
	return w.send(ctx, r)
}

// until waits until a line as in a section wait is true.
func (w *running) until(ctx context.Context, line string) error {
	for end := w.values.now().Add(w.patience); ; time.Sleep(pollPause) {
		if err := w.settle(ctx); err != nil {
			return err
		}
		if w.isTrue(ctx, line) {
			return nil
		}
		if w.values.now().After(end) || ctx.Err() != nil {
			return fmt.Errorf("not sent, because this was not true: %s", line)
		}
	}
}

// isTrue checks a line as in a section wait. Concurrent requests may call it.
func (w *running) isTrue(ctx context.Context, line string) bool {
	w.looking.Lock()
	defer w.looking.Unlock()
	return len(w.holds(ctx, line)) == 0
}
