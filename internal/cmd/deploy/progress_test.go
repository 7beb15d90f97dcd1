package deploy

import (
	"bytes"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

func TestProgressNamesTheStepThatADeployWaitsFor(t *testing.T) {
	var out bytes.Buffer
	var due []func()
	p := newProgress(&cli.Env{Err: &out}, false)
	p.after = func(d time.Duration, f func()) *time.Timer {
		if d != longWait {
			t.Errorf("a timer of %s", d)
		}
		due = append(due, f)
		return time.NewTimer(time.Hour)
	}
	p.begin("read what is deployed")
	due[0]()
	p.show(deploy.Event{Step: "health:a", Title: "check the health of a"})
	due[1]() // of the step that has ended
	p.show(deploy.Event{Step: "health:a", Detail: "Status 503"})
	due[2]()
	due[3]()
	p.show(deploy.Event{Step: "health:a", Title: "check the health of a", Done: true})
	due[4]()
	want := `  still waiting after 1m0s: read what is deployed
  health:a: status 503
  still waiting after 1m0s: check the health of a (status 503)
  still waiting after 2m0s: check the health of a (status 503)
  done: check the health of a
`
	if got := out.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
