package step

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/projectfs"
)

// secret is what a platform repeats in its texts.
const secret = "planted-secret-1"

// runner returns a runner that hides the secret, and what it has shown.
func runner(t *testing.T) (r *Runner, shown func() string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(dir+"/"+projectfs.OwnFolder+"/deploys", 0o755); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.UnixMilli(0) }
	j, err := journal.Open(dir, "20260101-000000-abcdef", now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() }) // it is only written in the test
	var texts []string
	hide := func(text string) string { return strings.ReplaceAll(text, secret, "[redacted]") }
	return &Runner{
		Journal: j, Now: now,
		Progress: func(e Event) { texts = append(texts, e.Detail) },
		Clean:    func(err error) error { return errors.New(hide(err.Error())) },
		Redact:   hide,
	}, func() string { return strings.Join(texts, "\n") }
}

func TestEventsHaveNoSecretsOfThePlatform(t *testing.T) {
	r, shown := runner(t)
	err := r.Run(t.Context(), []Action{New("upload", "upload", func(context.Context) (string, error) {
		r.Status("upload", "waits for "+secret)
		return "version " + secret, nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(); got != "\nwaits for [redacted]\nversion [redacted]" {
		t.Errorf("it showed %q", got)
	}
}

func TestErrorOfAStepHasNoSecretsOfThePlatform(t *testing.T) {
	r, _ := runner(t)
	err := r.Run(t.Context(), []Action{
		New("link", "link", Plain(func(context.Context) error { return nil })),
		New("upload", "upload", Plain(func(context.Context) error { return errors.New("bad value " + secret) })),
		New("health", "health", Plain(func(context.Context) error { return nil })),
	})
	var failed *Error
	if !errors.As(err, &failed) || failed.Error() != "upload: bad value [redacted]" {
		t.Fatalf("the error is %v", err)
	}
	if len(failed.Done) != 1 || len(failed.Left) != 1 || failed.Step.Name != "upload" {
		t.Errorf("done %v, failed %v, left %v", failed.Done, failed.Step, failed.Left)
	}
}
