package deploy

import (
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

// longWait is the interval at which a running step is printed again, so that a deploy that waits says for what.
const longWait = time.Minute

// progress prints the steps of a deploy or rollback.
type progress struct {
	env   *cli.Env
	quiet bool
	after func(time.Duration, func()) *time.Timer

	mu     sync.Mutex // guards what follows, and keeps lines apart
	title  string     // of the running step, or ""
	status string     // its last status
	waited time.Duration
	timer  *time.Timer
}

func newProgress(env *cli.Env, quiet bool) *progress {
	return &progress{env: env, quiet: quiet, after: time.AfterFunc}
}

// begin starts a step.
func (p *progress) begin(title string) { p.show(deploy.Event{Title: title}) }

// end ends the running step without a line.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.title = ""
	if p.timer != nil {
		p.timer.Stop()
	}
}

// show prints that a step is done, or its status.
func (p *progress) show(e deploy.Event) {
	if p.quiet {
		return
	}
	if e.Title != "" {
		p.end()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case e.Done && e.Detail != "":
		p.env.Notef("  done: %s (%s)", e.Title, cli.OneLine(e.Detail))
	case e.Done:
		p.env.Notef("  done: %s", e.Title)
	case e.Title == "":
		p.status = cli.OneLine(strings.ToLower(e.Detail))
		p.env.Notef("  %s: %s", e.Step, p.status)
	default:
		p.title, p.status, p.waited = e.Title, "", 0
		p.timer = p.after(longWait, func() { p.remind(e.Title) })
	}
}

// remind prints the step that is still running.
func (p *progress) remind(title string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.title != title {
		return // it has ended meanwhile
	}
	p.waited += longWait
	text := title
	if p.status != "" {
		text += " (" + p.status + ")"
	}
	p.env.Notef("  still waiting after %s: %s", p.waited, text)
	p.timer = p.after(longWait, func() { p.remind(title) })
}
