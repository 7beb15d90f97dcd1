package cli_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
)

// stepsClock is the time and the timers of steps.
type stepsClock struct {
	now       time.Time
	intervals []time.Duration
	due       []func()
}

func newSteps(t *testing.T, terminal bool, width int) (*cli.Env, *cli.Steps, *stepsClock, *bytes.Buffer) {
	t.Helper()
	env, _, err := clitest.Env("", nil)
	c := &stepsClock{now: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	env.ErrTTY, env.Width, env.Now = terminal, width, func() time.Time { return c.now }
	s := env.NewSteps()
	s.After = func(d time.Duration, f func()) *time.Timer {
		c.intervals, c.due = append(c.intervals, d), append(c.due, f)
		return time.NewTimer(time.Hour)
	}
	return env, s, c, err
}

// pass lets time pass until the n-th timer fires, and the one before it again, whose step may have ended.
func (c *stepsClock) pass(d time.Duration) {
	c.now = c.now.Add(d)
	c.due[len(c.due)-1]()
}

func TestStepsWithoutATerminalAreLinesThatSayForWhatTheyWait(t *testing.T) {
	_, s, c, out := newSteps(t, false, 80)
	s.Begin("read what is deployed", nil)
	first := c.due[0]
	c.pass(time.Minute)
	s.Drop()
	s.Begin("check the health of a", []string{"more"})
	first() // of the step that has ended
	s.Answer("status 503\x1b]0;owned\a")
	c.pass(time.Minute)
	c.pass(time.Minute)
	s.Done("")
	s.Begin("upload b", nil)
	c.now = c.now.Add(1234 * time.Millisecond)
	s.Done("v1")
	s.Begin("upload c", nil)
	s.Fail()
	s.Answer("late")
	s.Done("late")
	want := `  still waiting after 1 min: read what is deployed
  check the health of a: status 503�]0;owned�
  still waiting after 1 min: check the health of a (status 503�]0;owned�)
  still waiting after 2 min: check the health of a (status 503�]0;owned�)
  done: check the health of a in 2 min
  done: upload b (v1) in 1.2 s
`
	if got := out.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	for _, interval := range c.intervals {
		if interval != time.Minute {
			t.Errorf("a timer of %s", interval)
		}
	}
}

// screen returns what a terminal shows after an output, without colors. Lines must fit the width.
func screen(t *testing.T, output string, width int) string {
	t.Helper()
	lines, row := []string{""}, 0
	for output != "" {
		at := strings.IndexAny(output, "\n\r\x1b")
		if at < 0 {
			at = len(output)
		}
		lines[row] += output[:at]
		if got := cli.Columns(lines[row]); got >= width {
			t.Errorf("%d columns of %d: %s", got, width, lines[row])
		}
		if output = output[at:]; output == "" {
			break
		}
		switch rest := output[1:]; output[0] {
		case '\n':
			if row++; row == len(lines) {
				lines = append(lines, "")
			}
			output = rest
		case '\r':
			output = rest
		default: // an escape sequence: ESC [ parameters letter
			end := strings.IndexFunc(rest, func(r rune) bool { return r >= 'A' && r != '[' })
			parameters, final := rest[1:end], rest[end]
			switch final {
			case 'A':
				row -= int(parameters[0] - '0')
			case 'J':
				lines = append(lines[:row], "")
			case 'm':
			default:
				t.Fatalf("unknown sequence %q", rest[:end+1])
			}
			output = rest[end+1:]
		}
	}
	return strings.Join(lines, "\n")
}

func TestStepsOnATerminalAreALiveList(t *testing.T) {
	for _, width := range []int{24, 40, 80} {
		env, s, c, out := newSteps(t, true, width)
		s.Begin("upload a", []string{"upload b", "check a", "check b", "deploy", "forget"})
		c.pass(100 * time.Millisecond)
		env.Notef("note: x")
		s.Done("")
		s.Begin("upload b", []string{"check a"})
		s.Answer("status 503 \x1b[2J" + strings.Repeat("long ", 20))
		c.pass(12 * time.Second)
		shown := screen(t, out.String(), width)
		for _, want := range []string{"note: x\n✓ upload a  0.1 s\n⠹ upload b  12 s\n    last answer: statu", "\n· check a\n"} {
			if !strings.Contains(shown, want) {
				t.Errorf("%d columns: got\n%s\nwant\n%s", width, shown, want)
			}
		}
		if strings.Contains(shown, "deploy") || strings.Contains(out.String(), "\x1b[2J") {
			t.Errorf("%d columns: got\n%q", width, out)
		}
		s.Fail()
		if want := "note: x\n✓ upload a  0.1 s\n✗ upload b  12 s\n"; screen(t, out.String(), width) != want {
			t.Errorf("got\n%s\nwant\n%s", screen(t, out.String(), width), want)
		}
	}
}

func TestStepsSaveLinesOfALongList(t *testing.T) {
	_, s, _, out := newSteps(t, true, 80)
	s.Begin("upload a", []string{"b", "c", "d", "e", "f"})
	if want := "⠋ upload a  0.0 s\n· b\n· c\n· d\n  … 2 more steps\n"; screen(t, out.String(), 80) != want {
		t.Errorf("got\n%s\nwant\n%s", screen(t, out.String(), 80), want)
	}
}

func TestDetailOfAStepIsLeftOutIfItDoesNotFit(t *testing.T) {
	for width, want := range map[int]string{
		34: "✓ upload the worker (v123)  0.0 s\n", 33: "✓ upload the worker  0.0 s\n", 20: "✓ upload th…  0.0 s\n",
	} {
		_, s, _, out := newSteps(t, true, width)
		s.Begin("upload the worker", nil)
		s.Done("v123")
		if got := screen(t, out.String(), width); got != want {
			t.Errorf("%d columns: got %q, want %q", width, got, want)
		}
	}
}

func TestStepsWithoutColorAreALiveList(t *testing.T) {
	env, _, out := clitest.Env("", map[string]string{"NO_COLOR": "1"})
	env.ErrTTY = true
	s := env.NewSteps()
	s.Begin("upload a", []string{"b"})
	s.Done("v1")
	if got := out.String(); strings.Contains(got, "m") || !strings.HasPrefix(got, "⠋ upload a  ") ||
		!strings.Contains(got, "\x1b[2A\r\x1b[J✓ upload a (v1)  ") {
		t.Errorf("the terminal got %q", got)
	}
}

func TestStepsHaveNoControlCodesIfNoneAreWanted(t *testing.T) {
	for variable, value := range map[string]string{"TERM": "dumb", "CI": "1"} {
		env, _, out := clitest.Env("", map[string]string{variable: value})
		env.ErrTTY = true
		s := env.NewSteps()
		s.Begin("upload a", []string{"b"})
		s.Done("v1")
		if got := out.String(); strings.Contains(got, "\x1b") || !strings.HasPrefix(got, "  done: upload a (v1) in ") {
			t.Errorf("%s: %q", variable, got)
		}
	}
}
